/** The project: the example, or a folder that was opened or dropped, and its files. */

import { byId } from './dom.js';
import { droppedFolder, handleFolder, inputFolder } from './folders.js';
import type { Folder } from './folders.js';
import { FileTree } from './tree.js';

/** What the panel reports. */
export interface ProjectEvents {
  /** A folder was opened. */
  onFolder(folder: Folder): void;
  /** The example was asked for. */
  onExample(): void;
  /** A file was chosen, by its path in the folder. */
  onFile(path: string): void;
  /** Rules were switched on or off. */
  onGuarded(isGuarded: boolean): void;
  /** Something could not be opened. */
  onTrouble(message: string): void;
}

type Picker = () => Promise<FileSystemDirectoryHandle>;

export class ProjectPanel {
  readonly #name = byId('folder-name', HTMLElement);
  readonly #guarded = byId('guarded', HTMLInputElement);
  readonly #tree: FileTree;
  readonly #events: ProjectEvents;

  constructor(events: ProjectEvents) {
    this.#events = events;
    this.#tree = new FileTree(byId('tree', HTMLElement), (path) => events.onFile(path));
    const input = byId('folder-input', HTMLInputElement);
    byId('open', HTMLButtonElement).addEventListener('click', () => void this.#pick(input));
    byId('use-example', HTMLButtonElement).addEventListener('click', () => events.onExample());
    this.#guarded.addEventListener('change', () => events.onGuarded(this.#guarded.checked));
    input.addEventListener('change', () => {
      const folder = inputFolder(input.files ?? []);
      // The same folder can be chosen again.
      input.value = '';
      if (folder === undefined) events.onTrouble('The folder has no files.');
      else events.onFolder(folder);
    });
    this.#takeDrops();
  }

  /** Shows a folder. */
  async show(folder: Folder, isGuarded: boolean): Promise<void> {
    const isExample = folder.files !== undefined;
    await this.#tree.show(folder);
    this.#name.textContent = isExample ? 'Example project' : folder.name;
    byId('use-example', HTMLButtonElement).hidden = isExample;
    this.#guarded.checked = isGuarded;
  }

  /** Marks the file that is read. */
  mark(path: string | undefined): void {
    void this.#tree.mark(path);
  }

  async #pick(input: HTMLInputElement): Promise<void> {
    const picker = (window as unknown as { showDirectoryPicker?: Picker }).showDirectoryPicker;
    if (picker === undefined) {
      input.click();
      return;
    }
    try {
      this.#events.onFolder(handleFolder(await picker.call(window)));
    } catch (error) {
      // The person closed the picker.
      if ((error as Error).name === 'AbortError') return;
      input.click();
    }
  }

  #takeDrops(): void {
    const over = (isOver: boolean): void => {
      document.body.classList.toggle('dropping', isOver);
    };
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      over(true);
    });
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) over(false);
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      over(false);
      const items = event.dataTransfer?.items;
      if (items === undefined) return;
      void droppedFolder(items).then((folder) => {
        if (folder === undefined)
          this.#events.onTrouble('Drop a folder: single files have no project.');
        else this.#events.onFolder(folder);
      });
    });
  }
}
