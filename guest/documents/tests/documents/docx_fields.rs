//! Fields of Word documents.

use crate::files::{docx, docx_with, relationships, text};

fn char(kind: &str) -> String {
    format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>")
}

fn instruction(text: &str) -> String {
    format!("<w:r><w:instrText>{text}</w:instrText></w:r>")
}

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

/// A field: the runs of its instruction and of its result.
fn field(instruction: &str, result: &str) -> String {
    [&char("begin"), instruction, &char("separate"), result, &char("end")].concat()
}

fn shown(runs: &str) -> String {
    let text = text(&docx(&format!("<w:p>{runs}</w:p>")));
    text.trim_end_matches('\n').to_owned()
}

#[test]
fn only_the_results_of_outer_fields_are_shown() {
    let page = field(&instruction("PAGE"), &run("7"));
    let condition = [&*instruction("IF "), &page, &instruction(" &gt; 1 yes no")].concat();
    assert_eq!(shown(&(run("If: ") + &field(&condition, &run("yes")))), "If: yes");
    let deep = [&*instruction("IF "), &field(&condition, &run("inner")), &instruction(" = 1")];
    assert_eq!(shown(&(field(&deep.concat(), &run("Mr")) + &run(" Smith"))), "Mr Smith");
    // The result of a field in a result is shown.
    let nested = run("a ") + &field(&instruction("PAGE"), &run("b")) + &run(" c");
    assert_eq!(shown(&field(&instruction("REF x"), &nested)), "a b c");
    let no_result = [&char("begin"), &*instruction("TC \"x\""), &char("end")].concat();
    assert_eq!(shown(&(run("a") + &no_result + &run("b"))), "ab");
}

#[test]
fn text_in_a_field_that_does_not_end_is_kept() {
    let page = field(&instruction("PAGE"), &run("lost"));
    let begin = char("begin");
    assert_eq!(shown(&format!("{begin}{}", run("x"))), "[hidden: x]");
    let open = format!("{begin}{}{page}", instruction("IF "));
    assert_eq!(shown(&open), "[hidden: IF lost]");
    let long = field(&instruction("PAGE"), &run(&"y".repeat(5000)));
    assert!(shown(&format!("{begin}{long}")).contains("yyyy"));
    assert_eq!(shown(&(char("end") + &char("separate") + &run("x"))), "x");
}

#[test]
fn fields_nest_deeply_without_harm() {
    let many = char("begin").repeat(100) + &char("separate").repeat(3) + &char("end").repeat(100);
    assert_eq!(shown(&(many + &run("x"))), "x");
}

#[test]
fn links_of_fields_have_their_targets() {
    let link = |instruction: &str| {
        let simple = format!("<w:fldSimple w:instr=\"{instruction}\">{}</w:fldSimple>", run("x"));
        shown(&simple)
    };
    for (instruction, expected) in [
        (" HYPERLINK &quot;https://a.example&quot; ", "[x](https://a.example)"),
        ("hyperlink https://a.example", "[x](https://a.example)"),
        ("HYPERLINK \\o &quot;A tip&quot; &quot;https://a.example&quot;", "[x](https://a.example)"),
        ("HYPERLINK &quot;https://a.example&quot; \\l &quot;b&quot;", "[x](https://a.example#b)"),
        ("HYPERLINK \\l b https://a.example#a", "[x](https://a.example#a)"),
        ("HYPERLINK \\l &quot;bookmark&quot;", "x"),
        ("HYPERLINKS &quot;https://a.example&quot;", "x"),
        ("HYPERLINK", "x"),
        ("HYPERLINK &quot;", "x"),
        ("DATE", "x"),
    ] {
        assert_eq!(link(instruction), expected, "{instruction}");
    }
}

#[test]
fn a_link_over_paragraphs_is_in_each() {
    let begin = char("begin") + &instruction("HYPERLINK \"https://a.example\"") + &char("separate");
    let end = char("end");
    let cell = |text: &str| format!("<w:tc><w:p>{}</w:p></w:tc>", run(text));
    let body = format!(
        "<w:p>{begin}{}</w:p><w:p>{}</w:p><w:tbl><w:tr>{}</w:tr></w:tbl><w:p>{end}{}</w:p>",
        run("a"),
        run("b"),
        cell("c"),
        run("d")
    );
    let link = |text: &str| format!("[{text}](https://a.example)");
    let expected = format!("{}\n\n{}\n\n| {} |\n|---|\n\nd\n", link("a"), link("b"), link("c"));
    assert_eq!(text(&docx(&body)), expected);
}

#[test]
fn a_text_box_leaves_the_link_around_it_open() {
    let text_box = "<w:r><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></w:r>";
    let result = run("a") + text_box + &run("b");
    let body = field(&instruction("HYPERLINK \"https://a.example\""), &result);
    let text = text(&docx(&format!("<w:p>{body}</w:p>")));
    assert_eq!(text, "[ab](https://a.example)\n\nbox\n");
}

