//! Tests of the command line of the pager.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::PagerCommand;

fn of(own: Option<&str>, shared: Option<&str>) -> Option<(String, Vec<String>, bool)> {
    let command = PagerCommand::of(own.map(String::from), shared.map(String::from))?;
    Some((command.program, command.arguments, command.is_default))
}

#[test]
fn the_own_variable_precedes_the_shared_one_and_less() {
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    assert_eq!(of(None, None), Some(("less".into(), vec![], true)));
    assert_eq!(of(None, Some("more")), Some(("more".into(), vec![], false)));
    let own = of(Some(" less  -S -i"), Some("more"));
    assert_eq!(own, Some(("less".into(), words(&["-S", "-i"]), false)));
    assert_eq!(of(Some(" "), Some("more")), None);
    assert_eq!(of(None, Some("")), None);
}

#[test]
fn less_gets_what_its_version_needs() {
    for (version, quits, expected) in [
        ("less 590 (GNU regular expressions)\n", true, "-R -F -K -S"),
        ("less 581.2\n", true, "-R -F -K -S"),
        ("less 487 (GNU regular expressions)\n", true, "-R -F -X -K -S"),
        ("less 487\n", false, "-R -K -S"),
        ("BusyBox v1.36.1 () multi-call binary.\n", true, "-R -F -S"),
        ("", true, "-R -F -X -K -S"),
    ] {
        let mut command = PagerCommand::of(Some("/usr/bin/less -S".into()), None).unwrap();
        assert!(command.is("less") && !command.is("readroom"));
        command.add_less_options(version, quits);
        assert_eq!(command.arguments.join(" "), expected, "{version}");
    }
    assert!(PagerCommand::of(Some("bin/readroom read".into()), None).unwrap().is("readroom"));
}
