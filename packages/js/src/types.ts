/** Public types that are not in the contract: options, files in memory, rooms. */

import type * as contract from './contract.js';
import type { Limits } from './generated/limits.js';
import type { ContextOptions, ReadOptions, StartOptions } from './generated/requests.js';

export type { Limits } from './generated/limits.js';
export type {
  BlameOptions,
  ContextOptions,
  DiffOptions,
  FindOptions,
  ListOptions,
  LogOptions,
  MapOptions,
  ReadOptions,
  ScopeOptions,
  SearchOptions,
  StartOptions,
} from './generated/requests.js';

/**
 * A name of a known set. As the compiler widens the names in an object that is not passed at once,
 * it takes any string; one that is not known is rejected when it is used.
 */
export type AnyOf<Names extends string> = Names | (string & {});

/** One of several files that are read in one call. */
export interface ReadRequest extends ReadOptions {
  /** The file, as the agent names it. */
  path: string;
}

/** A read that every tool supports. */
export interface BasicRequest extends StartOptions, Omit<contract.BasicRequest, 'start'> {}

/** The options of a call. */
export interface CallOptions {
  /**
   * Ends the call, which rejects with the reason of the signal. In a browser a call runs on the
   * calling thread, and can only be ended before it begins.
   */
  signal?: AbortSignal | undefined;
  /** Gets the number of bytes that were read, at most ten times a second. Not in a browser. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** The options of a tool call. */
export interface ToolCallOptions extends CallOptions, ContextOptions {}

/** The result of a tool. */
export interface Reply extends Omit<contract.Reply, 'index' | 'shown'> {
  /** Why the policy denied the request, if that is the reason of a refusal. */
  readonly denied?: Denied | undefined;
  /** The texts of `content`, each on a separate line. */
  readonly text: string;
  /**
   * `json`, parsed on first use. Copies of the reply, and its JSON, contain it as well.
   */
  readonly value: unknown;
}

/** A tool as it is presented to a model, and what it is. */
export interface Tool extends Omit<contract.Tool, 'parameters' | 'fullParameters'> {
  /** The JSON Schema (draft 2020-12) of its arguments. */
  parameters: { [name: string]: unknown };
  /** The same with the arguments that `parameters` leaves out to be short. */
  fullParameters: { [name: string]: unknown };
}

/** The options of a session. */
export interface SessionOptions {
  /**
   * Whether the tool `readroom` does not repeat what it has shown of an unchanged file in the
   * session, but says where. Not for conversations from which old answers are removed.
   */
  unchanged?: boolean | undefined;
}

/**
 * The arguments of a tool: the JSON text that a model wrote, the same as bytes, or an object to
 * write as JSON.
 */
export type Arguments = string | Uint8Array | object;

/**
 * What keeps reads inside the granted directories, besides the component itself.
 *
 * - `process`: the `readroom` program opens files, in a separate process, relative to open
 *   directories on every system.
 * - `memory`: there are no files, only the given bytes.
 * - `handles`: a directory that was picked in a browser, through the browser's own handles.
 */
export type Confinement = 'process' | 'memory' | 'handles';

/** The action of a policy's rule. */
export type Action = 'allow' | 'mask' | 'ask' | 'deny';

/** A rule of a policy, as it was written. */
export interface Rule {
  /** Its origin: `policy`, `.agentignore`, or the name of a list, such as `secrets`. */
  readonly origin: string;
  /** Empty if no rule matches, or if a whole list cannot be used. */
  readonly pattern: string;
  readonly action: Action;
}

/** A question about a read. */
export interface Question {
  /** The requested permission. */
  readonly permission: 'read' | 'external_directory';
  /** Its subject: the absolute path, or the directory and `/*`. */
  readonly pattern: string;
  /** The absolute path of the file to be read. */
  readonly path: string;
  /** The rule that asks. */
  readonly rule: Rule;
  /** The session that the agent works in, if the room has one. */
  readonly session?: string | undefined;
}

/** The answer to a question: yes this time, yes from now on, or no. */
export type Answer = 'once' | 'always' | 'reject';

/** Why a read was denied. */
export interface Denied {
  /**
   * The absolute path that was denied. Not for the model, which may have requested a link to it.
   */
  readonly path: string;
  /** The rule that decided. */
  readonly rule: Rule;
  /** The same in words, without the path. */
  readonly message: string;
}

/**
 * Which granted files may be read. The last matching rule decides; `allow`, `mask`, `ask` and
 * `deny` are patterns in the syntax of `.gitignore`, relative to the root, which come after `rules`
 * in this order.
 *
 * By default everything may be read except names that look like secrets, which are asked about, and
 * what the file `.agentignore` in the root denies. In a browser the component itself applies the
 * policy, and what is asked about is denied.
 */
export interface Policy {
  /** The rules to begin with, or permissions such as `{ read: { '*.env': 'ask' } }`. */
  rules?:
    | AnyOf<'default' | 'opencode' | 'everything'>
    | { readonly [name: string]: unknown }
    | undefined;
  /** Patterns of allowed files. */
  allow?: readonly string[] | undefined;
  /**
   * Patterns of allowed files, with `«redacted: …»` instead of secret values. `secrets` masks them
   * in all allowed files, and in those whose names look like secrets.
   */
  mask?: readonly string[] | undefined;
  /** Patterns of files to ask about. */
  ask?: readonly string[] | undefined;
  /** Patterns of denied files. */
  deny?: readonly string[] | undefined;
  /** Whether the file `.agentignore` in the root denies what it lists. True by default. */
  agentignore?: boolean | undefined;
  /** Answers questions. Without it the answer is no. An error of it ends the call. */
  onAsk?: ((question: Question) => AnyOf<Answer> | Promise<AnyOf<Answer>>) | undefined;
}

/** A read, as it is written to an audit log: `docs/audit.md` has its members. */
export interface ReadEvent {
  readonly [name: string]: unknown;
}

/** The options of a room over directories. */
export interface RoomOptions {
  /**
   * The directory to read in, the project root. It is opened once: renaming it later changes
   * nothing.
   */
  root: string | URL;
  /** Further directories to grant, which agents reach by their absolute names. */
  grants?: readonly (string | URL)[] | undefined;
  /**
   * The agent's working directory, where relative paths start: in the root, or in another grant.
   */
  cwd?: string | URL | undefined;
  /**
   * The absolute path that `~` stands for, in the dialects that support it. This does not grant it.
   */
  home?: string | undefined;
  /** Limits on calls. */
  limits?: Limits | undefined;
  /** Which granted files may be read. */
  policy?: Policy | undefined;
  /** The file that every read is appended to, as one line of JSON. */
  audit?: string | URL | undefined;
  /** Whether a call fails with `AuditError` if its record cannot be written. */
  auditOrStop?: boolean | undefined;
  /** Gets the same record after every read, before the answer. */
  observer?: ((event: ReadEvent) => void) | undefined;
}

/**
 * One file in memory: text, bytes, or either with a modification time in milliseconds since 1970;
 * or a link. In a browser bytes are not copied: changing them changes the file.
 */
export type MemoryEntry =
  | string
  | Uint8Array
  | { content: string | Uint8Array; modified?: number | undefined }
  | { link: string }
  | { directory: boolean };

/** Files in memory, by their paths from the root down, such as `src/main.rs`. */
export type MemoryFiles = { readonly [path: string]: MemoryEntry };

/** Options of a room over files in memory, or over a picked directory. */
export interface MemoryOptions {
  /** The absolute name that agents know the root by. `/project` by default. */
  name?: string | undefined;
  /**
   * The agent's working directory in the root: relative to it, or absolute. The root by default.
   */
  cwd?: string | undefined;
  /**
   * The absolute path that `~` stands for, in the dialects that support it. This does not grant it.
   */
  home?: string | undefined;
  /** Which files may be read. */
  policy?: Omit<Policy, 'onAsk'> | undefined;
}

/** Options of a room over files in memory, with the program. */
export interface FilesOptions
  extends Pick<MemoryOptions, 'name' | 'cwd'>, Omit<RoomOptions, 'root' | 'cwd'> {}
