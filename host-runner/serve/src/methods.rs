//! The methods of the protocol.

use crate::failure::Failure;
use crate::message::{Id, Request};
use crate::opening::Open;
use crate::output::Line;
use crate::requests::{Call, Stat, Target, about_room, about_room_with, params, unique};
use crate::rooms::OpenRoom;
use crate::server::{Served, Server};
use readroom::internal::{
    FlatBasicRequest, FlatBlameRequest, FlatDiffRequest, FlatFindRequest, FlatListRequest,
    FlatLogRequest, FlatMapRequest, FlatReadRequest, FlatSearchRequest, FlatSharedLimits,
};
use readroom::{
    BasicRequest, Cancel, Documents, Error, ReadRequest, Repeats, Reservation, Room, SharedLimits,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt::Display;

/// A session of a room.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Session {
    id: Option<String>,
    /// Whether what the session was shown is not shown again.
    #[serde(default)]
    unchanged: bool,
}

/// What has no members.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Serialize)]
struct Opened {
    room: u64,
    /// Why nothing can be read, although the room is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

/// A tool and its arguments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolCall {
    tool: String,
    arguments: String,
}

#[derive(Serialize)]
struct Progress<'a> {
    request: &'a Id,
    bytes: u64,
}

/// A request that is being served.
pub(crate) struct Serving<'a> {
    server: &'a Server,
    id: &'a Id,
    cancel: &'a Cancel,
}

impl Server {
    /// Serves a request, and adds its result to the line.
    pub(crate) fn serve(
        &self,
        request: &Request,
        cancel: &Cancel,
        line: &mut Line,
    ) -> Result<Served, Failure> {
        let Request { id, method, params: given, new_room, .. } = request;
        let number = new_room.unwrap_or_default();
        let serving = Serving { server: self, id, cancel };
        match method.as_str() {
            "open" => {
                let opened = Open::deserialize(unique(given)?).map_err(Failure::bad_params)?;
                let room = self.open(number, opened)?;
                line.value(&Opened { room: number, warning: room.agentignore_problem() });
                return Ok(Served::Room(Box::new(OpenRoom { room, of: None })));
            }
            "session" => {
                let (target, Session { id, unchanged }) = about_room(given)?;
                let (room, root) = self.rooms.get_with_root(target.room)?;
                let repeats = if unchanged { Repeats::Noted } else { Repeats::Shown };
                let room = room.session(id.unwrap_or_default()).repeats(repeats);
                line.value(&Opened { room: number, warning: None });
                return Ok(Served::Room(Box::new(OpenRoom { room, of: Some(root) })));
            }
            "close" => {
                let (target, Nothing {}) = about_room(given)?;
                self.rooms.close(target.room)?;
                line.value(&Nothing {});
            }
            "tools" => {
                let Nothing {} = params(given)?;
                line.value(&readroom::tools()?);
            }
            "read" => return serving.typed::<FlatReadRequest, _, _>(given, line, Room::read),
            "read_many" => {
                let (target, files, limits) =
                    about_room_with::<Vec<FlatReadRequest>, FlatSharedLimits>(given, "files")?;
                let requests = files.into_iter().map(ReadRequest::try_from);
                let requests: Vec<_> =
                    requests.collect::<Result<_, _>>().map_err(Failure::bad_params)?;
                let limits = SharedLimits::from(limits);
                return serving.run(&target, line, |room| {
                    Ok(Documents { files: room.read_many(&requests, limits)? })
                });
            }
            "list" => return serving.typed::<FlatListRequest, _, _>(given, line, Room::list),
            "find" => return serving.typed::<FlatFindRequest, _, _>(given, line, Room::find),
            "search" => return serving.typed::<FlatSearchRequest, _, _>(given, line, Room::search),
            "map" => return serving.typed::<FlatMapRequest, _, _>(given, line, Room::map),
            "diff" => return serving.typed::<FlatDiffRequest, _, _>(given, line, Room::diff),
            "log" => return serving.typed::<FlatLogRequest, _, _>(given, line, Room::log),
            "blame" => return serving.typed::<FlatBlameRequest, _, _>(given, line, Room::blame),
            "stat" => {
                let (target, Stat { path }) = about_room(given)?;
                return serving.run(&target, line, |room| Ok(room.stat(&path)?));
            }
            "call" => {
                let call: Call<'_> = params(given)?;
                let target = Target { room: call.room, progress: call.progress };
                let arguments = call.arguments()?;
                let (room, reservation) = serving.room(&target)?;
                let room = room.calling_with(call.options());
                line.reply(room.call(&call.tool, &arguments)?);
                return Ok(Served::Call(reservation));
            }
            "arguments_for" => {
                let (target, tool, given) =
                    about_room_with::<String, FlatBasicRequest>(given, "tool")?;
                let request = BasicRequest::try_from(given).map_err(Failure::bad_params)?;
                return serving.run(&target, line, |room| Ok(room.arguments_for(&tool, &request)?));
            }
            "requested_path" => {
                let (target, ToolCall { tool, arguments }) = about_room(given)?;
                return serving
                    .run(&target, line, |room| Ok(room.requested_path(&tool, &arguments)?));
            }
            other => return Err(Failure::no_such_method(other)),
        }
        Ok(Served::Nothing)
    }
}

impl Serving<'_> {
    /// Makes a call in a room whose params are those of a request of the contract.
    fn typed<F: DeserializeOwned, R: TryFrom<F, Error: Display>, T: Serialize>(
        &self,
        given: &RawValue,
        line: &mut Line,
        call: fn(&Room, &R) -> Result<T, Error>,
    ) -> Result<Served, Failure> {
        let (target, flat) = about_room::<F>(given)?;
        let request = R::try_from(flat).map_err(Failure::bad_params)?;
        self.run(&target, line, |room| Ok(call(room, &request)?))
    }

    /// Makes a call in a room, and adds its result to the line.
    fn run<T: Serialize>(
        &self,
        target: &Target,
        line: &mut Line,
        call: impl FnOnce(&Room) -> Result<T, Failure>,
    ) -> Result<Served, Failure> {
        let (room, reservation) = self.room(target)?;
        line.value(&call(&room)?);
        Ok(Served::Call(reservation))
    }

    /// Returns the room for the call of this request. What its answer takes stays reserved.
    fn room(&self, target: &Target) -> Result<(Room, Reservation), Failure> {
        let room = self.server.rooms.get(target.room)?;
        let reservation = room.reservation();
        let mut room = room.cancelled_by(self.cancel).reserving_in(&reservation);
        if target.progress {
            let (output, id) = (self.server.output.clone(), self.id.clone());
            room = room.on_progress(move |progress| {
                output.say("progress", &Progress { request: &id, bytes: progress.bytes });
            });
        }
        Ok((room, reservation))
    }
}
