//! The characters of codes 0x20 to 0xff in the encodings of simple fonts. U+FFFD means unassigned.

/// `StandardEncoding`.
pub(super) const STANDARD: &str = "\
    \u{20}!\"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstu\
    vwxyz{|}~\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ\u{fffd}–†‡·\u{fffd}¶•‚„”»…‰\u{fffd}¿\u{fffd}`´ˆ˜\
    ¯˘˙¨\u{fffd}˚¸\u{fffd}˝˛ˇ—\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}Æ\u{fffd}ª\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}ŁØŒº\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}æ\u{fffd}\
    \u{fffd}\u{fffd}ı\u{fffd}\u{fffd}łøœß\u{fffd}\u{fffd}\u{fffd}\u{fffd}";

/// `WinAnsiEncoding`.
pub(super) const WIN_ANSI: &str = "\
    \u{20}!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstu\
    vwxyz{|}~•€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃ\
    ÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

/// `MacRomanEncoding`.
pub(super) const MAC_ROMAN: &str = "\
    \u{20}!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstu\
    vwxyz{|}~\u{fffd}ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆\
    «»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// The glyphs after `MAC_ROMAN` in the order of Macintosh fonts, starting at glyph 226.
pub(super) const MORE_STANDARD_GLYPHS: &str = "ŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ";

/// The encoding of the font Symbol.
pub(super) const SYMBOL: &str = "\
    \u{20}!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\u{f8e5}αβχδεφγηιϕκλμνοπ\
    θρστυϖωξψζ{|}∼\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…\u{f8e6}\u{f8e7}↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇\u{f6da}\
    \u{f6d9}\u{f6db}∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈\u{f8e8}\u{f8e9}\u{f8ea}∑\u{f8eb}\u{f8ec}\u{f8ed}\u{f8ee}\
    \u{f8ef}\u{f8f0}\u{f8f1}\u{f8f2}\u{f8f3}\u{f8f4}ð〉∫⌠\u{f8f5}⌡\u{f8f6}\u{f8f7}\u{f8f8}\
    \u{f8f9}\u{f8fa}\u{f8fb}\u{f8fc}\u{f8fd}\u{f8fe}ÿ";

/// The encoding of the font ZapfDingbats.
pub(super) const DINGBATS: &str = "\
    \u{20}✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❐❑❒▲▼◆❖◗\
    ❘❙❚❛❜❝❞\u{fffd}❨❩❪❫❬❭❮❯❰❱❲❳❴❵\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{a0}❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯ð➱➲\
    ➳➴➵➶➷➸➹➺➻➼➽➾ÿ";

/// The widths of codes 0x20 to 0x7e of Helvetica, in thousandths of the size.
pub(super) const HELVETICA_WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The widths of codes 0x20 to 0x7e of Times-Roman, in thousandths of the size.
pub(super) const TIMES_WIDTHS: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611,
    556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722,
    722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500,
    278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];
