/** Errors of the operating system in words, and advice on them. */

import { getSystemErrorMap } from 'node:util';

/** The permissions that Deno has to be started with, to read in rooms. */
export function denoOptions(program = 'PROGRAM'): string {
  const variables = 'READROOM_PROGRAM,NODE_V8_COVERAGE';
  return `--allow-read --allow-env=${variables} --allow-run=${program}`;
}

/**
 * Returns advice on an error, as the end of a sentence.
 *
 * @param otherwise - the advice if the error is about the file itself, and not about resources
 */
export function adviceFor(error: unknown, otherwise: string, program?: string): string {
  if (isDenied(error)) return `start Deno with ${denoOptions(program)}`;
  switch ((error as NodeJS.ErrnoException | null | undefined)?.code) {
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open: close rooms that are no longer used, or allow more of them';
    case 'EAGAIN':
    case 'ENOMEM':
      return 'the system has no more to give; try again when other programs have ended';
    default:
      return otherwise;
  }
}

/** Returns the reason of an error of the operating system, without its code and the call. */
export function reasonOf({ errno, message }: NodeJS.ErrnoException): string {
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? message;
}

/** Returns whether Deno denied something for lack of a permission. */
export function isDenied(error: unknown): boolean {
  return (error as Error | undefined)?.name === 'NotCapable';
}
