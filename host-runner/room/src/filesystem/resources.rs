//! This crate's types behind the resources that wasmtime-wasi's bindings name.
//!
//! The bindings name wasmtime-wasi's types for descriptors and for streams of directory entries.
//! For a component a resource is a number, and the table behind the numbers holds values of any
//! type. So the table holds a [`Handle`] or [`Entries`], and only the type of the [`Resource`] is
//! the one of the bindings. The table checks the type of what it returns: a mistake here ends the
//! call.
//!
//! [`Handle`]: super::handle::Handle
//! [`Entries`]: super::entries::Entries

use wasmtime::component::{Resource, ResourceTable, ResourceTableError};

/// Puts a value into the table, and returns its resource with the type of the bindings.
pub(super) fn push<T, Wasi>(
    table: &mut ResourceTable,
    value: T,
) -> Result<Resource<Wasi>, ResourceTableError>
where
    T: Send + 'static,
    Wasi: 'static,
{
    Ok(Resource::new_own(table.push(value)?.rep()))
}

/// Returns the value behind a resource. Fails if it is of another type.
pub(super) fn get<'table, T, Wasi>(
    table: &'table ResourceTable,
    resource: &Resource<Wasi>,
) -> Result<&'table T, ResourceTableError>
where
    T: 'static,
    Wasi: 'static,
{
    table.get(&Resource::<T>::new_borrow(resource.rep()))
}

/// Returns the value behind a resource, to change it. Fails if it is of another type.
pub(super) fn get_mut<'table, T, Wasi>(
    table: &'table mut ResourceTable,
    resource: &Resource<Wasi>,
) -> Result<&'table mut T, ResourceTableError>
where
    T: 'static,
    Wasi: 'static,
{
    table.get_mut(&Resource::<T>::new_borrow(resource.rep()))
}

/// Takes a value out of the table. Fails if it is of another type.
pub(super) fn delete<T, Wasi>(
    table: &mut ResourceTable,
    resource: &Resource<Wasi>,
) -> Result<T, ResourceTableError>
where
    T: 'static,
    Wasi: 'static,
{
    table.delete(Resource::<T>::new_own(resource.rep()))
}
