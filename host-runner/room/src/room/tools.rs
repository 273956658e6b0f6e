//! Calls of agents' tools.

use crate::contract::{
    BasicRequest, ComponentReply, Content, Fold, Outcome, Reply, Tool, UnknownToolError,
};
use crate::error::Error;
use crate::limits::Limits;
use crate::observer::{Ended, Event, Stopwatch};
use crate::policy::Denied;
use crate::policy::list::Named;
use crate::room::answer::{Answer, within};
use crate::room::authorized::{Authorized, Sight, Wanted};
use crate::room::definition::Room;
use crate::room::requests::cut;
use crate::sandbox::engine;
use crate::sandbox::exports::Reader;
use crate::sandbox::runner::{Account, Runner};
use crate::sandbox::state::State;
use crate::telemetry;
use std::sync::Arc;
use std::time::SystemTime;
use wasmtime::Store;

impl Room {
    /// Calls a tool with the JSON text that a model wrote.
    ///
    /// The tool has an id, such as `pi@0`, or `pi` for its newest revision. What is wrong with the
    /// arguments or the file is in the reply, in the words of the agent. Fails with
    /// [`Error::UnknownTool`] if there is no such tool, with [`Error::Limit`] if the call reached a
    /// limit, and with [`Error::Call`] if the component does not answer.
    pub fn call(&self, tool: &str, arguments: &str) -> Result<Reply, Error> {
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let tool: Arc<str> = cut(tool).into();
        let span = telemetry::span(self.session.as_deref(), Some(&tool));
        let called = self.arguments_fit(arguments).and_then(|()| {
            self.called(&tool, &cut(arguments).into(), stopwatch.started(), &mut account)
        });
        let Account { cost, asked: path, opened, .. } = account;
        let (reply, met) = match called {
            Ok((reply, met)) => (Ok(reply), met),
            Err(error) => (Err(error), None),
        };
        let ended = match &reply {
            Ok(Reply { outcome: Outcome::Answered, .. }) => Ok(Ended::Answered),
            Ok(Reply { outcome: Outcome::Refused, .. }) => Ok(Ended::Refused),
            Err(error) => Err(error),
        };
        let facts = || reply.as_ref().map_or(Vec::new(), |reply| reply.facts.clone());
        self.tell(&span, |session| Event {
            arguments: Some(cut(arguments).into()),
            denied: met,
            opened,
            ..stopwatch.event(session, Some(tool), path, facts(), ended, cost)
        })?;
        reply
    }

    /// Runs a call. Returns the reply, and the last denial, whatever the reply is.
    fn called(
        &self,
        tool: &Arc<str>,
        arguments: &Arc<str>,
        started: SystemTime,
        account: &mut Account,
    ) -> Result<(Reply, Option<Denied>), Error> {
        let (for_path, for_call, indexes) =
            (arguments.clone(), arguments.clone(), self.indexes.clone());
        let (of_path, of_call) = (tool.clone(), tool.clone());
        let is_wanted = self.is_watched() || !self.indexes.is_empty();
        let Authorized { answer, asked, sight, denied: met } = self.authorized(
            Named::Other,
            if is_wanted { Wanted::Path } else { Wanted::Nothing },
            account,
            // The call itself reports a tool that does not exist.
            move |reader, store| {
                Ok(reader.requested_path(store, &of_path, &for_path)?.unwrap_or_default())
            },
            move |reader, store, path| {
                let index = path.and_then(|path| indexes.get(&of_call, path));
                reader.call(store, &of_call, &for_call, index.as_deref())
            },
        )?;
        let ComponentReply { outcome, json, content, facts, index } =
            answer.map_err(Error::UnknownTool)?;
        if let (Some(index), [facts], Sight::Seeing) = (&index, &*facts, sight) {
            // Whatever goes wrong here, the reply is valid.
            let path = asked
                .unwrap_or_else(|| self.path_of_call(tool, arguments, account).unwrap_or_default());
            self.indexes.keep(tool, path.as_deref().unwrap_or_default(), facts, started, index);
        }
        let denied = met.clone().filter(|_| outcome == Outcome::Refused);
        Ok((Reply { outcome, json, content, facts, denied }, met))
    }

    /// Returns a read as the arguments of a tool, for [`Room::call`]. `None` if the tool cannot
    /// express it.
    pub fn arguments_for(
        &self,
        tool: &str,
        request: &BasicRequest,
    ) -> Result<Option<String>, Error> {
        let (tool, request) = (cut(tool).to_string(), request.clone());
        self.tool_blindly(move |reader, store| reader.arguments_for(store, &tool, &request))
    }

    /// Returns the absolute path that a call would read, as the agent requests it. `None` if the
    /// arguments name no file, or several.
    ///
    /// The file is not looked at.
    pub fn requested_path(&self, tool: &str, arguments: &str) -> Result<Option<String>, Error> {
        self.path_of_call(&cut(tool).into(), &arguments.into(), &mut self.account())
    }

    fn path_of_call(
        &self,
        tool: &Arc<str>,
        arguments: &Arc<str>,
        account: &mut Account,
    ) -> Result<Option<String>, Error> {
        let (tool, arguments) = (tool.clone(), arguments.clone());
        self.blindly_on(account, move |reader, store| {
            reader.requested_path(store, &tool, &arguments)
        })?
        .map_err(Error::UnknownTool)
    }

    /// Returns all tools of this room's component, the newest revision of a dialect first.
    pub fn tools(&self) -> Result<Vec<Tool>, Error> {
        self.blindly(|reader, store| reader.tools(store))
    }

    /// Renders a call as one line for a terminal.
    pub fn render_call(&self, tool: &str, arguments: &str) -> Result<String, Error> {
        let (tool, arguments) = (cut(tool).to_string(), arguments.to_string());
        self.tool_blindly(move |reader, store| reader.render_call(store, &tool, &arguments))
    }

    /// Renders the result of a call for a terminal: the `json` and the `content` of its [`Reply`].
    pub fn render_result(
        &self,
        tool: &str,
        arguments: &str,
        json: &str,
        content: &[Content],
        fold: Fold,
    ) -> Result<String, Error> {
        let (tool, arguments) = (cut(tool).to_string(), arguments.to_string());
        let (json, content) = (json.to_string(), content.to_vec());
        self.tool_blindly(move |reader, store| {
            reader.render_result(store, &tool, &arguments, &json, &content, fold)
        })
    }

    /// Runs a call that needs no files.
    fn blindly<T: Answer + Send + 'static>(
        &self,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        self.blindly_on(&mut self.account(), call)
    }

    /// Runs a call about a tool that needs no files.
    fn tool_blindly<T: Answer + Send + 'static>(
        &self,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<Result<T, UnknownToolError>>
        + Send
        + 'static,
    ) -> Result<T, Error> {
        self.blindly(call)?.map_err(Error::UnknownTool)
    }

    fn blindly_on<T: Answer + Send + 'static>(
        &self,
        account: &mut Account,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let answer = self.runner.run(self.blind(), account, call)?;
        within(&self.runner.limits, &answer)?;
        Ok(answer)
    }
}

/// Returns all tools of the embedded component. They depend on no file.
pub fn tools() -> Result<Vec<Tool>, Error> {
    let limits = Limits::default();
    let runner = Runner::new(engine::embedded()?, limits, false);
    let nothing = State::new(Arc::new([]), None, None, limits);
    runner.run(nothing, &mut runner.account(None), |reader, store| reader.tools(store))
}
