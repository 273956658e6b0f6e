//! Codes are mapped to characters.

use crate::files::{HELVETICA, below_heading, deflate, document, line, read, text};
use readroom_pdf::Limit;

fn shown_in(font: &str, extra: &[(u32, &str, &str)], content: &str) -> String {
    let mut objects = document(font, &[content]);
    for (number, entries, data) in extra {
        objects = objects.stream(*number, entries, data.as_bytes());
    }
    below_heading(&text(&objects.file()))
}

#[test]
fn encodings_have_differences() {
    let font = |encoding: &str| format!("<< /Type /Font /Subtype /Type1 /Encoding {encoding} >>");
    let shown = |encoding: &str, text: &str| shown_in(&font(encoding), &[], &line(text));
    assert_eq!(shown("/WinAnsiEncoding", "\\200\\344\\223x\\224"), "€ä“x”");
    assert_eq!(shown("/MacRomanEncoding", "\\200\\212"), "Ää");
    assert_eq!(shown("/StandardEncoding", "\\256\\257'"), "fifl’");
    let differences = "<< /Differences [65 /Adieresis /f_f_i 1 /uni20AC 300 /B] \
        /BaseEncoding /WinAnsiEncoding >>";
    assert_eq!(shown(differences, "AB\\001C"), "Äffi€C");
    assert_eq!(shown("<< /Differences [65 /g123] >>", "A"), "\u{fffd}");
    let symbol = "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>";
    assert_eq!(shown_in(symbol, &[], &line("ab")), "αβ");
}

const TO_UNICODE: &str = "/CIDInit /ProcSet findresource begin begincmap \
    1 begincodespacerange <0000> <FFFF> endcodespacerange \
    2 beginbfchar <0001> <0041> <0002> <D83DDE00> endbfchar \
    2 beginbfrange <0010> <0012> <0061> <0020> <0021> [<00660069> <0078>] endbfrange endcmap";

#[test]
fn a_font_of_pictures_names_its_codes() {
    let font = "<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] \
        /FontBBox [0 0 50 80] /FirstChar 97 /Widths [50 50 50] \
        /Encoding << /Differences [97 /a97 /b98 /x9] >> >>";
    assert_eq!(shown_in(font, &[], "BT /F1 10 Tf [(ab) -1 (bc)] TJ ET"), "abb\u{fffd}");
    let dingbats = font.replace("Type3", "Type1");
    assert_eq!(shown_in(&dingbats, &[], "BT /F1 10 Tf (a) Tj ET"), "❛");
}

#[test]
fn a_composite_font_has_a_map_to_unicode() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 50 0 R \
        /DescendantFonts [<< /Subtype /CIDFontType2 /DW 500 /W [1 [600 700] 16 18 250] >>] >>";
    let content = "BT /F1 10 Tf <00010002001000120020002100FF> Tj ET";
    let file = document(font, &[content]).stream(50, "", TO_UNICODE.as_bytes()).file();
    let document = read(&file).unwrap();
    assert_eq!(below_heading(&document.text), "A😀acfix\u{fffd}");
    assert_eq!((document.facts.characters, document.facts.undecoded), (7, 1));
}

#[test]
fn codes_are_as_long_as_a_map_says() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding 51 0 R /ToUnicode 50 0 R \
        /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>";
    let encoding = "2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange \
        1 begincidrange <00> <7F> 1 endcidrange";
    let to_unicode = "2 beginbfchar <41> <0061> <8041> <0062> endbfchar";
    let content = "BT /F1 10 Tf <41804141> Tj ET";
    assert_eq!(shown_in(font, &[(50, "", to_unicode), (51, "", encoding)], content), "aba");
}

#[test]
fn some_predefined_maps_are_unicode() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /UniGB-UTF16-H \
        /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>";
    assert_eq!(shown_in(font, &[], "BT /F1 10 Tf <4F60597D> Tj ET"), "你好");
    let font = font.replace("UniGB-UTF16-H", "90ms-RKSJ-H");
    assert_eq!(shown_in(&font, &[], "BT /F1 10 Tf (a\\202\\240b) Tj ET"), "aあb");
}

