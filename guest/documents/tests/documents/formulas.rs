//! Tests of the formulas of cells.

use crate::files::{odf, read, text, with_formulas, xlsx};

#[test]
fn cells_show_their_formulas() {
    let file = xlsx(
        "<row r=\"1\"><c r=\"A1\"><v>2</v></c><c r=\"B1\"><f>SUM(A1:A9)&amp;\"[empty]\"</f><v>4</v>\
         </c><c r=\"C1\" t=\"str\"><f>IF(A1=2,\n\"\",1)</f><v></v></c><c r=\"D1\"><f>B1|2</f></c>\
         <c r=\"E1\" t=\"inlineStr\"><is><t>4 [=A1]</t></is></c></row>",
    );
    let row =
        "| 1 | 2 | 4 [=SUM(A1:A9)&\"\\[empty]\"] | [=IF(A1=2, \"\",1)] | [=B1\\|2] | 4 \\[=A1] |\n";
    let with = with_formulas(&file);
    assert!(with.ends_with(row), "{with}");
    let without = read(&file);
    let row = "| 1 | 2 | 4 |  | =B1\\|2 | 4 [=A1] |\n";
    assert!(without.text.ends_with(row), "{}", without.text);
    // The third is shown.
    assert_eq!(without.facts.formulas, 2);
}

#[test]
fn the_references_of_shared_formulas_are_moved() {
    let of = |formula: &str| {
        let escaped = formula.replace('&', "&amp;");
        let file = xlsx(&format!(
            "<row r=\"2\"><c r=\"B2\"><f t=\"shared\" ref=\"B2:C4\" si=\"0\">{escaped}</f><v>1</v>\
             </c></row><row r=\"4\"><c r=\"C4\"><f t=\"shared\" si=\"0\"/><v>3</v></c></row>",
        ));
        let text = with_formulas(&file);
        assert!(text.contains(&format!("1 [={formula}]")), "{text}");
        let (_, moved) = text.rsplit_once("3 [=").unwrap();
        moved.trim_end().trim_end_matches("] |").to_owned()
    };
    for (formula, moved) in [
        ("A1*$A1+A$1/$A$1", "B3*$A3+B$1/$A$1"),
        ("SUM(A1:B2,$A:B,2:$3)", "SUM(B3:C4,$A:C,4:$3)"),
        ("LOG10(A1)+A1.5+1E5+TRUE", "LOG10(B3)+A1.5+1E5+TRUE"),
        ("'A1 ''B2'!C3&\"A1\"&Q1!A1", "'A1 ''B2'!D5&\"A1\"&Q1!B3"),
        ("[1]Data!A1+T1[[#This Row],[A1]]+T1[A1]", "[1]Data!B3+T1[[#This Row],[A1]]+T1[A1]"),
        ("XFD1+A1048576", "#REF!+#REF!"),
        ("_x.A1(é1,A1_b,Ä1)", "_x.A1(é1,A1_b,Ä1)"),
        ("A1:INDEX(B:B,3)", "B3:INDEX(C:C,3)"),
        ("\"A1", "\"A1"),
        ("[A1", "[A1"),
    ] {
        assert_eq!(of(formula), moved);
    }
}

#[test]
fn an_array_formula_names_its_range() {
    let file = xlsx(
        "<row r=\"2\"><c r=\"B2\"><f t=\"array\" ref=\"B2:B3\">A2:A3*2</f><v>2</v></c><c r=\"C2\">\
         <f t=\"array\" ref=\"C2\">SUM(A2:A3*2)</f><v>6</v></c></row><row r=\"3\"><c r=\"B3\"><v>4\
         </v></c><c r=\"C3\"><f>B3</f><v>4</v></c></row>",
    );
    let rows = "| 2 |  | 2 [=A2:A3*2 in B2:B3] | 6 [=SUM(A2:A3*2)] |\n| 3 |  | 4 | 4 [=B3] |\n";
    assert!(with_formulas(&file).ends_with(rows));
}

#[test]
fn shared_formulas_without_a_text_are_named() {
    let file = xlsx("<row r=\"1\"><c r=\"A1\"><f t=\"shared\" si=\"7\"/><v>1</v></c></row>");
    assert!(with_formulas(&file).ends_with("| 1 | 1 [=…] |\n"));
    assert_eq!(read(&file).facts.formulas, 1);
}

#[test]
fn formulas_of_open_document_are_shown_like_those_of_applications() {
    let cell = |formula: &str, value: &str| {
        format!("<table:table-cell table:formula=\"{formula}\" {value}</table:table-cell>")
    };
    let value = "office:value-type=\"float\" office:value=\"3\"><text:p>3</text:p>";
    let cells = [
        cell("of:=SUM([.A1:.$B$2];[$'a.[b]'.C3])&amp;&quot;[.x]:=&quot;", value),
        cell("=A1=1", value),
        cell("oooc:=[.A1]", ">"),
        cell("of:=[.A1:.A2]*2", &format!("table:number-matrix-rows-spanned=\"2\" {value}")),
        cell("of:=&quot;&quot;", "office:value-type=\"string\" office:string-value=\"\">"),
    ];
    let table = format!(
        "<table:table table:name=\"S\"><table:table-row>{}</table:table-row></table:table>",
        cells.concat()
    );
    let file = odf("spreadsheet", "", &table);
    let row = "| 1 | 3 [=SUM(A1:$B$2;$'a.[b]'.C3)&\"[.x]:=\"] | 3 [=A1=1] | [=A1] | \
        3 [=A1:A2*2 in D1:D2] | [=\"\"] |\n";
    let with = with_formulas(&file);
    assert!(with.ends_with(row), "{with}");
    assert!(text(&file).ends_with("| 1 | 3 | 3 | =A1 | 3 |\n"));
    assert_eq!(read(&file).facts.formulas, 3);
}
