/** The page: what is chosen, the address that keeps it, and the calls that follow from it. */

import { argumentsIn, CallPanel } from './call-panel.js';
import { Caller } from './caller.js';
import { byId } from './dom.js';
import { memoryFolder } from './folders.js';
import type { Folder } from './folders.js';
import { argumentsText, parsed } from './json-text.js';
import type { Project } from './messages.js';
import { exampleOfPage, modulesOfPage } from './payload.js';
import { ProjectPanel } from './project-panel.js';
import { ResultPanel } from './result-panel.js';
import type { Second } from './result-panel.js';
import { run } from './run.js';
import { canBeNegative } from './schema.js';
import { fragmentOf, stateOf } from './state.js';
import type { State, View } from './state.js';
import { requestOf, shapeOf } from './translate.js';
import type { Arguments, Shape, TranslatedRead, Write } from './translate.js';
import type { BasicRequest, Tool } from '../dist/types.js';

/** The dialects that comparisons begin with: the first that is not the chosen tool's. */
const PARTNERS = ['pi@', 'readroom@'];

/** The name that agents know the root by. */
const ROOT = '/project';

function noteOf(left: readonly string[]): string {
  return left.length === 0 ? '' : `Not carried over: ${left.join(', ')}.`;
}

class App {
  readonly #caller: Caller;
  readonly #example: Folder;
  #folder: Folder;
  #tools: readonly Tool[] = [];
  #state: State;
  readonly #shapes = new Map<string, Promise<Shape | undefined>>();
  readonly #call: CallPanel;
  readonly #project: ProjectPanel;
  readonly #result: ResultPanel;
  /** The number of the newest call: older ones are not shown any more. */
  #newest = 0;
  /** The timer that puts what was typed into the address. */
  #typing: number | undefined;

