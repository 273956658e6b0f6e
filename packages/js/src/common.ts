/** The exports of the package on every host, besides the room of that host. */

export { anthropicContent, anthropicTools, openaiContent, openaiTools } from './adapters.js';
export type * from './adapters.js';
export * from './contract.js';
export type { Document } from './document.js';
export * from './errors.js';
export type { ReadingRoom } from './room.js';
export type * from './types.js';
// These replace the contract's own, as `Document` does: requests are flat, replies have a `value`,
// and schemas are parsed.
export type { BasicRequest, ReadRequest, Reply, Tool } from './types.js';