#[test]
fn predefined_maps_are_encodings() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /MAP \
        /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>";
    for (map, codes, shown) in [
        ("90ms-RKSJ-H", "<93FA967B8CEA B1>", "日本語ｱ"),
        ("EUC-V", "<C6FCCBDC>", "日本"),
        ("H", "<467C 4B5C>", "日本"),
        ("GBK-EUC-H", "<C4E3 41>", "你A"),
        ("GBKp-EUC-H", "<BADACCE5>", "黑体"),
        ("GB-H", "<4463>", "你"),
        ("KSCms-UHC-H", "<C7D1B1DB>", "한글"),
        ("ETen-B5-H", "<A4A4A4E5>", "中文"),
        ("UniJIS-UTF16-H", "<D842DFB7 0041>", "𠮷A"),
        ("UniGB-UCS2-H", "<4F60>", "你"),
        ("CNS-EUC-H", "<C4E3>", "\u{fffd}\u{fffd}"),
        ("90ms-RKSJ-H", "<93>", "\u{fffd}"),
    ] {
        let font = font.replace("MAP", map);
        assert_eq!(shown_in(&font, &[], &format!("BT /F1 10 Tf {codes} Tj ET")), shown, "{map}");
    }
}

#[test]
fn a_collection_orders_the_glyphs_of_a_font() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H \
        /DescendantFonts [<< /Subtype /CIDFontType0 \
        /CIDSystemInfo << /Registry (Adobe) /Ordering (NAME) >> >>] >>";
    for (name, codes, shown) in [
        ("Japan1", "<0022 034B 0CD4 FFFF>", "Aあ日\u{fffd}"),
        ("GB1", "<0022 0B46>", "A你"),
        ("Korea1", "<0022 0CE0>", "A한"),
        ("CNS1", "<0022 0253>", "A一"),
        ("Identity", "<0022>", "\u{fffd}"),
    ] {
        let font = font.replace("NAME", name);
        assert_eq!(shown_in(&font, &[], &format!("BT /F1 10 Tf {codes} Tj ET")), shown, "{name}");
    }
}

#[test]
fn a_map_to_unicode_can_be_a_name_or_a_map_to_glyphs() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode MAP \
        /DescendantFonts [<< /Subtype /CIDFontType2 >>] >>";
    let content = "BT /F1 10 Tf <00480069> Tj ET";
    assert_eq!(shown_in(&font.replace("MAP", "/Identity-H"), &[], content), "Hi");
    let map = "1 begincidrange <0040> <0069> 65 endcidrange";
    assert_eq!(shown_in(&font.replace("MAP", "50 0 R"), &[(50, "", map)], content), "Ij");
    // A map without mappings does not replace the order of a known font.
    let arial = font.replace("/CIDFontType2", "/CIDFontType2 /BaseFont /ArialMT");
    let arial = arial.replace("/Encoding", "/BaseFont /ABCDEF+ArialMT /Encoding");
    let empty = [(50, "", "1 begincodespacerange <00> <FF> endcodespacerange")];
    let content = "BT /F1 10 Tf <0024 00C0 00F1> Tj ET";
    assert_eq!(shown_in(&arial.replace("MAP", "50 0 R"), &empty, content), "Afi¹");
}

