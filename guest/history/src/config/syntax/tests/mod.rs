#![allow(clippy::disallowed_methods, reason = "tests")]

use super::each_setting;
use proptest::prelude::*;
use std::process::Command;

/// Returns the settings as git lists them with `-z`. `None` if the file is malformed.
fn ours(text: &[u8]) -> Option<String> {
    let mut listed = String::new();
    let all = each_setting("config", text, &mut |key, value| {
        listed += key;
        if let Some(value) = value {
            listed.extend(["\n", value]);
        }
        listed.push('\0');
        Ok(())
    });
    all.ok().map(|()| listed)
}

fn gits(text: &[u8]) -> Option<String> {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("config");
    std::fs::write(&file, text).expect("it is written");
    let mut command = Command::new("git");
    command.args(["config", "--list", "-z", "--file"]).arg(file).current_dir(&directory);
    let output = command.env("GIT_CONFIG_NOSYSTEM", "1").output().expect("git runs");
    let is_whole = output.status.success();
    is_whole.then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn settings_are_those_that_git_lists() {
    for text in [
        "",
        "\u{feff}[core]\n\tbare = false\n",
        "[a]x\n[A \"B c\"] y = 1 ; z\n",
        "[a.B]\r\nx = a \\\r\n b\r\n",
        "[a \"q\\\"\\\\\\n\"]\nx=\"#\" # \"\n",
        "[a]\nx = a\\tb\\\"c\\n  d  \n",
        "[a]\nx = \"a",
        "[a]\nx = a\\",
        "[a]\nx = \\x",
        "[a",
        "[a \"b\"",
        "[a \"b\" ]\nx=1",
        "[]\nx = 1",
        "[a]\n1x = 2",
        "[a]\nx y = 2",
        "[a]\nx-Y=\n",
    ] {
        assert_eq!(ours(text.as_bytes()), gits(text.as_bytes()), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    #[cfg_attr(windows, ignore = "it runs git")]
    fn random_settings_are_those_that_git_lists(
        parts in prop::collection::vec(0..22_usize, 0..16),
    ) {
        const PARTS: [&str; 22] = [
            "x", "Y-1", "=", " ", "\t", "\n", "\r\n", "\\\n", "\"", "\\\"", "\\\\", "\\n", "#", ";",
            "[s]", "[S.t]", "[s \"U v\"]", "[", "]", "true", "\n[a]\nk = ", "\nk=",
        ];
        let text: String = parts.iter().map(|part| PARTS[*part]).collect();
        let text = ["[core]\n", &text].concat();
        prop_assert_eq!(ours(text.as_bytes()), gits(text.as_bytes()), "{:?}", text);
    }
}