#[test]
fn a_field_in_a_link_is_its_result() {
    let rels = relationships(&[("rId1", "hyperlink", "https://a.example")]);
    let page = field(&instruction("PAGEREF x"), &run("9"));
    let body =
        format!("<w:p><w:hyperlink r:id=\"rId1\">{}{page}</w:hyperlink></w:p>", run("Aims "));
    let file = docx_with(&body, &[("word/_rels/document.xml.rels", &rels)]);
    assert_eq!(text(&file), "[Aims 9](https://a.example)\n");
}

fn form(data: &str, instruction_text: &str, result: &str) -> String {
    let begin = format!(
        "<w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData><w:name w:val=\"n\"/>{data}\
         </w:ffData></w:fldChar></w:r>"
    );
    let separate = char("separate");
    let code = instruction(instruction_text);
    let field = [&*begin, &code, &separate, result, &char("end")].concat();
    shown(&format!("{}{field}{}", run("A "), run(" b")))
}

#[test]
fn form_fields_have_their_state() {
    let check = |data: &str| form(&format!("<w:checkBox>{data}</w:checkBox>"), "FORMCHECKBOX", "");
    assert_eq!(check("<w:default w:val=\"0\"/><w:checked/>"), "A [x] b");
    assert_eq!(check("<w:default w:val=\"1\"/>"), "A [x] b");
    assert_eq!(check("<w:default w:val=\"1\"/><w:checked w:val=\"0\"/>"), "A [ ] b");
    assert_eq!(check("<w:sizeAuto/>"), "A [ ] b");
    let entries = "<w:listEntry w:val=\"Chile\"/><w:listEntry w:val=\"Peru\"/>";
    let list =
        |data: &str| form(&format!("<w:ddList>{data}{entries}</w:ddList>"), "FORMDROPDOWN", "");
    assert_eq!(list("<w:result w:val=\"1\"/>"), "A Peru b");
    assert_eq!(list("<w:default w:val=\"1\"/>"), "A Peru b");
    assert_eq!(list("<w:result w:val=\"7\"/>"), "A  b");
    assert_eq!(list("<w:result w:val=\"0\"/><w:default w:val=\"1\"/>"), "A Chile b");
    assert_eq!(list(""), "A Chile b");
    let typed = form(&format!("<w:ddList>{entries}</w:ddList>"), "FORMDROPDOWN", &run("Peru"));
    assert_eq!(typed, "A Peru b");
    let default = "<w:textInput><w:default w:val=\"name\"/></w:textInput>";
    assert_eq!(form(default, "FORMTEXT", &run("Jane")), "A Jane b");
    assert_eq!(form(default, "FORMTEXT", ""), "A  b");
}

#[test]
fn equations_of_fields_are_shown_as_they_are_written() {
    let code = instruction(r" EQ \f(1,2) ");
    assert_eq!(shown(&[run("x="), char("begin"), code, char("end")].concat()), r"x=\f(1,2)");
    let simple = format!("<w:fldSimple w:instr=\"EQ \\f(1,2)\">{}</w:fldSimple>", run("½"));
    assert_eq!(shown(&simple), "½");
}

#[test]
fn a_button_has_its_label() {
    let button =
        |text: &str| shown(&[char("begin"), instruction(text), char("end"), run("!")].concat());
    assert_eq!(button(" MACROBUTTON NoMacro [Click here] "), "[Click here]!");
    assert_eq!(button("gotobutton mark Next page"), "Next page!");
    assert_eq!(button("MACROBUTTON NoMacro"), "!");
}

/// It would take minutes if each field scanned the text before it.
#[test]
fn many_fields_after_much_space_are_read() {
    let empty = char("begin") + &char("separate") + &char("end");
    let space = " ".repeat(1 << 20);
    assert_eq!(shown(&(run(&space) + &empty.repeat(20_000) + &run("x"))), "x");
}

#[test]
fn fields_without_a_result_have_their_numbers_and_symbols() {
    let field = |text: &str| [char("begin"), instruction(text), char("end")].concat();
    for (text, expected) in [
        ("SYMBOL 252 \\f Wingdings \\s 12", "✓"),
        (" SYMBOL 0xFC \\f \"Wingdings\" ", "✓"),
        ("SYMBOL 61 \\f \"Symbol\"", "="),
        ("SYMBOL 169", "©"),
        ("SYMBOL 128512 \\u", "\u{1f600}"),
        ("SYMBOL", ""),
        ("SYMBOL 99999999999", ""),
    ] {
        assert_eq!(shown(&(run("A") + &field(text))), format!("A{expected}"), "{text}");
    }
    let numbers = [
        field("AUTONUM"),
        run(" a "),
        field(" autonumlgl "),
        run(" b "),
        field("LISTNUM \\l 1"),
        run(" c "),
        field("LISTNUM"),
    ];
    assert_eq!(shown(&numbers.concat()), "1. a 2. b 1) c 2)");
}