#[test]
fn private_characters_are_those_of_their_symbol_font_or_are_counted() {
    let font = "<< /Type /Font /Subtype /TrueType /BaseFont /NAME /ToUnicode 50 0 R >>";
    let map = "3 beginbfchar <41> <F0B7> <42> <E000> <43> <0001> endbfchar";
    let shown = |name: &str| {
        let file = document(&font.replace("NAME", name), &[&line("ABCD")]);
        let document = read(&file.stream(50, "", map.as_bytes()).file()).unwrap();
        (below_heading(&document.text), document.facts.undecoded)
    };
    // The characters of the encoding are the second choice.
    assert_eq!(shown("SymbolMT").0, "•ΒΧ∆");
    assert_eq!(shown("ABCDEF+Other"), ("ABCD".into(), 0));
    let composite = "<< /Type /Font /Subtype /Type0 /BaseFont /Other /Encoding /Identity-H \
        /ToUnicode 50 0 R /DescendantFonts [<< /Subtype /CIDFontType2 >>] >>";
    let map = "2 beginbfchar <0041> <E000> <0042> <F8EB> endbfchar";
    let file = document(composite, &["BT /F1 10 Tf <00410042> Tj ET"]);
    let document = read(&file.stream(50, "", map.as_bytes()).file()).unwrap();
    assert_eq!(below_heading(&document.text), "\u{fffd}⎛");
    assert_eq!((document.facts.characters, document.facts.undecoded), (2, 1));
    let wingdings = "<< /Type /Font /Subtype /TrueType /BaseFont /Wingdings-Regular \
        /Encoding /WinAnsiEncoding >>";
    assert_eq!(shown_in(wingdings, &[], &line("\\374\\247!")), "✓▪\u{fffd}");
    // The codes of other fonts of this name are other symbols.
    for (series, symbols) in [("2", "✓\u{fffd}\u{fffd}"), ("3", "\u{fffd}▲\u{fffd}")] {
        let font = wingdings.replace("-Regular", series);
        assert_eq!(shown_in(&font, &[], &line("Ppl")), symbols);
    }
    let named = wingdings.replace("/WinAnsiEncoding", "<< /Differences [1 /checkbld /square6] >>");
    assert_eq!(shown_in(&named, &[], &line("\\001\\002")), "✓■");
}

#[test]
fn names_of_glyphs_are_codes_if_all_of_them_can_be() {
    let font = |names: &str| {
        format!("<< /Type /Font /Subtype /Type1 /Encoding << /Differences [1 {names}] >> >>")
    };
    let shown = |names: &str| shown_in(&font(names), &[], &line("\\001\\002"));
    assert_eq!(shown("/G48 /G69"), "Hi");
    assert_eq!(shown("/c72 /c105"), "Hi");
    assert_eq!(shown("/uni0048 /u1F600"), "H😀");
    // These are the numbers of glyphs.
    assert_eq!(shown("/c72 /c0"), "\u{fffd}\u{fffd}");
    assert_eq!(shown("/G1 /G48"), "\u{fffd}\u{fffd}");
    assert_eq!(shown("/1 /2"), "\u{fffd}\u{fffd}");
}

#[test]
fn the_glyph_that_draws_nothing_is_a_space() {
    let header = "01000401 00010101 0241 0001010109 1C00220F 1C002711";
    let program = format!(
        "{header} 000201010304 673378 0000 00 0187 0188 \
        000301 01020408 0E 8B0E 8B8B150E>"
    );
    let font = "<< /Type /Font /Subtype /Type1 /Encoding << /Differences [1 /g3 /g4] >> \
        /FontDescriptor << /FontFile3 50 0 R >> >>";
    let shown = |program: &str| {
        let extra = [(50, "/Filter /ASCIIHexDecode", program)];
        shown_in(font, &extra, &line("A\\001\\002A"))
    };
    assert_eq!(shown(&program), "A \u{fffd}A");
    for length in 0..program.len() {
        shown(program.get(..length).unwrap());
    }
}

/// Returns a TrueType program with these tables.
fn true_type(tables: &[(&str, Vec<u8>)]) -> String {
    let mut program = vec![0, 1, 0, 0, 0, u8::try_from(tables.len()).unwrap(), 0, 0, 0, 0, 0, 0];
    let mut offset = 12 + tables.len() * 16;
    for (name, data) in tables {
        program.extend(name.as_bytes());
        program.extend([0; 4]);
        program.extend(u32::try_from(offset).unwrap().to_be_bytes());
        program.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        offset += data.len();
    }
    program.extend(tables.iter().flat_map(|(_, data)| data));
    program.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")) + ">"
}

