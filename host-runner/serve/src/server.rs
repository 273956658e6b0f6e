//! What all threads share: requests that are being served, rooms, and questions.

use crate::current::Current;
use crate::failure::Failure;
use crate::lines::{InputLine, LineServer, Output};
use crate::message::{Id, MAX_BYTES, Message, Request, parse};
use crate::output::Line;
use crate::questions::Questions;
use crate::requests::params;
use crate::rooms::{OpenRoom, Rooms};
use readroom::{Cancel, Reservation};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The first request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    protocol: u32,
}

/// The answer to it.
#[derive(Serialize)]
struct Greeting {
    protocol: u32,
    version: &'static str,
}

/// What is left of a request when its result is in the line.
pub(crate) enum Served {
    Nothing,
    /// What the result takes of the memory of all calls.
    Call(Reservation),
    /// A room, open from now on.
    Room(Box<OpenRoom>),
}

pub(crate) struct Server {
    pub(crate) output: Arc<Output>,
    pub(crate) rooms: Rooms,
    pub(crate) questions: Arc<Questions>,
    /// Whether the two sides know the version of the protocol.
    is_greeted: AtomicBool,
    /// The requests that are not answered yet, and what ends them.
    pending: Mutex<HashMap<Id, Cancel>>,
}

impl Server {
    pub(crate) fn new(output: Output) -> Self {
        let output = Arc::new(output);
        Self {
            questions: Arc::new(Questions::new(output.clone())),
            output,
            rooms: Rooms::default(),
            is_greeted: AtomicBool::new(false),
            pending: Mutex::default(),
        }
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<Id, Cancel>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles a message in the order of the input. Returns a request, which is to be answered.
    fn note(&self, message: Message) -> Option<Request> {
        match message {
            Message::Request(request) if request.method == "hello" => self.greet(&request),
            Message::Request(request) if !self.is_greeted.load(Ordering::Relaxed) => {
                self.output.fail(Some(&request.id), &Failure::no_hello());
            }
            Message::Request(mut request) => {
                if self.pending().contains_key(&request.id) {
                    let failure = Failure::invalid(
                        "a request with this id is still being served; use a unique id for each",
                    );
                    self.output.fail(None, &failure);
                    return None;
                }
                self.pending().insert(request.id.clone(), Cancel::new());
                if matches!(request.method.as_str(), "open" | "session") {
                    request.new_room = Some(self.rooms.announce());
                }
                return Some(request);
            }
            Message::Cancel(id) => {
                if let Some(cancel) = self.pending().get(&id) {
                    cancel.cancel();
                }
            }
            Message::Answer { question, result } => self.questions.answered(question, result),
            Message::Invalid(id, failure) => self.output.fail(id.as_ref(), &failure),
        }
        None
    }

    /// Agrees on the version of the protocol.
    fn greet(&self, request: &Request) {
        match params::<Hello>(&request.params) {
            Ok(Hello { protocol: PROTOCOL }) => {
                self.is_greeted.store(true, Ordering::Relaxed);
                let mut line = Line::result(&request.id);
                line.value(&Greeting { protocol: PROTOCOL, version: env!("CARGO_PKG_VERSION") });
                self.output.write(line);
            }
            Ok(Hello { protocol }) => {
                let failure = Failure::bad_params(format_args!(
                    "protocol {protocol} is not supported, only {PROTOCOL}"
                ));
                self.output.fail(Some(&request.id), &failure);
            }
            Err(failure) => self.output.fail(Some(&request.id), &failure),
        }
    }
}

impl LineServer for Server {
    type Request = Request;

    const MAX_LINE: usize = MAX_BYTES;

    fn output(&self) -> &Output {
        &self.output
    }

    fn accept(&self, line: InputLine) -> Option<Request> {
        let text = line.bytes.trim_ascii_end();
        if text.is_empty() { None } else { self.note(parse(text)) }
    }

    /// Nobody answers questions any more.
    fn input_ended(&self) {
        self.questions.end();
    }

    fn answer(&self, request: Request) {
        let cancel = self.pending().get(&request.id).cloned().unwrap_or_default();
        let mut line = Line::result(&request.id);
        let _current = Current::enter(&request.id, &cancel);
        let served = catch_unwind(AssertUnwindSafe(|| self.serve(&request, &cancel, &mut line)));
        self.pending().remove(&request.id);
        // Its text is not needed any more.
        let Request { id, params, new_room, .. } = request;
        drop(params);
        let mut room = None;
        match served.unwrap_or_else(|_| Err(Failure::internal("the call panicked"))) {
            Ok(Served::Nothing) => self.output.write(line),
            // What the answer takes of the memory of all calls is free when it is written.
            Ok(Served::Call(reservation)) => {
                reservation.keep_unread(line.len());
                self.output.write(line);
            }
            Ok(Served::Room(opened)) => {
                self.output.write(line);
                room = Some(*opened);
            }
            Err(failure) => self.output.fail(Some(&id), &failure),
        }
        // Nothing about a room is answered before its opening is.
        if let Some(number) = new_room {
            self.rooms.settle(number, room);
        }
    }
}
