//! The documentation of the functions that the component's world exports beside the interfaces, for
//! hosts that list exports as tools.
//!
//! The form is that of the section `package-docs`, for the package `root:component` and its world
//! `root`, which is how tools see a component. It names no interface: those belong to another
//! package, and then tools refuse the section.

use crate::json_schema::{STYLE, object, string};
use crate::model::Contract;

/// Writes the documentation as JSON.
pub(crate) fn of_component(contract: &Contract) -> String {
    let plain = contract.functions.iter().filter(|function| function.is_plain);
    let exports = object(plain.map(|function| (function.name.as_str(), string(&function.docs))));
    let world = object([("func_exports", exports)]);
    object([("worlds", object([("root", world)]))]).text(&STYLE, 0) + "\n"
}
