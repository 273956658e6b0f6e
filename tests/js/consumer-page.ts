/** A program for a page that uses page-only features. It is compiled, and not run. */

import { LimitError, Room } from 'readroom/browser';
import type { Document, MemoryOptions } from 'readroom/browser';

export async function first(
  handle: FileSystemDirectoryHandle,
  options: MemoryOptions,
): Promise<Document> {
  const room: Room = await Room.fromDirectory(handle, options);
  try {
    return await room.read('a.txt');
  } catch (error) {
    if (error instanceof LimitError && error.limit === 'file-size')
      throw new Error('large', { cause: error });
    throw error;
  } finally {
    await room.close();
  }
}

// @ts-expect-error a page has no directories
export const wrong = (): Room => new Room({ root: '.' });
