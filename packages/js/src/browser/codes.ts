/** The errors of wasi:filesystem: all that a component sees of a failure. */

import type { DescriptorType, ErrorCode } from '../component/interfaces/wasi-filesystem-types.js';

/** Thrown by a tree to end the call instead of answering the component. */
export class Abort extends Error {}

/**
 * Thrown to answer a component with a code. The generated code reads `payload`; it has no costly
 * stack.
 */
export class Failure {
  constructor(readonly payload: ErrorCode) {}
}

/** Converts an exception to a failure: `io`, unless it is one. */
export function failed(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('io');
}

/** Fails unless something is a directory, or else a regular file. */
export function refuseOther(type: DescriptorType, isDirectory: boolean): void {
  if (type === (isDirectory ? 'directory' : 'regular-file')) return;
  if (type === 'symbolic-link') throw new Failure('loop');
  if (type === 'directory') throw new Failure('is-directory');
  throw new Failure(type === 'regular-file' ? 'not-directory' : 'no-device');
}
