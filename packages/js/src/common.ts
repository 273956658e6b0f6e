/** What the package offers on every host, beside the room of that host. */

export { anthropicTools, openaiTools } from './adapters.js';
export type { AnthropicTool, OpenaiChatTool, OpenaiTool, ToolNames } from './adapters.js';
export { CallError, isReadError, LimitError, ReadError, ReadroomError, RoomError } from './errors.js';
export type { LimitName, ReadErrorCode, ReadErrorFacts, RoomErrorCode } from './errors.js';
export { DIALECTS } from './types.js';
export type * from './types.js';
export type { ReadingRoom } from './room.js';
