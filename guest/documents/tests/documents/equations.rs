//! Equations as text.

use crate::files::{docx, epub, odf, office, read, relationships, text};
use crate::zip_writer::{Entry, zip};

/// The text of an equation of Office. `t` in braces stands for a run.
fn office_math(xml: &str) -> String {
    let xml = xml.replace('{', "<m:r><m:t>").replace('}', "</m:t></m:r>");
    let text = text(&docx(&format!("<w:p><m:oMath>{xml}</m:oMath></w:p>")));
    text.trim_end_matches('\n').to_owned()
}

#[test]
fn equations_of_office_have_their_structure() {
    for (xml, expected) in [
        ("<m:f><m:num>{1}</m:num><m:den>{2}</m:den></m:f>", "(1)/(2)"),
        (
            "<m:f><m:fPr><m:type m:val=\"noBar\"/></m:fPr><m:num>{n}</m:num><m:den>{k}</m:den>\
             </m:f>",
            "n choose k",
        ),
        ("<m:sSup><m:e>{10}</m:e><m:sup>{3}</m:sup></m:sSup>", "10^(3)"),
        ("<m:sSub><m:e>{x}</m:e><m:sub>{i}</m:sub></m:sSub>", "x_(i)"),
        ("<m:sSubSup><m:e>{x}</m:e><m:sub>{i}</m:sub><m:sup>{2}</m:sup></m:sSubSup>", "x_(i)^(2)"),
        ("<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>{x}</m:e></m:rad>", "√(x)"),
        ("<m:rad><m:deg>{3}</m:deg><m:e>{x}</m:e></m:rad>", "√[3](x)"),
        (
            "<m:nary><m:naryPr><m:chr m:val=\"∑\"/></m:naryPr><m:sub>{i=1}</m:sub>\
             <m:sup>{n}</m:sup><m:e>{x}</m:e></m:nary>",
            "∑_(i=1)^(n) x",
        ),
        ("<m:nary><m:naryPr/><m:sub/><m:sup/><m:e>{x}</m:e></m:nary>", "∫ x"),
        ("<m:d><m:e>{a}</m:e><m:e>{b}</m:e></m:d>", "(a|b)"),
        (
            "<m:d><m:dPr><m:begChr m:val=\"[\"/><m:endChr m:val=\"]\"/></m:dPr><m:e>{a}</m:e>\
             </m:d>",
            "[a]",
        ),
        (
            "<m:m><m:mPr/><m:mr><m:e>{1}</m:e><m:e>{0}</m:e></m:mr>\
             <m:mr><m:e>{0}</m:e><m:e>{1}</m:e></m:mr></m:m>",
            "[1, 0; 0, 1]",
        ),
        ("<m:eqArr><m:e>{a=1}</m:e><m:e>{b=2}</m:e></m:eqArr>", "a=1; b=2"),
        ("<m:func><m:fName>{sin}</m:fName><m:e>{x}</m:e></m:func>", "sin x"),
        ("<m:limLow><m:e>{lim}</m:e><m:lim>{x→0}</m:lim></m:limLow>", "lim_(x→0)"),
        ("<m:acc><m:accPr><m:chr m:val=\"\u{305}\"/></m:accPr><m:e>{x}</m:e></m:acc>", "x\u{305}"),
        ("<m:acc><m:e>{x}</m:e></m:acc>", "x\u{302}"),
        ("{a}<w:del>{b}</w:del>{c}", "ac"),
        ("{cos\u{2061}α}", "cos α"),
    ] {
        assert_eq!(office_math(xml), expected, "{xml}");
    }
}

#[test]
fn an_equation_stands_in_its_text_and_is_not_left_out() {
    let body = "<w:p><w:r><w:t>so </w:t></w:r><m:oMathPara><m:oMath><m:r><m:t>x</m:t></m:r>\
        </m:oMath></m:oMathPara><w:r><w:t> is</w:t></w:r></w:p><w:p><m:oMath/></w:p>";
    let document = read(&docx(body));
    assert_eq!(document.text, "so x is\n");
    assert_eq!(document.facts.left_out.equations, 0);
    let hidden = "<w:p><m:oMath><m:r><w:rPr><w:vanish/></w:rPr><m:t>x</m:t></m:r></m:oMath></w:p>";
    assert_eq!(text(&docx(hidden)), "[hidden: x]\n");
}

#[test]
fn equations_of_slides_are_text() {
    let main = "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/></p:sldIdLst></p:presentation>";
    let rels = relationships(&[("rId1", "slide", "slides/slide1.xml")]);
    let slide = "<p:sld><p:sp><p:txBody><a:p><a:r><a:t>y = </a:t></a:r><mc:AlternateContent>\
        <mc:Choice><a14:m><m:oMath><m:sSup><m:e><m:r><a:rPr/><m:t>x</m:t></m:r></m:e><m:sup><m:r>\
        <m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></mc:Choice><mc:Fallback/>\
        </mc:AlternateContent></a:p></p:txBody></p:sp></p:sld>";
    let parts = [
        ("ppt/presentation.xml", main),
        ("ppt/_rels/presentation.xml.rels", &*rels),
        ("ppt/slides/slide1.xml", slide),
    ];
    let file = office("ppt/presentation.xml", "presentationml.presentation", &parts);
    assert_eq!(text(&file), "## Slide 1\n\ny = x^(2)\n");
}

