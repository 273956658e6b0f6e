/** Errors of the operating system in words, and advice on them. */

import { getSystemErrorMap } from 'node:util';

/**
 * Returns advice on an error, as the end of a sentence.
 *
 * @param otherwise - the advice if the error is about the file itself, and not about resources
 */
export function adviceFor(error: unknown, otherwise: string): string {
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