  constructor(caller: Caller, example: Folder) {
    this.#caller = caller;
    this.#example = example;
    this.#folder = example;
    this.#state = stateOf(location.hash);
    this.#call = new CallPanel({
      onTool: (tool) => void this.#orFail(this.#chooseTool(tool)),
      onArguments: (args) => this.#set({ args }, false),
      onRun: () => void this.#reveal(this.#run()),
    });
    this.#project = new ProjectPanel({
      onFolder: (folder) => void this.#open(folder),
      onExample: () => void this.#open(this.#example),
      onFile: (path) => void this.#reveal(this.#orFail(this.#read(path))),
      onGuarded: (isGuarded) => {
        this.#set({ isGuarded });
        this.#useFolder();
        void this.#run();
      },
      onTrouble: (message) => this.#result.announce(message),
    });
    this.#result = new ResultPanel({
      onView: (view) => this.#look(view),
      onExact: (isExact) => this.#set({ isExact }),
      onSecond: (second) => {
        this.#set({ second });
        void this.#run();
      },
    });
    byId('copy', HTMLButtonElement).addEventListener('click', () => void this.#copy());
    if (/mac|iphone|ipad/iu.test(navigator.userAgent))
      byId('keys', HTMLElement).textContent = '⌘ ↵';
    window.addEventListener('popstate', () => void this.#follow());
  }

  async start(): Promise<void> {
    this.#useFolder();
    const { value } = await this.#caller.perform('tools');
    this.#tools = value.map((tool) => ({
      ...tool,
      parameters: JSON.parse(tool.parameters) as Tool['parameters'],
      fullParameters: JSON.parse(tool.fullParameters ?? tool.parameters) as Tool['parameters'],
    }));
    this.#state = this.#named(stateOf(location.hash));
    this.#call.offer(this.#tools);
    this.#result.offer(this.#tools);
    await this.#project.show(this.#folder, this.#state.isGuarded);
    this.#show();
    await this.#run();
  }

  /**
   * Returns a state with whole ids: without its revision, an id means the newest one. An unknown
   * tool becomes the first one, and a comparison with one is left out.
   */
  #named(state: State): State {
    const whole = (id: string | undefined): string | undefined =>
      this.#tools.find((tool) => tool.id === id || tool.id.startsWith(`${id}@`))?.id;
    const tool = whole(state.tool) ?? this.#tools[0]?.id ?? state.tool;
    const second = whole(state.second) ?? this.#partner(tool, state.view);
    return { ...state, tool, second };
  }

  /** Returns the tool that a comparison begins with. Undefined if there is no comparison. */
  #partner(tool: string, view: View): string | undefined {
    if (view !== 'compare') return undefined;
    const dialect = PARTNERS.find((each) => !tool.startsWith(each));
    return this.#tools.find(({ id }) => dialect !== undefined && id.startsWith(dialect))?.id;
  }

  #look(view: View): void {
    const { tool, second } = this.#state;
    const partner = second ?? this.#partner(tool, view);
    this.#set({ view, second: partner });
    if (partner !== second) void this.#run();
  }

  /** Scrolls to what came of something, where the page is too small to show it. */
  async #reveal(action: Promise<void>): Promise<void> {
    await action;
    this.#result.reveal();
  }

  get #projectOfFolder(): Project {
    return { files: this.#folder.files, root: ROOT, isGuarded: this.#state.isGuarded };
  }

  #useFolder(): void {
    this.#caller.use(this.#folder, this.#projectOfFolder);
  }

  /** Changes what is chosen, and the address with it. Typing makes no steps to go back. */
  #set(change: Partial<State>, isStep = true): void {
    if (isStep) this.#settle();
    this.#state = { ...this.#state, ...change };
    if (isStep) {
      const fragment = fragmentOf(this.#state);
      if (fragment !== location.hash) history.pushState(null, '', fragment);
    }
    // Browsers limit how often an address may change.
    else this.#typing ??= window.setTimeout(() => this.#settle(), 300);
    this.#show();
  }

  /** Puts what was typed into the address. */
  #settle(): void {
    if (this.#typing === undefined) return;
    window.clearTimeout(this.#typing);
    this.#typing = undefined;
    history.replaceState(null, '', fragmentOf(this.#state));
  }

  #show(): void {
    const { tool, args, view, isExact, second } = this.#state;
    this.#call.show(tool, args);
    this.#result.look(view, isExact, second);
    this.#result.check(tool, args);
  }

  /** Shows what the address says, after a step back or forward. */
  async #follow(): Promise<void> {
    window.clearTimeout(this.#typing);
    this.#typing = undefined;
    const before = this.#state;
    this.#state = this.#named(stateOf(location.hash));
    this.#call.note('');
    this.#show();
    const { tool, args, second, folder, isGuarded } = this.#state;
    const isOther = folder !== before.folder || isGuarded !== before.isGuarded;
    if (isOther) {
      if (folder === undefined) this.#folder = this.#example;
      this.#useFolder();
      await this.#project.show(this.#folder, isGuarded);
    }
    if (isOther || tool !== before.tool || args !== before.args || second !== before.second)
      await this.#run();
  }

  async #open(folder: Folder): Promise<void> {
    this.#folder = folder;
    const isExample = folder.files !== undefined;
    const wasAsked = folder.name === this.#state.folder;
    this.#set({ folder: isExample ? undefined : folder.name });
    this.#useFolder();
    await this.#project.show(folder, this.#state.isGuarded);
    if (isExample || wasAsked) await this.#run();
    else {
      const first = (await folder.list([])).find(({ name }) => /^readme/iu.test(name));
      if (first !== undefined) await this.#read(first.name);
      else this.#result.announce(`${folder.name} is open. Choose a file.`);
    }
  }

  readonly #write: Write = async (tool, request: BasicRequest) => {
    const { value } = await this.#caller.perform('argumentsFor', tool, request);
    return value === undefined ? undefined : (parsed(value) as Arguments);
  };

  #shape(tool: string): Promise<Shape | undefined> {
    const known = this.#shapes.get(tool) ?? shapeOf(tool, this.#write);
    this.#shapes.set(tool, known);
    known.catch(() => this.#shapes.delete(tool));
    return known;
  }

  /** Returns the read that the arguments ask for, if they ask for one file. */
  async #request(): Promise<TranslatedRead | undefined> {
    const { tool, args } = this.#state;
    const [given, shape] = [argumentsIn(args), await this.#shape(tool)];
    const description = this.#tools.find(({ id }) => id === tool);
    if (given === undefined || shape === undefined || description === undefined) return undefined;
    return requestOf(shape, given, (name) => canBeNegative(description, name));
  }

  /** Shows why there is no answer if something fails. */
  async #orFail(action: Promise<void>): Promise<void> {
    try {
      await action;
    } catch (error) {
      this.#result.fail((error as Error).message);
    }
  }

  /** Reads a file from its beginning with the tool that is chosen. */
  async #read(path: string): Promise<void> {
    const args = await this.#write(this.#state.tool, { path, lines: undefined });
    if (args === undefined) return;
    this.#call.note('');
    this.#set({ args: argumentsText(args) });
    await this.#run();
  }

  async #chooseTool(tool: string): Promise<void> {
    const carried = await this.#request().catch(() => undefined);
    const request = carried?.request;
    let args = request && (await this.#write(tool, request));
    let left = carried?.left ?? [];
    if (request !== undefined && args === undefined) {
      args = await this.#write(tool, { path: request.path, lines: undefined });
      left = [...left, 'the lines, which it cannot express'];
    }
    this.#set(args === undefined ? { tool } : { tool, args: argumentsText(args) });
    this.#call.note(noteOf(left));
    await this.#run();
  }

  async #run(): Promise<void> {
    this.#settle();
    this.#newest += 1;
    const mine = this.#newest;
    const { tool, args, folder } = this.#state;
    const isOpen = this.#folder.files === undefined ? this.#folder.name : undefined;
    if (folder !== isOpen) {
      const name = folder ?? 'example';
      this.#result.fail(
        `This link reads in a folder named ${name}. Open that folder to repeat the call.`,
      );
      return;
    }
    this.#result.begin();
    try {
      const first = await run(this.#caller, tool, args);
      const carried = await this.#request();
      const second = await this.#second(carried);
      if (mine !== this.#newest) return;
      this.#result.show(first, second, noteOf(carried?.left ?? []), ROOT);
      this.#result.check(this.#state.tool, this.#state.args);
      const path = carried?.request.path.replace(`${ROOT}/`, '').replace(/^\.\//u, '');
      this.#project.mark(path);
    } catch (error) {
      if (mine === this.#newest) this.#result.fail((error as Error).message);
    }
  }

  /** Makes the same read with the second tool. If that fails, the first answer stays. */
  async #second(carried: TranslatedRead | undefined): Promise<Second> {
    const { second } = this.#state;
    if (second === undefined) return undefined;
    if (carried === undefined)
      return 'The arguments name no file, or several: there is nothing to compare.';
    try {
      const args = await this.#write(second, carried.request);
      if (args === undefined) return `${second} cannot express these lines.`;
      return await run(this.#caller, second, JSON.stringify(args));
    } catch (error) {
      return `${second} gave no answer: ${(error as Error).message}`;
    }
  }

  async #copy(): Promise<void> {
    this.#settle();
    const field = byId('link', HTMLInputElement);
    field.value = location.href;
    try {
      await navigator.clipboard.writeText(location.href);
      field.hidden = true;
      this.#result.announce('The link is copied.');
    } catch {
      // Some browsers let a page from the disk copy nothing.
      field.hidden = false;
      field.select();
      this.#result.announce('Copy the link from the field.');
    }
  }
}

/** Starts the page. */
export function startPage(): void {
  const failed = (error: unknown): void => {
    const status = byId('status', HTMLElement);
    const { message } = error as Error;
    status.textContent = `The page cannot start: ${message}. It needs a current browser.`;
  };
  void (async () => {
    const [modules, files] = await Promise.all([modulesOfPage(), exampleOfPage()]);
    const example = memoryFolder('example', files);
    const caller = new Caller(modules, example, { files, root: ROOT, isGuarded: true });
    await new App(caller, example).start();
  })().catch(failed);
}
