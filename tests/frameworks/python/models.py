"""Models that play a script: they make the calls of each turn, and record what they are shown."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeVar

from agents import Model, ModelResponse, ModelSettings, Tool, Usage
from agents.items import TResponseStreamEvent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)
from pydantic_ai import ModelMessage, TextPart, ToolCallPart, ToolDefinition
from pydantic_ai import ModelResponse as PydanticResponse
from pydantic_ai.models.function import AgentInfo, FunctionModel

Call = tuple[str, dict[str, Any]]


_T = TypeVar("_T")


def turn(number: int, *turns: Sequence[_T]) -> Sequence[_T]:
    """Returns the calls of a turn. There are none after the last one."""
    return turns[number - 1] if number <= len(turns) else []


class ScriptedChat(BaseChatModel):
    """A chat model of LangChain."""

    calls: list[Call]
    then: list[Call] = []  # noqa: RUF012 - a field, copied for each model
    offered: list[Any] = []  # noqa: RUF012
    requests: list[list[BaseMessage]] = []  # noqa: RUF012

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> Runnable[Any, AIMessage]:
        """Records the tools."""
        self.offered[:] = tools
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self.requests.append(messages)
        calls = turn(len(self.requests), self.calls, self.then)
        message = AIMessage(
            content="" if calls else "done",
            tool_calls=[
                {"name": name, "args": arguments, "id": f"{len(self.requests)}.{number}"}
                for number, (name, arguments) in enumerate(calls)
            ],
        )
        return ChatResult(generations=[ChatGeneration(message=message)])


class ScriptedFunctionModel(FunctionModel):
    """A model of Pydantic AI."""

    def __init__(self, *turns: Sequence[Call]) -> None:
        self.turns = turns
        self.offered: list[ToolDefinition] = []
        self.requests: list[list[ModelMessage]] = []
        super().__init__(self._respond)

    def _respond(self, messages: list[ModelMessage], info: AgentInfo) -> PydanticResponse:
        self.requests.append(messages)
        self.offered = info.function_tools
        calls = turn(len(self.requests), *self.turns)
        parts: list[Any] = [ToolCallPart(name, arguments) for name, arguments in calls]
        return PydanticResponse(parts=parts or [TextPart("done")])


class ScriptedAgentsModel(Model):
    """A model of the OpenAI Agents SDK. Arguments that are text are written as they are."""

    def __init__(self, *turns: Sequence[tuple[str, dict[str, Any] | str]]) -> None:
        self.turns = turns
        self.offered: list[Any] = []
        self.requests: list[list[Any]] = []

    async def get_response(
        self,
        system_instructions: str | None,
        input: Any,
        model_settings: ModelSettings,
        tools: list[Tool],
        *_: Any,
        **__: Any,
    ) -> ModelResponse:
        """Makes the calls of each turn, and then ends."""
        self.requests.append(input)
        self.offered = tools
        calls = [
            ResponseFunctionToolCall(
                type="function_call",
                call_id=f"{len(self.requests)}.{number}",
                name=name,
                arguments=arguments if isinstance(arguments, str) else json.dumps(arguments),
            )
            for number, (name, arguments) in enumerate(turn(len(self.requests), *self.turns))
        ]
        text = ResponseOutputText(type="output_text", text="done", annotations=[])
        message = ResponseOutputMessage(
            id="1", type="message", role="assistant", status="completed", content=[text]
        )
        output: list[Any] = [*calls] if calls else [message]
        return ModelResponse(output=output, usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> AsyncIterator[TResponseStreamEvent]:
        """Is not used."""
        raise NotImplementedError
