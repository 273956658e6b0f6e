/** The errors of wasi:filesystem: all that a component sees of a failure. */

import type { DescriptorType, ErrorCode } from '../component/interfaces/wasi-filesystem-types.js';

export type { ErrorCode };

/** What a tree throws to end the call instead of answering the component. */
export class Abort extends Error {}

/**
 * Thrown to answer a component with a code. The generated code reads `payload`; it has no costly
 * stack.
 */
export class Failure {
  constructor(readonly payload: ErrorCode) {}
}

const FAILURES = new Map<ErrorCode, Failure>();

/** Returns the failure with a code. One object per code is enough. */
export function failure(code: ErrorCode): Failure {
  let known = FAILURES.get(code);
  if (known === undefined) {
    known = new Failure(code);
    FAILURES.set(code, known);
  }
  return known;
}

/**
 * What the operating system says about one name. `EPERM` is its own no there and not the sandbox's,
 * hence `access`; `ENXIO` and `ENODEV` are said of sockets, and of devices that are not there.
 */
const CODES: { readonly [errno: string]: ErrorCode } = {
  EACCES: 'access',
  EPERM: 'access',
  EAGAIN: 'would-block',
  EBADF: 'bad-descriptor',
  EBUSY: 'busy',
  EDEADLK: 'deadlock',
  EFBIG: 'file-too-large',
  EILSEQ: 'illegal-byte-sequence',
  EINTR: 'interrupted',
  EINVAL: 'invalid',
  EISDIR: 'is-directory',
  ELOOP: 'loop',
  EMLINK: 'too-many-links',
  ENAMETOOLONG: 'name-too-long',
  ENODEV: 'no-device',
  ENOENT: 'no-entry',
  ENOMEM: 'insufficient-memory',
  ENOTDIR: 'not-directory',
  ENOTSUP: 'unsupported',
  ENXIO: 'no-device',
  EOVERFLOW: 'overflow',
  ESPIPE: 'invalid-seek',
  ETXTBSY: 'text-file-busy',
  EXDEV: 'cross-device',
};

/**
 * Converts an exception to a failure: by its code if the operating system raised it, otherwise to
 * `io`.
 */
export function failed(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const errno = (error as { code?: unknown } | null | undefined)?.code;
  return failure((typeof errno === 'string' ? CODES[errno] : undefined) ?? 'io');
}

/** Fails unless something is a directory, or else a regular file. */
export function refuseOther(type: DescriptorType, isDirectory: boolean): void {
  if (type === (isDirectory ? 'directory' : 'regular-file')) return;
  if (type === 'symbolic-link') throw failure('loop');
  if (type === 'directory') throw failure('is-directory');
  throw failure(type === 'regular-file' ? 'not-directory' : 'no-device');
}
