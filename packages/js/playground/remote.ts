/** A picked folder, as the worker sees it: the page answers for each name. */

import type { Question } from './messages.js';
import type { Entry } from './folders.js';

/** Sends a question to the page. Rejects with an error that has the name the page's error had. */
export type SendQuestion = (question: Question) => Promise<unknown>;

/** Returns a directory whose names the page answers for, as far as a read needs one. */
export function remoteDirectory(
  send: SendQuestion,
  path: readonly string[] = [],
): FileSystemDirectoryHandle {
  const directory = {
    kind: 'directory',
    async getFileHandle(name: string) {
      const file = (await send({ ask: 'file', path: [...path, name] })) as File;
      return { kind: 'file', getFile: async () => file };
    },
    getDirectoryHandle: async (name: string) => remoteDirectory(send, [...path, name]),
    async *entries() {
      const entries = (await send({ ask: 'list', path })) as readonly Entry[];
      for (const { name, kind } of entries) yield [name, { kind }];
    },
  };
  return directory as unknown as FileSystemDirectoryHandle;
}
