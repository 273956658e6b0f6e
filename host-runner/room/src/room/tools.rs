//! Calls of agents' tools.

use crate::contract::truncate;
use crate::contract::{BasicRequest, ComponentReply, Outcome, Reply, Tool, UnknownToolError};
use crate::error::Error;
use crate::filesystem::Access;
use crate::limits::{Limit, Limits};
use crate::observer::ReadOutcome;
use crate::policy::Denied;
use crate::room::answer::{ComponentAnswer, check_bounds};
use crate::room::authorized::{Authorized, PathUse};
use crate::room::definition::{Repeats, Room};
use crate::room::shards::OPENS;
use crate::sandbox::engine;
use crate::sandbox::exports::ReaderInstance;
use crate::sandbox::runner::{CallContext, Runner};
use crate::sandbox::state::{CallStore, HostState};
use readroom_policy::list::PathKind;
use std::sync::Arc;
use std::time::SystemTime;

impl Room {
    /// Calls a tool with the JSON text that a model wrote.
    ///
    /// The tool has an id, such as `pi@0`, or `pi` for its newest revision. Errors in the arguments
    /// or about the file are in the reply, in the words of the agent. Fails with
    /// [`Error::UnknownTool`] if there is no such tool, with [`Error::Limit`] if the call reached a
    /// limit, and with [`Error::Call`] if the component does not answer.
    pub fn call(&self, tool: &str, arguments: &str) -> Result<Reply, Error> {
        let tool: Arc<str> = truncate(tool).into();
        let facts = |reply: &Reply| {
            let outcome = match reply.outcome {
                Outcome::Answered => ReadOutcome::Answered,
                Outcome::Refused => ReadOutcome::Refused,
            };
            (outcome, reply.facts.clone())
        };
        let as_given = || truncate(arguments).to_string();
        self.recorded(Some(tool.clone()), as_given, facts, |context, started| {
            self.arguments_fit(arguments)?;
            let arguments = truncate(arguments).into();
            let (reply, denied) = self.run_tool(&tool, &arguments, started, context)?;
            Ok((Ok(reply), denied))
        })
    }

    /// Runs a call. Returns the reply, and in any case the last denial.
    fn run_tool(
        &self,
        tool: &Arc<str>,
        arguments: &Arc<str>,
        started: SystemTime,
        context: &mut CallContext,
    ) -> Result<(Reply, Option<Denied>), Error> {
        let page_time = self.time_of_page(None);
        let run = |context: &mut CallContext, page_time| {
            self.run_tool_once(tool, arguments, page_time, context)
        };
        let called = match is_search(tool) {
            true => {
                let request = |context: &mut CallContext| {
                    let (tool, arguments) = (tool.clone(), arguments.clone());
                    let requested = self.run_without_files_in(context, move |instance, store| {
                        instance.requested_search(store, &tool, &arguments)
                    });
                    requested.ok().flatten()
                };
                self.in_shards(context, page_time, OPENS, request, run)?
            }
            false => run(context, page_time)?,
        };
        let Authorized { answer, requested_path, access, denied: last_denial } = called;
        let reply = answer.map_err(Error::UnknownTool)?;
        // Programs read one answer per line.
        if memchr::memchr2(b'\n', b'\r', reply.json.as_bytes()).is_some() {
            return Err(Error::Call("its answer has more than one line".into()));
        }
        let learned = reply.index.is_some() || reply.shown.is_some();
        if let (true, [facts], Access::Granted) = (learned, &*reply.facts, access) {
            // If anything fails here, the reply is still valid, and its memory may be reserved.
            context.stop_waiting();
            let path = requested_path
                .unwrap_or_else(|| self.path_of_call(tool, arguments, context).unwrap_or_default());
            self.memory.keep(tool, path.as_deref().unwrap_or_default(), facts, started, &reply);
        }
        let ComponentReply { outcome, json, content, facts, .. } = reply;
        let denied = last_denial.clone().filter(|_| outcome == Outcome::Refused);
        Ok((Reply { outcome, json, content, facts, denied }, last_denial))
    }

