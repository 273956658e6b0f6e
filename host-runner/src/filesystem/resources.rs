//! Things of our own in the place of wasmtime-wasi's.
//!
//! The bindings are wasmtime-wasi's, and name its types for descriptors and for streams of directory entries; the
//! stream's cannot be made outside of wasmtime-wasi. To the component a resource is a number, and the table behind the
//! numbers holds things of any type. So a thing of ours lies in the table as what it is, and only the type of the
//! [`Resource`] says what the bindings want to hear. The table checks the type of what it hands out: a mistake here
//! ends the call and confuses nothing.

use wasmtime::component::{Resource, ResourceTable, ResourceTableError};

/// Keeps a thing, and names it as the bindings want it named.
pub(super) fn push<T, Named>(
    table: &mut ResourceTable,
    thing: T,
) -> Result<Resource<Named>, ResourceTableError>
where
    T: Send + 'static,
    Named: 'static,
{
    Ok(Resource::new_own(table.push(thing)?.rep()))
}

/// The thing that lies under a name. An error if it is none of the type asked for.
pub(super) fn get<'table, T, Named>(
    table: &'table ResourceTable,
    resource: &Resource<Named>,
) -> Result<&'table T, ResourceTableError>
where
    T: 'static,
    Named: 'static,
{
    table.get(&Resource::<T>::new_borrow(resource.rep()))
}

/// The same, to change it.
pub(super) fn get_mut<'table, T, Named>(
    table: &'table mut ResourceTable,
    resource: &Resource<Named>,
) -> Result<&'table mut T, ResourceTableError>
where
    T: 'static,
    Named: 'static,
{
    table.get_mut(&Resource::<T>::new_borrow(resource.rep()))
}

/// Takes the thing out of the table.
pub(super) fn delete<T, Named>(
    table: &mut ResourceTable,
    resource: &Resource<Named>,
) -> Result<T, ResourceTableError>
where
    T: 'static,
    Named: 'static,
{
    table.delete(Resource::<T>::new_own(resource.rep()))
}
