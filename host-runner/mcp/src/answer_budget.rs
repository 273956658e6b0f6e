//! Limits the memory of answers, from the start of a call until its client has read the answer.
//!
//! The answers of a client that does not read stay in memory; the largest has 27 MB, and twice that
//! with structured content. So each answer reserves a part of a common budget: as much as it may
//! need before its call starts, and what it does need once it is complete. When the budget is used
//! up, calls start as earlier answers are read. A client that reads its answers never waits.

use crate::incoming;
use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::RequestContext;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The budget for all answers together, in KiB.
const TOTAL_KIB: u32 = 256 * 1024;

/// The reservation for a text, in KiB. With [`crate::calls::MAX_REQUESTS`] of these, three quarters
/// of the budget remain.
const TEXT_KIB: u32 = 256;

/// The reservation for an image or document of 20 MiB, in KiB: its base64, and the encoded message.
const MEDIA_KIB: u32 = 64 * 1024;

/// The maximum size in KiB of an answer that waits for room in the budget if it exceeds its
/// reservation. A larger one is refused instead of kept: a call of a third-party component can
/// return anything.
const MAX_WAITING_KIB: u32 = 16 * 1024;

/// What an answer may contain, which decides how much is reserved for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerKind {
    Text,
    Media,
}

/// The budget of memory for all answers.
#[derive(Clone)]
pub(crate) struct AnswerBudget(Arc<Semaphore>);

impl AnswerBudget {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(TOTAL_KIB as usize)))
    }

    async fn acquire(&self, kibibytes: u32) -> Result<OwnedSemaphorePermit, ErrorData> {
        let acquired = self.0.clone().acquire_many_owned(kibibytes).await;
        acquired.map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }
}

/// The part of the budget that one answer holds. It is returned when the last clone is dropped:
/// that of the call, or of the message on its way to the client.
#[derive(Clone, Default)]
pub(crate) struct Reservation(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Reservation {
    /// Returns the reservation that the transport attached to a request.
    pub(crate) fn of_request(context: &RequestContext<RoleServer>) -> Self {
        let attached = context.extensions.get::<Self>();
        #[cfg(feature = "http")]
        let attached = attached
            .or_else(|| context.extensions.get::<hyper::http::request::Parts>()?.extensions.get());
        attached.cloned().unwrap_or_default()
    }

    fn permit(&self) -> MutexGuard<'_, Option<OwnedSemaphorePermit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the budget has room for the answer of a call that is about to start.
    pub(crate) async fn reserve(
        &self,
        budget: &AnswerBudget,
        kind: AnswerKind,
    ) -> Result<(), ErrorData> {
        // A request that holds a reservation while it waits for another could deadlock.
        self.permit().take();
        let kibibytes = match kind {
            AnswerKind::Text => TEXT_KIB,
            AnswerKind::Media => MEDIA_KIB,
        };
        *self.permit() = Some(budget.acquire(kibibytes).await?);
        Ok(())
    }

    /// Adjusts the reservation to an answer of `bytes` bytes. If the budget has no room, small
    /// answers wait and large ones fail.
    pub(crate) async fn adjust(
        &self,
        budget: &AnswerBudget,
        bytes: usize,
    ) -> Result<(), ErrorData> {
        // Twice: the answer, and the encoded message.
        let needed =
            u32::try_from(bytes.saturating_mul(2) / 1024).unwrap_or(u32::MAX).clamp(1, TOTAL_KIB);
        let held = self.permit().as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = (needed as usize).saturating_sub(held);
        if missing == 0 {
            self.shrink(needed);
            return Ok(());
        }
        if let Ok(more) =
            budget.0.clone().try_acquire_many_owned(u32::try_from(missing).unwrap_or(needed))
        {
            match &mut *self.permit() {
                Some(permit) => permit.merge(more),
                none => *none = Some(more),
            }
            return Ok(());
        }
        self.permit().take();
        if needed > MAX_WAITING_KIB {
            return Err(incoming::busy(
                "too many answers have not been read yet",
                "Read them, then send the request again.",
            ));
        }
        *self.permit() = Some(budget.acquire(needed).await?);
        Ok(())
    }

    /// Shrinks the reservation to `kibibytes`.
    fn shrink(&self, kibibytes: u32) {
        if let Some(permit) = &mut *self.permit() {
            drop(permit.split(permit.num_permits().saturating_sub(kibibytes as usize)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerBudget, AnswerKind, MEDIA_KIB, Reservation, TEXT_KIB, TOTAL_KIB};
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// Returns the output of a future that is ready at once.
    fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    fn left(budget: &AnswerBudget) -> u32 {
        budget.0.available_permits().try_into().unwrap()
    }

    #[test]
    fn calls_begin_while_there_is_something_left() {
        let budget = AnswerBudget::new();
        let begun: Vec<_> = (0..TOTAL_KIB / MEDIA_KIB).map(|_| Reservation::default()).collect();
        assert!(begun.iter().all(|reservation| {
            now(reservation.reserve(&budget, AnswerKind::Media)).unwrap().is_ok()
        }));
        let next = Reservation::default();
        assert!(now(next.reserve(&budget, AnswerKind::Text)).is_none());
        // One is smaller than it might have been: what it returns is enough for a text, not for an
        // image.
        now(begun[0].adjust(&budget, 20 << 20)).unwrap().unwrap();
        assert_eq!(left(&budget), MEDIA_KIB - 40 * 1024);
        assert!(now(next.reserve(&budget, AnswerKind::Text)).unwrap().is_ok());
        let last = Reservation::default();
        assert!(now(last.reserve(&budget, AnswerKind::Media)).is_none());
        drop(begun);
        assert!(now(last.reserve(&budget, AnswerKind::Media)).unwrap().is_ok());
        assert_eq!(left(&budget), TOTAL_KIB - MEDIA_KIB - TEXT_KIB);
        drop((next, last));
        assert_eq!(left(&budget), TOTAL_KIB);
    }

    #[test]
    fn an_answer_takes_what_it_needs() {
        let budget = AnswerBudget::new();
        let (first, second, third) =
            (Reservation::default(), Reservation::default(), Reservation::default());
        for reservation in [&first, &second, &third] {
            now(reservation.reserve(&budget, AnswerKind::Text)).unwrap().unwrap();
        }
        // An answer larger than the whole budget is accepted only if there is no other.
        assert!(now(first.adjust(&budget, usize::MAX)).unwrap().is_err());
        now(first.adjust(&budget, 100 << 20)).unwrap().unwrap();
        assert_eq!(left(&budget), TOTAL_KIB - 200 * 1024 - 2 * TEXT_KIB);
        now(second.adjust(&budget, 100)).unwrap().unwrap();
        now(second.adjust(&budget, 27 << 20)).unwrap().unwrap();
        // If the budget has no room, a small answer waits and a large one is refused.
        assert!(now(third.adjust(&budget, 4 << 20)).is_none());
        assert!(now(third.adjust(&budget, 9 << 20)).unwrap().is_err());
        drop(first);
        assert!(now(third.adjust(&budget, 27 << 20)).unwrap().is_ok());
        drop((second, third));
        assert_eq!(left(&budget), TOTAL_KIB);
    }
}