/// The elements of MathML, each with its content, and the text.
const MATHML: [(&str, &str); 15] = [
    ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "(1)/(2)"),
    ("<mrow><mi> a </mi><mo>+</mo><mi>b</mi></mrow>", "a+b"),
    ("<msup><mi>x</mi><mn>2</mn></msup><msub><mi>y</mi><mi>i</mi></msub>", "x^(2)y_(i)"),
    ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_(i)^(2)"),
    ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"),
    ("<mroot><mi>x</mi><mn>3</mn></mroot>", "(x)^(1/3)"),
    ("<munderover><mo>∑</mo><mi>a</mi><mi>b</mi></munderover><mi>x</mi>", "∑_(a)^(b)x"),
    ("<mfenced open=\"[\" close=\"]\"><mi>a</mi><mi>b</mi></mfenced>", "[a, b]"),
    (
        "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd>\
         </mtr></mtable>",
        "[1, 2; 3]",
    ),
    ("<mfrac linethickness=\"0pt\"><mi>n</mi><mi>k</mi></mfrac>", "n choose k"),
    ("<mfrac linethickness=\"0.5\"><mi>n</mi><mi>k</mi></mfrac>", "(n)/(k)"),
    ("<menclose notation=\"radical\"><mi>x</mi></menclose>", "√(x)"),
    ("<menclose notation=\"box\"><mi>x</mi></menclose>", "x"),
    (
        "<mmultiscripts><mi>C</mi><mi>a</mi><mi>b</mi><none/><mi>c</mi><mprescripts/><mn>6</mn>\
         <mn>14</mn></mmultiscripts><mi>x</mi>",
        "C_(a)^(b)^(c)_(6)^(14)x",
    ),
    ("<semantics><mi>x</mi><annotation>{x}</annotation></semantics>", "x"),
];

#[test]
fn equations_of_books_have_their_structure() {
    for (xml, expected) in MATHML {
        let document = read(&epub(&[&format!("<h1>T</h1><p>a <math>{xml}</math> b</p>")]));
        assert_eq!(document.text, format!("# T\n\na {expected} b\n"), "{xml}");
        assert_eq!(document.facts.left_out.equations, 0);
    }
    // A chapter may leave its tags open.
    assert_eq!(text(&epub(&["<h1>T</h1><p><math><mfrac><mn>1</mn>"])), "# T\n\n(1)/\n");
    let open = "<h1>T</h1><p><math><mfrac><mn>1</math> b</p><p>c</p>";
    assert_eq!(text(&epub(&[open])), "# T\n\n(1 b\n\nc\n");
}

