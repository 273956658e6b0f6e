//! Encrypted files are read if the empty user password opens them. The samples are by qpdf.

use crate::files::{HELVETICA, Objects, read, text};
use crate::pieces::check;
use readroom_pdf::PdfError;

/// The encrypted parts of a page that qpdf wrote, in hexadecimal digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    dict: &'static str,
    owner: &'static str,
    user: &'static str,
    key: &'static str,
    string: &'static str,
    content: &'static str,
}

impl Sample {
    fn objects(&self) -> Objects {
        Objects::default()
            .with(1, "<< /Type /Catalog /Pages 2 0 R >>")
            .with(2, "<< /Type /Pages /Kids [3 0 R] >>")
            .with(3, page(&format!("<{}>", self.string)))
            .stream(4, "", &bytes(self.content))
            .with(5, HELVETICA)
            .with(6, self.encryption())
    }

    fn encryption(&self) -> String {
        let Self { dict, owner, user, key, .. } = self;
        format!("<< /Filter /Standard {dict} /O <{owner}> /U <{user}> /UE <{key}> >>")
    }

    pub(crate) fn file(&self) -> Vec<u8> {
        self.objects().file_with(TRAILER)
    }
}

/// Returns a page with a string, `/P`.
fn page(string: &str) -> String {
    format!(
        "<< /Type /Page /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> \
         /Properties << /P << /ActualText {string} >> >> >> >>"
    )
}

