//! Pages that Word documents embed.

use crate::files::{read, relationships, text};
use crate::zip_writer::{Entry, zip};

/// A document whose text is an embedded file.
fn with_chunk(name: &str, body: &str, chunk: &[u8]) -> Vec<u8> {
    let rels = relationships(&[("rId1", "aFChunk", name)]);
    let types = "<Types><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.\
        openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    zip(&[
        Entry::deflated("[Content_Types].xml", types.as_bytes()),
        Entry::deflated("word/document.xml", document.as_bytes()),
        Entry::deflated("word/_rels/document.xml.rels", rels.as_bytes()),
        Entry::deflated(&format!("word/{name}"), chunk),
    ])
}

/// The text of a document that is only an embedded file.
fn shown(name: &str, chunk: impl AsRef<[u8]>) -> String {
    text(&with_chunk(name, "<w:altChunk r:id=\"rId1\"/>", chunk.as_ref()))
}

#[test]
fn embedded_html_is_read_and_other_embedded_text_is_named() {
    let chunk = "<w:altChunk r:id=\"rId1\"/>";
    let paragraph = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let body = [&*paragraph("before"), chunk, &paragraph("after")].concat();
    let html =
        "<html><body><h1>Aims</h1><p>a <span hidden=\"\">b</span><p># c [empty]</body></html>";
    let document = read(&with_chunk("chunk.html", &body, html.as_bytes()));
    let expected = "before\n\n# Aims\n\na [hidden: b]\n\n\\# c \\[empty]\n\nafter\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.unseen.texts, 1);
    let table = format!("<w:tbl><w:tr><w:tc>{chunk}</w:tc></w:tr></w:tbl>");
    let file = with_chunk("chunk.html", &table, b"<p>a|b</p>");
    assert_eq!(text(&file), "| a\\|b |\n|---|\n");
    let missing = "[missing: the text of the embedded file a\\] [hidden: x.mht is not read]\n";
    let document = read(&with_chunk("a] [hidden: x.mht", chunk, b""));
    assert_eq!(document.text.replace("\\[", "["), missing);
    assert!(document.text.contains("\\[hidden"));
    assert_eq!(document.facts.left_out.objects, 1);
}

#[test]
fn elements_without_content_need_no_end() {
    let head = "<meta charset=utf-8><link rel=x><base href=y><title>T</title>";
    let body = "<p>a<br>b<img src=c.png>d<hr><input type=hidden>e<wbr>f</p>";
    let expected = "a\nb![](c.png)d\n\nef\n";
    let page = format!("<html><head>{head}</head><body>{body}</body></html>");
    assert_eq!(shown("a.html", &page), expected);
    let capitals =
        page.replace("<br>", "<BR>").replace("head>", "HEAD>").replace("img src", "IMG SRC");
    assert_eq!(shown("a.HTM", capitals), expected);
    assert_eq!(shown("a.html", format!("<html><head>{head}<body>{body}")), expected);
    assert_eq!(
        shown("a.html", "<p>a".repeat(1000)),
        "a\n\n".repeat(1000).trim_end().to_owned() + "\n"
    );
    let nested =
        "<template><template>x</template>y</template><p>a<math><mtext><br>b</mtext></math>c";
    assert_eq!(shown("a.html", nested), "abc\n");
}

#[test]
fn a_page_has_the_encoding_that_it_declares() {
    let page = |head: &str, text: &[u8]| {
        let (before, after) = (format!("{head}<p>"), "</p>".as_bytes());
        shown("a.html", [before.as_bytes(), text, after].concat())
    };
    for (head, bytes) in [
        ("<meta charset=windows-1252>", &b"\x93a\x94"[..]),
        ("<META CHARSET='windows-1252'/>", b"\x93a\x94"),
        (
            "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1252\">",
            b"\x93a\x94",
        ),
        ("<?xml version=\"1.0\" encoding=\"windows-1252\"?>", b"\x93a\x94"),
        ("", b"\x93a\x94"),
        ("", "“a”".as_bytes()),
        ("<meta charset=utf-8>", "“a”".as_bytes()),
        ("<meta charset=utf-16>", "“a”".as_bytes()),
        ("\u{feff}<meta charset=windows-1252>", "“a”".as_bytes()),
        ("<meta charset=shift_jis>", b"\x81\x67a\x81\x68"),
    ] {
        assert_eq!(page(head, bytes), "“a”\n", "{head}");
    }
    let wide: Vec<u8> = "\u{feff}<p>“a”".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(shown("a.htm", wide), "“a”\n");
}

#[test]
fn conditions_of_word_are_not_text() {
    let page = "<!--[if gte mso 9]><xml><o:x>y</o:x></xml><![endif]--><p><![if !supportLists]>1. \
        <![endif]>a<![CDATA[b]]></p><!--[if !mso]><!--><p>c</p><!--<![endif]-->";
    assert_eq!(shown("a.html", page), "1. ab\n\nc\n");
    let others =
        "<?xml:namespace prefix = o /><p>a<o:p></o:p></p><script>if (a<b && c>d) e()</script>b";
    assert_eq!(shown("a.html", others), "a\n\nb\n");
}

#[test]
fn a_page_in_a_mail_is_read() {
    let mail = |headers: &str, body: &str| {
        format!(
            "MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\
             \tboundary=\"--=x\"\r\n\r\nText\r\n\r\n----=x\r\nContent-Type: text/plain\r\n\r\n\
             no\r\n----=x\r\nContent-Location: a\r\n{headers}\r\n\r\n{body}\r\n----=x\r\n\
             Content-Type: image/png\r\n\r\nno\r\n----=x--\r\n"
        )
    };
    let quoted = "Content-Type: text/html; charset=\"windows-1252\"\r\n\
        Content-Transfer-Encoding: quoted-printable";
    let body = "<meta charset=3Dutf-8><p class=3D\"b\">=93a=\r\n=94 =\r\nb</p>\r\n-->";
    assert_eq!(shown("a.mht", mail(quoted, body)), "“a” b\n\n-->\n");
    let base64 = "CONTENT-TYPE: text/html;\r\n\tcharset=utf-8\r\nContent-Transfer-Encoding: base64";
    assert_eq!(shown("a.MHT", mail(base64, "PHA+4oCcYeKA\r\nnTwvcD4=")), "“a”\n");
    assert_eq!(shown("a.mht", mail(base64, "PHA+4oCcYeKAnQ==")), "“a”\n");
    assert_eq!(shown("a.mhtml", mail("Content-Type: text/html", "<p>“a”")), "“a”\n");
    let plain = "Content-Type: text/html; charset=utf-8\n\n<p>“a”";
    assert_eq!(shown("a.eml", plain), "“a”\n");
    let none = mail("Content-Type: text/css", "x");
    assert_eq!(
        shown("a.mht", none),
        "[missing: the text of the embedded file a.mht is not read]\n"
    );
}

#[test]
fn a_page_that_breaks_off_is_read_up_to_there() {
    let expected = "a\n\n[missing: the rest of this file, which is damaged: malformed XML]\n";
    assert_eq!(shown("a.html", "<p>a</p><!-- b"), expected);
}

#[test]
fn a_page_that_is_too_large_is_cut() {
    let page = format!("<p>a</p>{}<p>b</p>", "<!-- -->".repeat(1 << 20));
    let expected = "a\n\n[missing: the rest of this file, which is damaged: it is too large]\n";
    assert_eq!(shown("a.html", page), expected);
}