#[test]
fn equations_of_opendocument_are_read_from_their_parts() {
    let object =
        |name: &str| format!("<draw:frame><draw:object xlink:href=\"./{name}\"/></draw:frame>");
    let body = format!("<text:p>so {} is {}</text:p>", object("Object 1"), object("Object 2"));
    let content = format!(
        "<office:document-content><office:body>{body}</office:body></office:document-content>"
    );
    let formula = "application/vnd.oasis.opendocument.formula";
    let manifest = format!(
        "<manifest:manifest><manifest:file-entry manifest:full-path=\"Object 1/\" \
         manifest:media-type=\"{formula}\"/><manifest:file-entry manifest:full-path=\"Object 2/\" \
         manifest:media-type=\"{formula}\"/></manifest:manifest>"
    );
    let math = "<math><semantics><msup><mi>c</mi><mn>2</mn></msup><annotation>c^2</annotation>\
        </semantics></math>";
    let file = zip(&[
        Entry::stored("mimetype", b"application/vnd.oasis.opendocument.text"),
        Entry::deflated("META-INF/manifest.xml", manifest.as_bytes()),
        Entry::deflated("content.xml", content.as_bytes()),
        Entry::deflated("Object 1/content.xml", math.as_bytes()),
        Entry::deflated("Object 2/content.xml", b"<math><mi>damaged"),
    ]);
    let document = read(&file);
    assert_eq!(document.text, "so c^(2) is\n");
    // The other one is left out.
    assert_eq!(document.facts.left_out.equations, 1);
    let sheet = format!(
        "<table:table><table:table-row><table:table-cell>{}</table:table-cell></table:table-row>\
         </table:table>",
        object("Object 1")
    );
    let sheet = format!(
        "<office:document-content><office:body>{sheet}</office:body></office:document-content>"
    );
    let file = zip(&[
        Entry::stored("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        Entry::deflated("META-INF/manifest.xml", manifest.as_bytes()),
        Entry::deflated("content.xml", sheet.as_bytes()),
        Entry::deflated("Object 1/content.xml", math.as_bytes()),
    ]);
    let document = read(&file);
    assert!(document.text.ends_with("Shape A1: c^(2)\n"), "{}", document.text);
    assert_eq!(document.facts.left_out.equations, 1);
}

#[test]
fn equations_in_the_text_of_opendocument_are_read() {
    let shown = |body: &str| text(&odf("text", "", body));
    let math = "<draw:frame><draw:object><math:math><math:mi>x</math:mi> <math:mo>=</math:mo>\
        <math:msup><math:mn>12</math:mn><math:mi>n</math:mi></math:msup></math:math></draw:object>\
        </draw:frame>";
    assert_eq!(shown(&format!("<text:p>so {math} is</text:p>")), "so x=12^(n) is\n");
    assert_eq!(shown(math), "x=12^(n)\n");
}

#[test]
fn equations_of_rich_text_have_their_structure() {
    let run = |text: &str| format!("{{\\mr\\mscr0\\msty2{{\\rtlch \\ltrch\\f34 {text}}}}}");
    let equation = |body: &str| {
        let body = format!(
            "so {{\\mmath{{\\*\\moMathPara{{\\*\\moMathParaPr{{\\mjc left}}}}\
             {{\\*\\moMath{body}}}}}\
             {{\\mmathPict{{\\pict 00}}}}}} is"
        );
        let document = read(format!("{{\\rtf1 {body}}}").as_bytes());
        assert_eq!((document.facts.left_out.equations, document.facts.left_out.images), (0, 0));
        document.text.trim().to_owned()
    };
    let (n, k) = (run("n"), run("k"));
    for (body, expected) in [
        (format!("{n}{}", run("=\\u945 ?")), "n=α"),
        (format!("{{\\mf{{\\mfPr{{\\mtype bar}}}}{{\\mnum {n}}}{{\\mden {k}}}}}"), "(n)/(k)"),
        (format!("{{\\mf{{\\mfPr{{\\mtype noBar}}}}{{\\mnum {n}}}{{\\mden {k}}}}}"), "n choose k"),
        (format!("{{\\msSup{{\\msSupPr}}{{\\me {n}}}{{\\msup {k}}}}}"), "n^(k)"),
        (
            format!(
                "{{\\mnary{{\\mnaryPr{{\\mchr \\u8721 ?}}{{\\msubHide off}}}}{{\\msub {n}}}{{\\msup\
                 {k}}}{{\\me {n}}}}}"
            ),
            "∑_(n)^(k) n",
        ),
        (format!("{{\\md{{\\mdPr{{\\mbegChr \\{{}}{{\\mendChr }}}}{{\\me {n}}}}}"), "{n"),
        (format!("{{\\mm{{\\mmr{{\\me {n}}}{{\\me {k}}}}}{{\\mmr{{\\me {n}}}}}}}"), "[n, k; n]"),
        (format!("{{\\mphant{{\\mphantPr{{\\mshow off}}}}{{\\me {n}}}}}"), "[hidden: n]"),
        (format!("{{\\v {n}}}{k}"), "[hidden: nk]"),
        (format!("{{\\deleted {n}}}{k}"), "k"),
    ] {
        assert_eq!(equation(&body), format!("so {expected} is"), "{body}");
    }
    assert_eq!(equation(""), "so  is");
    assert_eq!(text(b"{\\rtf1{\\moMath{\\mr x"), "x\n");
}

#[test]
fn an_equation_is_hidden_if_text_in_it_is() {
    let run = |look: &str, text: &str| format!("<m:r><w:rPr>{look}</w:rPr><m:t>{text}</m:t></m:r>");
    let phantom = |show: &str| {
        format!("<m:phant><m:phantPr>{show}</m:phantPr><m:e>{{b}}</m:e></m:phant>{{a}}")
    };
    for (xml, expected) in [
        (run("<w:vanish/>", "b") + &run("", "a"), "[hidden: ba]"),
        (run("", "b") + &run("<w:color w:val=\"FFFFFF\"/>", "a"), "[hidden: ba]"),
        (run("<w:vanish/>", " ") + &run("", "a"), "a"),
        (phantom("<m:show m:val=\"0\"/>"), "[hidden: ba]"),
        (phantom("<m:show/>"), "ba"),
        (phantom(""), "ba"),
    ] {
        assert_eq!(office_math(&xml).trim(), expected, "{xml}");
    }
    for (xml, expected) in [
        ("<mi>a</mi><mphantom><mi>b</mi></mphantom>", "[hidden: ab]"),
        ("<mphantom><mspace/></mphantom><mi>a</mi>", "a"),
        ("<mi>a</mi><mtext style=\"display: none\">b</mtext>", "[hidden: ab]"),
        ("<mi>a</mi><mstyle mathcolor=\"#ffffff\"><mi>b</mi></mstyle>", "[hidden: ab]"),
        ("<mi>a</mi><mtext style=\"color: red\">b</mtext>", "ab"),
    ] {
        let book = text(&epub(&[&format!("<h1>T</h1><p><math>{xml}</math></p>")]));
        assert_eq!(book, format!("# T\n\n{expected}\n"), "{xml}");
    }
}
