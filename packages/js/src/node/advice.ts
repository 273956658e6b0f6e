/** Advice on errors of the operating system. */

/**
 * Returns advice on an error, as the end of a sentence.
 *
 * @param otherwise - the advice if the error is about the file itself, and not about resources
 */
export function adviceFor(error: unknown, otherwise: string): string {
  switch ((error as NodeJS.ErrnoException | null | undefined)?.code) {
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open: close rooms that are not used any more, or allow more of them';
    case 'EAGAIN':
    case 'ENOMEM':
      return 'the system has no more to give; try again when other programs have ended';
    default:
      return otherwise;
  }
}
