// Generated from contract/limits.toml by `cargo run -p readroom-contract`; do not edit.
/** The limits on calls. */

/**
 * What calls in a room may take of the host. A call that reaches a limit fails, and the next call
 * is served.
 */
export interface Limits {
  /**
   * Time from the start of a call to its end. Waiting for a slot counts; waiting for permission
   * does not. In milliseconds. `undefined` means 30 s.
   */
  time?: number | undefined;
  /**
   * Processor time of a call. It is checked every 10 ms while the component runs. In milliseconds.
   * `undefined` means 10 s.
   */
  cpu?: number | undefined;
  /**
   * Calls that run at once in a room and its sessions. A call that a file system blocks keeps its
   * slot: as many of these as there are slots make all others wait. `undefined` means 4 for each
   * processor, from 8 to 64.
   */
  concurrency?: number | undefined;
  /**
   * Instances that search a large directory at once, each on a thread of its own and with a slot
   * and memory, as far as those are free. With 1, where calls are recorded or the policy asks, and
   * with `threads=caller`, one instance searches. `undefined` means 1 for each processor, up to 8.
   */
  shards?: number | undefined;
  /**
   * Time that a call waits in all, for a slot and for memory. With 0 it is refused at once. In
   * milliseconds. `undefined` means the call's time.
   */
  queue?: number | undefined;
  /**
   * Memory of all calls in a room and its sessions: linear memory, and answers. If other calls use
   * it up, the code is `busy`. The process itself, its threads and its pool of instances take some
   * 100 MiB besides. In bytes. `undefined` means 1 GiB.
   */
  totalMemory?: number | undefined;
  /**
   * Length of an answer, all its texts together. The largest one of the embedded component has a
   * file of 20 MiB twice in base64. In bytes. `undefined` means 64 MiB.
   */
  output?: number | undefined;
  /**
   * Length of a call's arguments. By default they are cut there, and the tool itself reports those
   * above 64 KiB; with a lower limit, the host refuses them. In bytes. `undefined` means 65544
   * bytes.
   */
  arguments?: number | undefined;
  /**
   * Estimated tokens that the tool `readroom` shows in a call. A page that would have more ends
   * there, whatever the arguments ask for. The tools of agents have the limits of their agent.
   * `undefined` means no limit.
   */
  tokens?: number | undefined;
  /**
   * Linear memory of a call. Text takes less than 8 MiB, or up to 60 where a tool returns 4 MiB of
   * it and JSON escapes every character; an image that is scaled down takes up to 104. In bytes.
   * `undefined` means 128 MiB.
   */
  memory?: number | undefined;
  /** Core instances in a component. The embedded one has three. `undefined` means 10. */
  instances?: number | undefined;
  /** Tables in a component. The embedded one has two. `undefined` means 4. */
  tables?: number | undefined;
  /**
   * Elements in each table. The embedded component has a few hundred functions. `undefined` means
   * 10000.
   */
  tableElements?: number | undefined;
  /**
   * Files, directories and listings that a call keeps open at once, besides the grants. The
   * embedded component needs up to 35. A listing also takes up to 32 KiB. `undefined` means 64.
   */
  open?: number | undefined;
  /** Directory entries that a call lists, all listings together. `undefined` means 4000000. */
  entries?: number | undefined;
  /**
   * Length of what crosses from the component to the host in an answer. In a host call, where only
   * names cross, it is at most 256 KiB. In bytes. `undefined` means 64 MiB.
   */
  transfer?: number | undefined;
  /**
   * Threads that calls run on: `auto`, `caller` or `own`. `auto` means threads of their own if a
   * grant lies on a file system that may block. `undefined` means auto.
   */
  threads?: 'auto' | 'caller' | 'own' | undefined;
}

/** The unit and the minimum of each limit. */
export const UNITS = {
  time: { unit: 'milliseconds', minimum: 1 },
  cpu: { unit: 'milliseconds', minimum: 1 },
  concurrency: { unit: 'number', minimum: 1 },
  shards: { unit: 'number', minimum: 1 },
  queue: { unit: 'milliseconds', minimum: 0 },
  totalMemory: { unit: 'bytes', minimum: 1 },
  output: { unit: 'bytes', minimum: 1 },
  arguments: { unit: 'bytes', minimum: 1 },
  tokens: { unit: 'number', minimum: 1 },
  memory: { unit: 'bytes', minimum: 1 },
  instances: { unit: 'number', minimum: 1 },
  tables: { unit: 'number', minimum: 1 },
  tableElements: { unit: 'number', minimum: 1 },
  open: { unit: 'number', minimum: 1 },
  entries: { unit: 'number', minimum: 1 },
  transfer: { unit: 'bytes', minimum: 1 },
  threads: { unit: 'threads', minimum: 1 },
} as const;

/** The names of the limits that a call can reach. */
export type LimitName =
  | 'time'
  | 'cpu'
  | 'concurrency'
  | 'shards'
  | 'queue'
  | 'total-memory'
  | 'output'
  | 'arguments'
  | 'tokens'
  | 'memory'
  | 'instances'
  | 'tables'
  | 'table-elements'
  | 'stack'
  | 'open'
  | 'entries'
  | 'transfer';
