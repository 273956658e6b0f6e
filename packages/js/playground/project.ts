/** The project: the example, or a folder that was opened, and its files. */

import { byId, counted, element } from './dom.js';
import { chosenFolder, directoryOf } from './folder.js';
import type { Folder } from './folder.js';
import { marked } from './text.js';

/** The maximum number of names of a directory that are shown. */
const MAX_NAMES = 500;

/** The events of the panel. */
export interface ProjectEvents {
  /** A folder was opened. */
  onFolder(folder: Folder): void;
  /** The example was requested. */
  onExample(): void;
  /** A file was chosen, by its path in the folder. */
  onFile(path: string): void;
  onTrouble(message: string): void;
}

/** Defined in browsers whose pages can open a folder without listing all of it. */
interface Picker {
  showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>;
}

/** A name in a directory. */
interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** Scrolls a list, and nothing around it, if an entry is out of sight. */
function scrollTo(list: HTMLElement, entry: HTMLElement): void {
  const box = list.getBoundingClientRect();
  const { top, bottom } = entry.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 2;
}

export class ProjectPanel {
  readonly #tree = byId('tree', HTMLElement);
  readonly #input = byId('folder-input', HTMLInputElement);
  readonly #example = byId('use-example', HTMLButtonElement);
  readonly #events: ProjectEvents;
  /** The path of the file that is read. */
  #current: string | undefined;

  constructor(events: ProjectEvents) {
    this.#events = events;
    byId('open', HTMLButtonElement).addEventListener('click', () => void this.#pick());
    this.#example.addEventListener('click', () => events.onExample());
    this.#input.addEventListener('change', () => {
      const folder = chosenFolder(this.#input.files ?? []);
      // The same folder can be chosen again.
      this.#input.value = '';
      if (folder === undefined) events.onTrouble('The folder has no files.');
      else events.onFolder(folder);
    });
  }

  /** Shows a folder. */
  async show(folder: Folder): Promise<void> {
    const isExample = folder.kind === 'memory';
    byId('folder-name', HTMLElement).textContent = folder.name;
    this.#example.hidden = isExample;
    this.#tree.replaceChildren(await this.#listOf(directoryOf(folder), ''));
    this.#placeIn(this.#tree);
  }

  /** Marks the file that is read, in the directories around it. */
  mark(path: string | undefined): void {
    this.#current = path;
    this.#placeIn(this.#tree);
  }

  /** Marks the file that is read if it is in a list, or opens the directory that it is in. */
  #placeIn(list: HTMLElement): void {
    const current = this.#current ?? '';
    for (const entry of list.querySelectorAll<HTMLElement>('[data-path]')) {
      const { path } = entry.dataset;
      // A directory is listed when it opens, and then its entries are placed.
      if (entry instanceof HTMLDetailsElement) entry.open ||= current.startsWith(`${path}/`);
      else if (path !== current) entry.removeAttribute('aria-current');
      else {
        entry.setAttribute('aria-current', 'true');
        scrollTo(this.#tree, entry);
      }
    }
  }

  async #pick(): Promise<void> {
    const picker = window as unknown as Picker;
    try {
      const handle = await picker.showDirectoryPicker?.();
      if (handle === undefined) this.#input.click();
      else this.#events.onFolder({ kind: 'handle', name: handle.name, handle });
    } catch (error) {
      // The person closed the picker, or the browser refuses it here.
      if ((error as Error).name !== 'AbortError') this.#input.click();
    }
  }

  /** Returns the list of a directory's entries. Those of `.git` are read as history. */
  async #listOf(directory: FileSystemDirectoryHandle, prefix: string): Promise<HTMLElement> {
    const entries: Entry[] = [];
    try {
      for await (const [name, { kind }] of directory.entries())
        if (name !== '.git') entries.push({ name, isDirectory: kind === 'directory' });
    } catch {
      return element('p', { class: 'help' }, 'cannot be listed');
    }
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    entries.sort((one, other) => Number(other.isDirectory) - Number(one.isDirectory));
    const items = entries
      .slice(0, MAX_NAMES)
      .map((entry) => this.#item(directory, entry, prefix));
    const more = entries.length - items.length;
    if (more > 0) items.push(element('li', { class: 'help' }, counted(more, 'more name')));
    return element('ul', {}, ...items);
  }

  #item(
    parent: FileSystemDirectoryHandle,
    { name, isDirectory }: Entry,
    prefix: string,
  ): HTMLElement {
    const path = prefix + name;
    if (!isDirectory) {
      const file = element('button', { type: 'button', 'data-path': path }, ...marked(name));
      file.addEventListener('click', () => this.#events.onFile(path));
      return element('li', {}, file);
    }
    const summary = element('summary', {}, ...marked(name));
    const details = element('details', { 'data-path': path }, summary);
    details.addEventListener('toggle', () => void this.#fill(details, parent, name, path), {
      once: true,
    });
    return element('li', {}, details);
  }

  /** Lists a directory when it is first opened. */
  async #fill(
    details: HTMLElement,
    parent: FileSystemDirectoryHandle,
    name: string,
    path: string,
  ): Promise<void> {
    const list = await this.#listOf(await parent.getDirectoryHandle(name), `${path}/`);
    details.append(list);
    this.#placeIn(list);
  }
}
