//! The error of a build without the feature `http` if HTTP is requested.

use crate::error::Error;
use crate::serve::{HttpOptions, Options};
use readroom::Room;

/// Fails: this build serves standard input and output only.
pub fn serve_http(
    _room: Room,
    _options: &Options,
    _http: &HttpOptions,
    _serving: &dyn Fn(&str),
) -> Result<(), Error> {
    Err(Error::Configuration(
        "this program was built without HTTP: build it with --features http".into(),
    ))
}
