//! Files as streams, for components that ask for whole paths.

use super::handle::Handle;
use super::wasi::FsError;
use wasmtime_wasi::async_trait;
use wasmtime_wasi::p2::{InputStream, Pollable, StreamError, StreamResult};
use wasmtime_wasi_io::bytes::Bytes;

/// An open file, read from an offset on. Reading never waits for more than the file system.
pub(super) struct FileStream {
    pub(super) file: Handle,
    pub(super) offset: u64,
}

#[async_trait]
impl Pollable for FileStream {
    async fn ready(&mut self) {}
}

impl InputStream for FileStream {
    fn read(&mut self, size: usize) -> StreamResult<Bytes> {
        match self.file.read(size as u64, self.offset) {
            Ok((_, true)) if size > 0 => Err(StreamError::Closed),
            Ok((bytes, _)) => {
                self.offset = self.offset.saturating_add(bytes.len() as u64);
                Ok(bytes.into())
            }
            Err(FsError::Code(code)) => Err(StreamError::LastOperationFailed(code.into())),
            Err(FsError::Trap(error)) => Err(StreamError::Trap(error)),
        }
    }
}
