//! The rooms that are open, by their numbers.

use crate::failure::Failure;
use readroom::Room;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

#[derive(Default)]
pub(crate) struct Rooms(Mutex<Open>);

#[derive(Default)]
struct Open {
    last: u64,
    rooms: HashMap<u64, Arc<Entry>>,
}

/// A room, or the place of one that is being opened.
#[derive(Default)]
struct Entry(OnceLock<Option<OpenRoom>>);

/// A room, and the one that it is a session of.
pub(crate) struct OpenRoom {
    pub(crate) room: Room,
    pub(crate) of: Option<u64>,
}

impl Rooms {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of a room that is about to be opened. Calls in it wait from now on.
    pub(crate) fn announce(&self) -> u64 {
        let mut open = self.open();
        open.last += 1;
        let number = open.last;
        open.rooms.insert(number, Arc::default());
        number
    }

    /// Opens a room that was announced, or takes the announcement back. A session whose room was
    /// closed meanwhile is closed too.
    pub(crate) fn settle(&self, number: u64, room: Option<OpenRoom>) {
        let mut open = self.open();
        let lives = |room: &OpenRoom| room.of.is_none_or(|of| open.rooms.contains_key(&of));
        let room = room.filter(lives);
        let is_open = room.is_some();
        let entry = open.rooms.get(&number).cloned();
        if !is_open {
            open.rooms.remove(&number);
        }
        drop(open);
        if let Some(entry) = entry {
            // It is settled once.
            let _ = entry.0.set(room);
        }
    }

    /// Returns a room. Waits if it is being opened.
    pub(crate) fn get(&self, number: u64) -> Result<Room, Failure> {
        Ok(self.get_with_root(number)?.0)
    }

    /// Returns a room, and the number of the one that closes it: its own unless it is a session.
    pub(crate) fn get_with_root(&self, number: u64) -> Result<(Room, u64), Failure> {
        let entry = self.open().rooms.get(&number).cloned();
        let room = entry.as_ref().and_then(|entry| entry.0.wait().as_ref());
        let OpenRoom { room, of } = room.ok_or_else(|| Failure::closed(number))?;
        Ok((room.clone(), of.unwrap_or(number)))
    }

    /// Closes a room and its sessions. Calls that run in them end as they would have.
    pub(crate) fn close(&self, number: u64) -> Result<(), Failure> {
        self.get(number)?;
        let mut open = self.open();
        let of = |entry: &Entry| -> Option<u64> { entry.0.get()?.as_ref()?.of };
        open.rooms.remove(&number);
        open.rooms.retain(|_, entry| of(entry) != Some(number));
        Ok(())
    }
}
