use super::{Anchor, FileError, PathStyle, Step};

fn steps(path: &str) -> Result<(Anchor, Vec<Step>), FileError> {
    super::steps(path, PathStyle::Posix)
}

#[test]
fn a_path_is_split_into_steps() {
    let into = |name: &str| Step::Into(name.into());
    assert_eq!(steps("a/../b"), Ok((Anchor::Here, vec![into("a"), Step::Up, into("b")])));
    assert_eq!(
        steps("/a//"),
        Ok((Anchor::Top, vec![Step::Stay, into("a"), Step::Stay, Step::Stay]))
    );
    assert_eq!(steps("./.."), Ok((Anchor::Here, vec![Step::Stay, Step::Up])));
}

#[test]
fn a_drive_is_a_name_at_the_top() {
    let into = |name: &str| Step::Into(name.into());
    let expected = vec![into("C:/"), Step::Stay, into("a"), Step::Up, into("b")];
    let steps = super::steps(r"c:\a/..\b", PathStyle::Windows);
    assert_eq!(steps, Ok((Anchor::Top, expected)));
}

#[test]
fn invalid_paths_are_refused() {
    assert_eq!(steps(""), Err(FileError::EmptyPath));
    assert_eq!(steps("a\0b"), Err(FileError::NulInPath));
    assert_eq!(steps(&"a/".repeat(2049)), Err(FileError::PathTooLong));
    assert!(steps(&"./".repeat(2048)).is_ok());
}