    fn run_tool_once(
        &self,
        tool: &Arc<str>,
        arguments: &Arc<str>,
        page_time: Option<u32>,
        context: &mut CallContext,
    ) -> Result<Authorized<Result<ComponentReply, UnknownToolError>>, Error> {
        let (for_path, for_call, memory) =
            (arguments.clone(), arguments.clone(), self.memory.clone());
        let (of_path, of_call) = (tool.clone(), tool.clone());
        let needs_path = self.is_observed() || !self.memory.is_empty();
        let (repeats, tokens) = (self.repeats, self.runner.limits.tokens);
        let options = self.call_options;
        self.authorized(
            PathKind::Other,
            if needs_path { PathUse::Always } else { PathUse::IfPolicyApplies },
            context,
            // The call itself reports a tool that does not exist.
            move |instance, store| {
                Ok(instance.requested_path(store, &of_path, &for_path)?.unwrap_or_default())
            },
            move |instance, store, path| {
                let known = path.map(|path| memory.get(&of_call, path)).unwrap_or_default();
                let shown = match repeats {
                    Repeats::Shown => None,
                    Repeats::Noted => Some(known.shown.as_deref().unwrap_or_default().into()),
                };
                let index = known.index.as_deref().map(Into::into);
                let max_tokens = (tokens < u32::MAX).then_some(tokens);
                let context = options.context(index, shown, max_tokens, page_time);
                instance.call(store, &of_call, &for_call, &context)
            },
        )
    }

    /// Returns a read as the arguments of a tool, for [`Room::call`]. `None` if the tool cannot
    /// express it.
    pub fn arguments_for(
        &self,
        tool: &str,
        request: &BasicRequest,
    ) -> Result<Option<String>, Error> {
        let (tool, request) = (truncate(tool).to_string(), request.clone());
        self.run_tool_without_files(move |instance, store| {
            instance.arguments_for(store, &tool, &request)
        })
    }

    /// Returns the absolute path that a call would read, as the agent requests it. `None` if the
    /// arguments name no file, or several.
    ///
    /// The file is not accessed.
    pub fn requested_path(&self, tool: &str, arguments: &str) -> Result<Option<String>, Error> {
        self.path_of_call(&truncate(tool).into(), &arguments.into(), &mut self.new_context())
    }

    fn path_of_call(
        &self,
        tool: &Arc<str>,
        arguments: &Arc<str>,
        context: &mut CallContext,
    ) -> Result<Option<String>, Error> {
        let (tool, arguments) = (tool.clone(), arguments.clone());
        self.run_without_files_in(context, move |instance, store| {
            instance.requested_path(store, &tool, &arguments)
        })?
        .map_err(Error::UnknownTool)
    }

    /// Returns all tools of this room's component, the newest revision of a dialect first.
    pub fn tools(&self) -> Result<Vec<Tool>, Error> {
        self.run_without_files(|instance, store| instance.tools(store))
    }

    /// Runs a call that needs no files.
    fn run_without_files<T, F>(&self, call: F) -> Result<T, Error>
    where
        T: ComponentAnswer + Send + 'static,
        F: Fn(&ReaderInstance, &mut CallStore) -> wasmtime::Result<T> + Send + Sync + 'static,
    {
        self.run_without_files_in(&mut self.new_context(), call)
    }

    /// Runs a call about a tool that needs no files.
    fn run_tool_without_files<T, F>(&self, call: F) -> Result<T, Error>
    where
        T: ComponentAnswer + Send + 'static,
        F: Fn(&ReaderInstance, &mut CallStore) -> wasmtime::Result<Result<T, UnknownToolError>>
            + Send
            + Sync
            + 'static,
    {
        self.run_without_files(call)?.map_err(Error::UnknownTool)
    }

    fn run_without_files_in<T, F>(&self, context: &mut CallContext, call: F) -> Result<T, Error>
    where
        T: ComponentAnswer + Send + 'static,
        F: Fn(&ReaderInstance, &mut CallStore) -> wasmtime::Result<T> + Send + Sync + 'static,
    {
        let call = Arc::new(call);
        let answer = loop {
            let call = call.clone();
            let attempt = move |instance: &ReaderInstance, store: &mut CallStore| {
                let answer = call(instance, &mut *store)?;
                store.data_mut().answer_bytes = answer.heap_size();
                Ok(answer)
            };
            if let Some(answer) = self.runner.run(self.state_without_access(), context, attempt)? {
                break answer;
            }
        };
        check_bounds(&self.runner.limits, &answer)?;
        context.keep_answer();
        Ok(answer)
    }
}

/// Returns whether a tool is the neutral search: no other one searches in shards.
fn is_search(tool: &str) -> bool {
    tool.strip_suffix(":search")
        .is_some_and(|release| release.split('@').next() == Some("readroom"))
}

/// Returns all tools of the embedded component. They depend on no file.
pub fn tools() -> Result<Vec<Tool>, Error> {
    let limits = Limits::default();
    let runner = Runner::new(engine::embedded()?, limits, false);
    let nothing = HostState::new(Arc::new([]), None, None, limits);
    let mut context = runner.new_context(None, None, None);
    let tools = runner.run(nothing, &mut context, |instance, store| instance.tools(store))?;
    tools.ok_or_else(|| Error::Limit(limits.reached(Limit::TotalMemory)))
}