/// Returns a map of codes from 1 to glyphs, of a platform and encoding.
fn cmap(platform: u8, encoding: u8, glyphs: &[u8]) -> Vec<u8> {
    let mut map = vec![0, 0, 0, 1, 0, platform, 0, encoding, 0, 0, 0, 12];
    map.extend([0, 6, 0, 0, 0, 0, 0, 1, 0, u8::try_from(glyphs.len()).unwrap()]);
    map.extend(glyphs.iter().flat_map(|glyph| [0, *glyph]));
    map
}

/// Returns the names of glyphs: standard ones by number, and others.
fn post(numbers: &[u16], names: &[&str]) -> Vec<u8> {
    let mut post = vec![0, 2, 0, 0];
    post.extend([0; 28]);
    post.extend(u16::try_from(numbers.len()).unwrap().to_be_bytes());
    post.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
    for name in names {
        post.push(u8::try_from(name.len()).unwrap());
        post.extend(name.as_bytes());
    }
    post
}

#[test]
fn a_true_type_program_has_the_characters_of_codes_without_an_encoding() {
    let program = true_type(&[
        ("cmap", cmap(1, 0, &[3, 2, 1])),
        ("post", post(&[0, 36, 37, 258], &["alpha"])),
    ]);
    let font = "<< /Type /Font /Subtype /TrueType /FontDescriptor << /FontFile2 50 0 R >> >>";
    let extra = [(50, "/Filter /ASCIIHexDecode", program.as_str())];
    assert_eq!(shown_in(font, &extra, &line("\\001\\002\\003\\004")), "αBA\u{fffd}");
    let standard = "<< /Type /Font /Subtype /TrueType /BaseFont /Other >>";
    assert_eq!(shown_in(standard, &[], &line("\\361")), "æ");
    for length in 0..program.len() {
        let cut = program.get(..length).unwrap();
        shown_in(font, &[(50, "/Filter /ASCIIHexDecode", cut)], &line("\\001"));
    }
}

#[test]
fn glyphs_of_a_composite_font_are_those_of_its_map_to_glyphs() {
    let program = true_type(&[("post", post(&[0, 36, 37], &[]))]);
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H \
        /DescendantFonts [<< /Subtype /CIDFontType2 /CIDToGIDMap 51 0 R \
        /FontDescriptor << /FontFile2 50 0 R >> >>] >>";
    let extra = [
        (50, "/Filter /ASCIIHexDecode", program.as_str()),
        (51, "/Filter /ASCIIHexDecode", "0000 0002 0001>"),
    ];
    assert_eq!(shown_in(font, &extra, "BT /F1 10 Tf <000100020003> Tj ET"), "BA\u{fffd}");
}

/// Returns a map from Unicode with segments of all codes without a glyph, and one of `A`.
fn segments(empty: u16) -> Vec<u8> {
    let count = empty + 1;
    let mut words = vec![0, 1, 3, 1, 0, 12, 4, 0, 0, count * 2, 0, 0, 0];
    words.extend((0..empty).map(|_| 0xfffe).chain([0x41, 0]));
    words.extend((0..empty).map(|_| 0).chain([0x41]));
    words.extend((0..empty).map(|_| 0).chain([0xffc0]));
    words.extend((0..empty).map(|segment| (count - segment) * 2).chain([0]));
    words.extend([0; 0x1_0000]);
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

#[test]
fn codes_without_a_glyph_count_as_work() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H \
        /DescendantFonts [<< /Subtype /CIDFontType2 \
        /FontDescriptor << /FontFile2 50 0 R >> >>] >>";
    for (empty, shown) in [(1, "A"), (2, "\u{fffd}")] {
        let program = true_type(&[("cmap", segments(empty))]);
        let extra = [(50, "/Filter /ASCIIHexDecode", program.as_str())];
        assert_eq!(shown_in(font, &extra, "BT /F1 10 Tf <0001> Tj ET"), shown);
    }
}

