//! The forms of OpenDocument files, and the values of cells without text.

use crate::files::{odf, text};

#[test]
fn controls_of_forms_have_their_state() {
    let option =
        |selected: &str, label: &str| format!("<form:option form:label=\"{label}\"{selected}/>");
    let chosen = " form:current-selected=\"true\"";
    let controls = [
        "<form:checkbox form:id=\"a\" form:label=\"Paid\" form:current-state=\"checked\">\
         <form:properties/></form:checkbox><form:checkbox form:id=\"b\" form:label=\"Sent\"/>\
         <form:radio form:id=\"c\" form:label=\"Yes\" form:current-selected=\"true\"/>\
         <form:textarea form:id=\"d\" form:current-value=\"Jane\"><text:p>once</text:p>\
         </form:textarea><form:password form:id=\"e\" form:current-value=\"secret\"/>\
         <form:listbox form:id=\"f\">",
        &option("", "Chile"),
        &option(chosen, "Peru"),
        &option(chosen, "Cuba"),
        "</form:listbox>",
    ]
    .concat();
    let place = |id: &str| format!("<draw:control draw:control=\"{id}\"/>");
    let body = format!(
        "<office:forms><form:form>{controls}</form:form></office:forms><text:p>{}{}{}in{}{}{}{}\
         </text:p>{}",
        place("a"),
        place("b"),
        place("c"),
        place("d"),
        place("e"),
        place("f"),
        place("none"),
        place("a")
    );
    let expected = "[x] Paid [ ] Sent [x] Yes in Jane Peru, Cuba\n";
    assert_eq!(text(&odf("text", "", &body)), expected);
}

#[test]
fn controls_that_were_not_changed_have_their_defaults() {
    let shown = |control: &str| {
        let body = format!(
            "<office:forms><form:form>{control}</form:form></office:forms><text:p>a\
             <draw:control draw:control=\"a\"/>b</text:p>"
        );
        text(&odf("text", "", &body)).trim().to_owned()
    };
    let list =
        |options: &str| shown(&format!("<form:listbox form:id=\"a\">{options}</form:listbox>"));
    let default = "<form:option form:label=\"One\" form:selected=\"true\"/>";
    let current = "<form:option form:label=\"Two\" form:current-selected=\"true\"/>";
    assert_eq!(list(&format!("{default} <form:option form:label=\"x\"/>")), "a One b");
    assert_eq!(list(&[default, current].concat()), "a Two b");
    assert_eq!(list(&[current, default].concat()), "a Two b");
    assert_eq!(list(&[default, default].concat()), "a One, One b");
    for (control, expected) in [
        ("<form:checkbox form:id=\"a\" form:label=\"c\" form:state=\"checked\"/>", "a [x] c b"),
        (
            "<form:checkbox form:id=\"a\" form:state=\"checked\" \
             form:current-state=\"unchecked\"/>",
            "a [ ] b",
        ),
        ("<form:radio form:id=\"a\" form:label=\"r\" form:selected=\"true\"/>", "a [x] r b"),
        ("<form:text form:id=\"a\" form:value=\"v\"/>", "a v b"),
        ("<form:text form:id=\"a\" form:value=\"v\" form:current-value=\"\"/>", "ab"),
        ("<form:combobox form:id=\"a\" form:value=\"v\"><form:item/></form:combobox>", "a v b"),
        (
            "<form:textarea form:id=\"a\"><text:p>one <text:span>two</text:span></text:p>\
             <text:p>three</text:p></form:textarea>",
            "a one two three b",
        ),
        ("<form:password form:id=\"a\" form:value=\"secret\"/>", "ab"),
    ] {
        assert_eq!(shown(control), expected, "{control}");
    }
}

#[test]
fn controls_of_a_sheet_follow_its_table() {
    let controls = "<form:listbox form:id=\"z\"><form:option form:label=\"One\" \
        form:selected=\"true\"/></form:listbox><form:textarea form:id=\"a\"><text:p>Two</text:p>\
        </form:textarea><form:text form:current-value=\"Three\"/>";
    let body = format!(
        "<table:table><office:forms><form:form>{controls}</form:form></office:forms>\
         <table:table-row><table:table-cell/></table:table-row></table:table>"
    );
    let text = text(&odf("spreadsheet", "", &body));
    assert!(text.ends_with("Control: One\n\nControl: Two\n\nControl: Three\n"), "{text}");
}

#[test]
fn values_without_text_are_displayed_by_their_type() {
    for (attributes, expected) in [
        ("office:value-type=\"float\" office:value=\"0.30000000000000004\"", "0.3"),
        ("office:value-type=\"float\" office:value=\"1E3\"", "1000"),
        ("office:value-type=\"float\" office:value=\"-\"", "-"),
        ("office:value-type=\"percentage\" office:value=\"0.07\"", "7%"),
        (
            "office:value-type=\"currency\" office:currency=\"EUR\" office:value=\"12.5\"",
            "12.5 EUR",
        ),
        ("office:value-type=\"currency\" office:value=\"12.50\"", "12.5"),
        ("office:value-type=\"boolean\" office:boolean-value=\"false\"", "FALSE"),
        ("office:value-type=\"date\" office:date-value=\"2024-02-29\"", "2024-02-29"),
    ] {
        let cell = format!("<table:table-cell {attributes}/>");
        let body = format!("<table:table><table:table-row>{cell}</table:table-row></table:table>");
        let text = text(&odf("spreadsheet", "", &body));
        assert_eq!(text.lines().last(), Some(&*format!("| 1 | {expected} |")), "{attributes}");
    }
}
