//! The memory of answers, from the beginning of their calls until their clients have them.
//!
//! A client that asks and does not read leaves its answers here, and the largest has 27 MB, twice with its structured content. So each takes a share of what
//! there is for all: before its call begins as much as it may need, and what it does need when it is there. Where nothing
//! is left, calls begin when earlier answers were read. Who reads what it asks for notices nothing.

use crate::incoming;
use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::RequestContext;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// For all answers together, in KiB.
const ALL: u32 = 256 * 1024;

/// For a text, in KiB. As many as there may be requests leave three quarters of the whole.
const TEXT: u32 = 256;

/// For an image or a document of 20 MiB, in KiB: in base64, and once more as the message that is written.
const MEDIA: u32 = 64 * 1024;

/// An answer of more KiB for which there was no such share is not kept until there is: a call of somebody else's
/// component can end with anything.
const MAX_UNFORESEEN: u32 = 16 * 1024;

/// What an answer may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Media,
}

/// What there is for all answers.
#[derive(Clone)]
pub(crate) struct Waiting(Arc<Semaphore>);

impl Waiting {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(ALL as usize)))
    }

    async fn take(&self, kibibytes: u32) -> Result<OwnedSemaphorePermit, ErrorData> {
        let taken = self.0.clone().acquire_many_owned(kibibytes).await;
        taken.map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }
}

/// The share of one answer. It is given back when the last that holds it is gone: the call, and whatever carries the
/// answer to its client.
#[derive(Clone, Default)]
pub(crate) struct Share(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Share {
    /// That of a request, as the transport gave it along.
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        let given = context.extensions.get::<Self>();
        #[cfg(feature = "http")]
        let given = given
            .or_else(|| context.extensions.get::<hyper::http::request::Parts>()?.extensions.get());
        given.cloned().unwrap_or_default()
    }

    fn taken(&self) -> MutexGuard<'_, Option<OwnedSemaphorePermit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is enough for a call to begin.
    pub(crate) async fn begin(&self, all: &Waiting, kind: Kind) -> Result<(), ErrorData> {
        // Whoever holds some and waits for more could wait for itself.
        self.taken().take();
        let wanted = match kind {
            Kind::Text => TEXT,
            Kind::Media => MEDIA,
        };
        *self.taken() = Some(all.take(wanted).await?);
        Ok(())
    }

    /// Takes what an answer of so many bytes needs, or gives back what it does not. Fails if it cannot be kept.
    pub(crate) async fn settle(&self, all: &Waiting, bytes: usize) -> Result<(), ErrorData> {
        // Twice, as it is there and as it is written.
        let needed =
            u32::try_from(bytes.saturating_mul(2) / 1024).unwrap_or(u32::MAX).clamp(1, ALL);
        let has = self.taken().as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = (needed as usize).saturating_sub(has);
        if missing == 0 {
            self.keep(needed);
            return Ok(());
        }
        if let Ok(more) =
            all.0.clone().try_acquire_many_owned(u32::try_from(missing).unwrap_or(needed))
        {
            match &mut *self.taken() {
                Some(taken) => taken.merge(more),
                nothing => *nothing = Some(more),
            }
            return Ok(());
        }
        self.taken().take();
        if needed > MAX_UNFORESEEN {
            return Err(incoming::busy(
                "too many answers are not read yet",
                "Read them, and ask again.",
            ));
        }
        *self.taken() = Some(all.take(needed).await?);
        Ok(())
    }

    /// Gives back all but so much.
    fn keep(&self, kibibytes: u32) {
        if let Some(taken) = &mut *self.taken() {
            drop(taken.split(taken.num_permits().saturating_sub(kibibytes as usize)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Kind, MEDIA, Share, TEXT, Waiting};
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// What is there at once, if anything is.
    fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    fn left(all: &Waiting) -> u32 {
        all.0.available_permits().try_into().unwrap()
    }

    #[test]
    fn calls_begin_while_there_is_something_left() {
        let all = Waiting::new();
        let begun: Vec<_> = (0..ALL / MEDIA).map(|_| Share::default()).collect();
        assert!(begun.iter().all(|share| now(share.begin(&all, Kind::Media)).unwrap().is_ok()));
        let next = Share::default();
        assert!(now(next.begin(&all, Kind::Text)).is_none());
        // One is smaller than it might have been: what it holds twice is enough for a text, not for an image.
        now(begun[0].settle(&all, 20 << 20)).unwrap().unwrap();
        assert_eq!(left(&all), MEDIA - 40 * 1024);
        assert!(now(next.begin(&all, Kind::Text)).unwrap().is_ok());
        let last = Share::default();
        assert!(now(last.begin(&all, Kind::Media)).is_none());
        drop(begun);
        assert!(now(last.begin(&all, Kind::Media)).unwrap().is_ok());
        assert_eq!(left(&all), ALL - MEDIA - TEXT);
        drop((next, last));
        assert_eq!(left(&all), ALL);
    }

    #[test]
    fn an_answer_takes_what_it_needs() {
        let all = Waiting::new();
        let (first, second, third) = (Share::default(), Share::default(), Share::default());
        for share in [&first, &second, &third] {
            now(share.begin(&all, Kind::Text)).unwrap().unwrap();
        }
        // Larger than all there is: it may be alone, and is not while others are there.
        assert!(now(first.settle(&all, usize::MAX)).unwrap().is_err());
        now(first.settle(&all, 100 << 20)).unwrap().unwrap();
        assert_eq!(left(&all), ALL - 200 * 1024 - 2 * TEXT);
        now(second.settle(&all, 100)).unwrap().unwrap();
        now(second.settle(&all, 27 << 20)).unwrap().unwrap();
        // What is a little more waits, what is much more is not kept.
        assert!(now(third.settle(&all, 4 << 20)).is_none());
        assert!(now(third.settle(&all, 9 << 20)).unwrap().is_err());
        drop(first);
        assert!(now(third.settle(&all, 27 << 20)).unwrap().is_ok());
        drop((second, third));
        assert_eq!(left(&all), ALL);
    }
}