#[test]
fn a_font_program_that_is_too_large_is_not_read() {
    let bomb = deflate(&vec![0; 9 << 20]);
    for program in ["FontFile", "FontFile2", "FontFile3"] {
        let font = format!(
            "<< /Type /Font /Subtype /Type1 /FontDescriptor << /{program} 50 0 R >> \
             /Encoding << /Differences [66 /x123] >> >>"
        );
        let file = document(&font, &[&line("AB")]).stream(50, "/Filter /FlateDecode", &bomb);
        assert_eq!(below_heading(&text(&file.file())), "A\u{fffd}", "{program}");
    }
    // A map to glyphs is read as far as there are glyphs.
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /BaseFont /Arial \
        /DescendantFonts [<< /Subtype /CIDFontType2 /CIDToGIDMap 51 0 R \
        /FontDescriptor << /FontFile2 50 0 R >> >>] >>";
    let map = deflate(&[0, 36].repeat(100_000));
    let file = document(font, &["BT /F1 10 Tf <0001> Tj ET"])
        .stream(50, "/Filter /FlateDecode", &bomb)
        .stream(51, "/Filter /FlateDecode", &map);
    assert_eq!(below_heading(&text(&file.file())), "A");
    // Each attempt counts as decoded.
    let font = "<< /Type /Font /Subtype /Type1 /FontDescriptor << /FontFile 50 0 R >> >>";
    let fonts: String = (0..99).map(|number| format!("/G{number} {font} ")).collect();
    let shows: String = (0..99).map(|number| format!("/G{number} 9 Tf (x) Tj ")).collect();
    let file = document(HELVETICA, &[&format!("BT {shows} ET")])
        .with(22, format!("<< /Type /Pages /Kids [10 0 R] /Resources << /Font << {fonts} >> >> >>"))
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>")
        .stream(50, "/Filter /FlateDecode", &bomb);
    let cut = read(&file.file_with("/Root 23 0 R")).unwrap().facts.cut;
    assert_eq!(cut, Some(Limit::Decoded));
}

#[test]
fn a_type_1_program_has_an_encoding() {
    let font = "<< /Type /Font /Subtype /Type1 /FontDescriptor << /FontFile 50 0 R >> >>";
    let program = "%!FontType1\n/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for\n\
        dup 65 /alpha put dup 66 /beta put readonly def currentfile eexec dup 65 /x put";
    assert_eq!(shown_in(font, &[(50, "", program)], &line("AB")), "αβ");
}

#[test]
fn a_font_that_is_missing_is_read_as_one_that_every_reader_has() {
    let file = document(HELVETICA, &["BT /F9 10 Tf (plain) Tj ET BT (x) Tj ET"]).file();
    assert!(text(&file).contains("plain"));
}

#[test]
fn a_font_in_the_resources_needs_no_object() {
    let resources = format!("/Resources << /Font << /F1 {HELVETICA} >> >>");
    let file = document(HELVETICA, &[])
        .with(20, format!("<< /Type /Page /Contents 21 0 R {resources} >>"))
        .stream(21, "", line("here").as_bytes())
        .with(22, "<< /Type /Pages /Kids [20 0 R] >>")
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>");
    assert!(text(&file.file_with("/Root 23 0 R")).contains("here"));
}

#[test]
fn standard_fonts_have_their_widths() {
    for (name, text, width) in [
        ("Helvetica", "fill", 944),
        ("Helvetica-BoldOblique", "fill", 1167),
        ("Times-Roman", "\\222mia", 1832),
        ("Times-Bold", "mia\\344", 2111),
        ("Times-Italic", "mia", 1500),
        ("Times-BoldItalic", "mia", 1556),
        ("CourierNew,Bold", "mia", 1800),
        ("Symbol", "abc", 1612),
    ] {
        let font = format!(
            "<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
        );
        let width = f64::from(width) / 100.0;
        let content = |x: f64| format!("BT /F1 10 Tf ({text}) Tj {x} 0 Td (x) Tj ET");
        let joined = shown_in(&font, &[], &content(width));
        assert!(!joined.contains(' '), "{name} {joined}");
        let parted = shown_in(&font, &[], &content(width + 2.5));
        assert!(parted.ends_with(" x"), "{name} {parted}");
    }
}