fn bytes(digits: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

const TRAILER: &str = "/Root 1 0 R /Encrypt 6 0 R /ID [<31415926535897932384626433832795> <00>]";
const TEXT: &str = "## Page 1\n\nHiall\n";
const CONTENT: &[u8] = b"BT /F1 9 Tf (Hi) Tj /S /P BDC (x) Tj EMC ET";
pub(crate) const OPEN: [Sample; 6] = [R2, R3, R4_RC4, R4_AES, R5, R6];

#[test]
fn a_file_without_a_user_password_is_read() {
    for sample in OPEN {
        let document = read(&sample.file()).unwrap();
        assert_eq!(document.text, TEXT, "{}", sample.dict);
        assert!(document.facts.is_restricted, "{}", sample.dict);
        let file = sample.file();
        let end = file.windows(4).position(|window| window == b"xref").unwrap();
        let repaired = [&file[..end], format!("trailer << {TRAILER} >>").as_bytes()].concat();
        assert_eq!(text(&repaired), TEXT, "{}", sample.dict);
    }
    assert!(!read(&crate::files::page("")).unwrap().facts.is_restricted);
}

#[test]
fn a_file_with_a_user_password_is_refused() {
    for sample in [R2_PW, R4_PW, R6_PW] {
        assert_eq!(read(&sample.file()).unwrap_err(), PdfError::Encrypted, "{}", sample.dict);
    }
    // Without its identifier, the check of the password fails.
    let file = R3.objects().file_with("/Root 1 0 R /Encrypt 6 0 R");
    assert_eq!(read(&file).unwrap_err(), PdfError::Encrypted);
}

#[test]
fn the_length_of_a_key_may_be_wrong() {
    for (length, sample) in [("/Length 40", R3), ("", R4_AES), ("/Length -1", R3)] {
        let dict = sample.dict.replace("/Length 128", length);
        let file = Sample { dict: dict.leak(), ..sample }.file();
        assert_eq!(text(&file), TEXT, "{length}");
    }
}

#[test]
fn all_strings_of_an_object_have_one_key() {
    for sample in OPEN {
        let string = format!("<{}>", sample.string);
        let before = format!("/Empty () /Short (x) /Same {string} /ActualText");
        let page = page(&string).replace("/ActualText", &before);
        let objects = sample.objects().with(3, page);
        assert_eq!(text(&objects.file_with(TRAILER)), TEXT, "{sample:?}");
        // An empty text replaces another one.
        let objects = sample.objects().with(3, self::page("()"));
        assert_eq!(text(&objects.file_with(TRAILER)), TEXT.replace("all", ""), "{sample:?}");
    }
}

#[test]
fn what_is_not_encrypted_is_not_decrypted() {
    // The strings in an object stream.
    let plain = |dict: &'static str| Sample { dict, ..R4_RC4 };
    let strings = "/V 4 /R 4 /Length 128 /StrF /A /CF << /A << /CFM /V2 >> >> \
        /EncryptMetadata false /P -1044";
    let encryption = plain(strings).encryption();
    let objects = plain(strings).objects().stream(4, "", CONTENT).with(3, page("(all)"));
    let trailer = TRAILER.replace("6 0 R", &encryption);
    assert_eq!(text(&objects.modern_file_with(&trailer)), TEXT);
    // A stream whose own filter says so.
    for entries in ["/Filter /Crypt", "/Filter [/Crypt] /DecodeParms [<< /Name /Identity >>]"] {
        let objects = R4_RC4.objects().stream(4, entries, CONTENT);
        assert_eq!(text(&objects.file_with(TRAILER)), TEXT, "{entries}");
    }
    // A file whose attachments alone are encrypted needs no password.
    let attachments = "/V 4 /R 4 /CF << /A << /CFM /V2 >> >> /EFF /A /P -1044";
    let sample = Sample { user: "00", ..plain(attachments) };
    let objects = sample.objects().stream(4, "", CONTENT).with(3, page("(all)"));
    assert_eq!(text(&objects.file_with(TRAILER)), TEXT);
}

#[test]
fn other_encryption_is_refused_with_its_reason() {
    for (dict, reason) in [
        ("/Filter /Adobe.PubSec /V 4", "it needs a certificate"),
        ("/Filter /Adobe.PPKLite", "it needs a certificate"),
        ("/Filter /Adobe.APS", "it needs a plug-in of its application"),
        ("/Filter /FOPN_foweb /V 1", "it needs a plug-in of its application"),
        ("/Filter /Standard /V 3 /R 3", "the method is unknown"),
        ("/Filter /Standard /V 9 /R 3", "the method is unknown"),
        ("/Filter /Standard /V 2 /R 9", "the method is unknown"),
        ("/Filter /Standard /V 4 /R 4 /StmF /A", "the method is unknown"),
        ("/V 1 /R 2", "its encryption dictionary is incomplete"),
        ("/Filter /Standard /V 1 /R 2 /O (x) /U (x)", "its encryption dictionary is incomplete"),
    ] {
        let file = R2.objects().with(6, format!("<< {dict} >>")).file_with(TRAILER);
        let error = PdfError::UnsupportedEncryption(reason);
        assert_eq!(read(&file).unwrap_err(), error, "{dict}");
    }
}

#[test]
fn damaged_encryption_ends() {
    for sample in OPEN {
        let file = sample.file();
        for end in 0..file.len() {
            check(&file[..end]);
        }
        for object in [
            "6 0 R",
            "null",
            "[6 0 R]",
            "<< /Filter /Standard /V 4 /R 6 /CF 6 0 R /StmF /Filter >>",
        ] {
            assert!(read(&sample.objects().with(6, object).file_with(TRAILER)).is_err());
        }
        // Streams with part of a block, or of an initialization vector.
        for length in 0..40 {
            let objects = sample.objects().stream(4, "", &vec![7; length]);
            assert!(read(&objects.file_with(TRAILER)).is_ok());
        }
    }
}

const R2: Sample = Sample {
    dict: "/V 1 /R 2 /P -28",
    owner: "59aebc0b228d02a1dd1afd7be52ad249afdc6fd71ef9234a49bfa56eb72c801a",
    user: "54cb6337d480ab06df2a711edb1fc7a67a3b319981158ee5131e0008bc02cfa2",
    key: "",
    string: "f5ca0b",
    content: "98a30d30f4e371977e791f46369469ddc08f861d4854bfce07901cd3b3e0f2d8194c05c65088\
        78bcd3825673",
};
const R3: Sample = Sample {
    dict: "/V 2 /R 3 /Length 128 /P -1044",
    owner: "65fbeeb76e4691b7dc4babe5b911ce87196f39d0cfda0f00920838327413a714",
    user: "e2920a2b4a71da6cfa84a739b7bff4270021446990b9e4114071a4d9104984c1",
    key: "",
    string: "8e682e",
    content: "331c2cda50c81a10620ad4cf18a20aec546c184fee7ec6ee6d1299a313d2634949417d9daf58\
        de2006eb0cb5",
};
const R4_RC4: Sample = Sample {
    dict: "/V 4 /R 4 /Length 128 /StmF /A /StrF /A /CF << /A << /CFM /V2 >> >> \
        /EncryptMetadata false /P -1044",
    owner: "65fbeeb76e4691b7dc4babe5b911ce87196f39d0cfda0f00920838327413a714",
    user: "6c07986cad3bcd0027e85079fbe7229a0021446990b9e4114071a4d9104984c1",
    key: "",
    string: "9babcf",
    content: "621c82ed7384d962ab049e0bcae9e373c7cd24beac3d274b5c4b35c5c31cca11e093bf7639b2\
        f3e8236c275d",
};
const R4_AES: Sample = Sample {
    dict: "/V 4 /R 4 /Length 128 /StmF /A /StrF /A /CF << /A << /CFM /AESV2 >> >> /P -1044",
    owner: "65fbeeb76e4691b7dc4babe5b911ce87196f39d0cfda0f00920838327413a714",
    user: "e2920a2b4a71da6cfa84a739b7bff4270021446990b9e4114071a4d9104984c1",
    key: "",
    string: "6fdcd370ab6f90d315a170a330731b249973cb1d4276226a45b5cc9ed3305576",
    content: "93051eefd8295c24716f4a4d38c40802977b5ad7c46c4d6c78523b1d3df5fd2beec82ab35eb0\
        e52ce0c7a707ab5b3208c425ffdf75e28ba9821992e9e2001032",
};
const R5: Sample = Sample {
    dict: "/V 5 /R 5 /Length 256 /StmF /A /StrF /A /CF << /A << /CFM /AESV3 >> >> /P -1044",
    owner: "0e32c98dab0b181d130be8a79140c49e0a3229a0989a91a176e5f77047f241027418fd38991d\
        d27196c72167f6d86c33",
    user: "00a5bbcebae619538193135e2937028b39a5e01facfcdff4d3842abf27527161848aebacf740\
        c80ed85e21aea47ae659",
    key: "8fba2f7613a74a9e0a1cb9eec2cf0f3145322a4492187c4b6ed6f67eb1fe4dc3",
    string: "118999c3c1f8947a19528a002b8219fb61758812d8d7222629e17a8c229fc1fb",
    content: "1b736d11d76826b9f7eb8d91d4b3cc0f2e0ebdca1a195e2b0885d077a2bcde7922437b0a01df\
        02dbccee868a41fba3b54df29453996e820be77254dbf266bfdf",
};
const R6: Sample = Sample {
    dict: "/V 5 /R 6 /Length 256 /StmF /A /StrF /A /CF << /A << /CFM /AESV3 >> >> /P -1044",
    owner: "277d0b91495f9ffe3a9ce5ec848b64c02992a9bbedf6588e099ebe82c22fe4a5b2886e092239\
        3f39217ca0c2be100914",
    user: "76e10f34a55747a1576c5c7c9e89df7d64f1d8e5cd19f607c312b8930f5cdca476b5e33d25af\
        9c8f4e4e94f4bfd16ffe",
    key: "34ec1ab5e13a417cb760ac2ce3ac6ff4430dfbac7d07d5fe12c75368d7d51d09",
    string: "7bfd275150d6654d3d0532fcc6d79c277bca529179fb65e3ac4420bc222384c5",
    content: "73fcea064327bfa35841846a460496018bbd049c438c40ea2b8de701f98e2cec9ad243ba70e0\
        51ba3e9f7aa85456907a8302ed910606fc0d076f8f2bc64c0baf",
};
const R6_PW: Sample = Sample {
    dict: "/V 5 /R 6 /Length 256 /StmF /A /StrF /A /CF << /A << /CFM /AESV3 >> >> /P -1044",
    owner: "498f1f079cc8bbe6d5e727dca51125563d94a58a70a86c3516d06703f1ebb214a01322f94494\
        bc08351308030cf047f9",
    user: "d760376f959f4e3bbec77f25691046e9e7b560f31881d61f55df4d830a6802a5ce8d5fa4c102\
        f3ef6b4ada9ffedeb1be",
    key: "2c907e54facef7e2c51ebc9a833ce8f60a11d6ef4dcd49937bc3ad1e8f641f45",
    string: "8b96c3d6967e1cacec9777b223d2d19ae0b8e130713ab14b0360ff51ecc94295",
    content: "31fcfba760afead6b3a8e65fc4cc6a719abe9d5ed4a8da958e78c68f376ad0fc93c50555c922\
        4f3651230c201ab5cd7e8167d24a6469c004ce46eb835f65d59d",
};
const R4_PW: Sample = Sample {
    dict: "/V 4 /R 4 /Length 128 /StmF /A /StrF /A /CF << /A << /CFM /AESV2 >> >> /P -1044",
    owner: "3d3388566e6d5583320a81b308bd3075364917481f04e1e88384bec0b9beaa3d",
    user: "211e6b4880a02ff37bbb0663a1d875bd0021446990b9e4114071a4d9104984c1",
    key: "",
    string: "dfe068a92996740d1b7562730504834108159a0ca670ad88be7b36b9b43804e3",
    content: "0fc24b87c99f8b7d585439c7877f18bf73cd3eccd823f19b8f795d47f15e1b6207a364364b97\
        b210d83ab09f6f406fbf8a5a525744fb654b2a2d2c77937c461b",
};
const R2_PW: Sample = Sample {
    dict: "/V 1 /R 2 /P -28",
    owner: "0166daea22a6c695335bd72d54862cbb80fa414fce27cda25833239c7a818d33",
    user: "ea11b5d324be7037e34e9ec8e8a838af31044f68a2e02a88296028d39678dab6",
    key: "",
    string: "4ae863",
    content: "6a50997e50f5354c7ae674cfcc8462f5e0f431d8631d5c83a39bcf93df569c2eb2c9839697e4\
        9423e4c0f349",
};
