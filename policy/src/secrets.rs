//! The names of files that usually contain secrets.

use crate::list::List;
use crate::rule::Action;
use std::sync::{Arc, LazyLock};

/// The text of the list.
pub(crate) const TEXT: &str = include_str!("secrets.gitignore");

/// The name of the list.
pub(crate) const NAME: &str = "secrets";

/// Returns the list as a rule that asks, compiled once per process. `None` if it did not compile;
/// the tests show that it does.
pub(crate) fn list() -> Option<Arc<List>> {
    static LIST: LazyLock<Option<Arc<List>>> =
        LazyLock::new(|| List::secrets(NAME, TEXT, Action::Ask).ok().map(Arc::new));
    LIST.clone()
}

#[cfg(test)]
mod tests {
    use super::{NAME, TEXT, list};
    use crate::Action;
    use crate::list::{Case, List, PathKind};

    fn asks(path: &str) -> bool {
        let found = list().unwrap().find(path, PathKind::Other, Case::Sensitive);
        found.is_some_and(|(action, _)| action == Action::Ask)
    }

    #[test]
    fn every_line_is_a_pattern() {
        assert!(List::secrets(NAME, TEXT, Action::Ask).is_ok());
        assert!(TEXT.lines().all(|line| line == line.trim() && line.len() <= 100), "{TEXT}");
        assert_eq!(TEXT.to_lowercase().lines().count(), TEXT.lines().count());
    }

    #[test]
    fn names_of_secrets_are_asked_about() {
        #[derive(serde::Deserialize)]
        struct Data {
            secrets: Vec<String>,
            harmless: Vec<String>,
        }
        let text = include_str!("../../tests/policy/secrets.json");
        let data: Data = serde_json::from_str(text).expect("secrets.json");
        for path in data.secrets {
            assert!(asks(&path), "{path}");
        }
        for path in data.harmless {
            assert!(!asks(&path), "{path}");
        }
    }
}
