/** The page: its state, and the calls that follow from it. */

import type { BasicRequest, Tool } from '../dist/types.js';
import { choiceOf, fragmentOf } from './address.js';
import { argumentsIn, argumentsText, parsed } from './arguments.js';
import type { Arguments } from './arguments.js';
import { CallPanel } from './call.js';
import { Caller } from './caller.js';
import { byId } from './dom.js';
import { exampleLinks, firstArguments } from './examples.js';
import { ROOT, rulesNamed } from './folder.js';
import type { Folder, Rules } from './folder.js';
import { codeOfPage, exampleOfPage } from './payload.js';
import { ProjectPanel } from './project.js';
import { requestOf } from './request.js';
import type { Write } from './request.js';
import { ResultPanel, textOf } from './result.js';
import type { Run } from './result.js';

/** The tool that others are compared with. */
const NEUTRAL = 'readroom';

/** The tool that is chosen if the neutral one would be compared with itself. */
const PEER = 'pi@1.5:read';

class App {
  readonly #caller: Caller;
  readonly #example: Folder;
  #folder: Folder;
  readonly #rules = byId('rules', HTMLSelectElement);
  readonly #compare = byId('compare', HTMLInputElement);
  readonly #call: CallPanel;
  readonly #project: ProjectPanel;
  readonly #result = new ResultPanel();
  /** The number of the newest call: older ones are not shown any more. */
  #newest = 0;

  constructor(caller: Caller, example: Folder) {
    this.#caller = caller;
    this.#example = example;
    this.#folder = example;
    this.#call = new CallPanel({
      onTool: (tool) => void this.#chooseTool(tool),
      onArguments: () => this.#result.announce('Run the call to see its result.'),
      onRun: () => void this.#reveal(this.#run()),
    });
    this.#project = new ProjectPanel({
      onFolder: (folder) => void this.#open(folder),
      onExample: () => void this.#open(this.#example),
      onFile: (path) => void this.#reveal(this.#read(path)),
      onTrouble: (message) => this.#result.announce(message),
    });
    this.#rules.addEventListener('change', () => {
      this.#useFolder();
      void this.#run();
    });
    this.#compare.addEventListener('change', () => void this.#toggleComparison());
    window.addEventListener('hashchange', () => void this.#reveal(this.#follow()));
  }

  async start(): Promise<void> {
    const { value } = await this.#caller.perform('tools');
    const schema = (text: string): Tool['parameters'] => JSON.parse(text) as Tool['parameters'];
    const tools = value.map((tool) => ({
      ...tool,
      parameters: schema(tool.parameters),
      fullParameters: schema(tool.fullParameters ?? tool.parameters),
    }));
    this.#call.offer(tools);
    const ids = tools.map(({ id }) => id);
    byId('examples', HTMLElement).replaceChildren(...exampleLinks(ids));
    await this.#project.show(this.#folder);
    await this.#follow();
  }

  /** Shows the call in the address. */
  async #follow(): Promise<void> {
    const { tool, args, isCompared, rules } = choiceOf(location.hash);
    this.#call.show(tool, args);
    this.#compare.checked = isCompared;
    this.#rules.value = rules;
    this.#useFolder();
    await this.#run();
  }

  /** Scrolls to a result, where the page is too small to show it. */
  async #reveal(action: Promise<void>): Promise<void> {
    await action;
    this.#result.reveal();
  }

  get #chosenRules(): Rules {
    return rulesNamed(this.#rules.value);
  }

  #useFolder(): void {
    this.#caller.use({ folder: this.#folder, rules: this.#chosenRules });
  }

  async #open(folder: Folder): Promise<void> {
    this.#folder = folder;
    this.#useFolder();
    await Promise.all([this.#project.show(folder), this.#run()]);
  }

  /** Makes the call again, with or without the comparison. */
  async #toggleComparison(): Promise<void> {
    const isNeutral = this.#call.tool.split('@')[0] === NEUTRAL;
    await (this.#compare.checked && isNeutral ? this.#chooseTool(PEER) : this.#run());
  }

  /** Reads a file from its start with the chosen tool, if that reads files. */
  async #read(path: string): Promise<void> {
    const request = { path, lines: undefined };
    const isReader = (await this.#written(this.#call.tool, request)) !== undefined;
    await this.#choose(isReader ? this.#call.tool : NEUTRAL, request);
  }

  /** Makes the same read with another tool. */
  async #chooseTool(tool: string): Promise<void> {
    const { tool: before, args } = this.#call;
    await this.#choose(tool, await this.#request(before, args).catch(() => undefined));
  }

  /** Makes a read with a tool: of the whole file, if the tool cannot express which lines. */
  async #choose(tool: string, request: BasicRequest | undefined): Promise<void> {
    const whole = request && { path: request.path, lines: undefined };
    let written: Arguments | undefined;
    for (const each of [request, whole]) written ??= each && (await this.#written(tool, each));
    written ??= firstArguments(tool);
    this.#call.show(tool, written === undefined ? this.#call.args : argumentsText(written));
    await this.#run();
  }

  #written(tool: string, request: BasicRequest): Promise<Arguments | undefined> {
    return this.#write(tool, request).catch(() => undefined);
  }

  readonly #write: Write = async (tool, request) => {
    const { value } = await this.#caller.perform('argumentsFor', tool, request);
    return value === undefined ? undefined : (parsed(value) as Arguments);
  };

  /** Returns the path that the arguments name. Undefined if they name no file, or several. */
  async #path(tool: string, args: string): Promise<string | undefined> {
    const { value } = await this.#caller.perform('requestedPath', tool, args);
    return value?.replace(`${ROOT}/`, '');
  }

  /** Returns the read that the arguments request. Undefined if they name no file, or several. */
  async #request(tool: string, args: string): Promise<BasicRequest | undefined> {
    const [given, path] = [argumentsIn(args), await this.#path(tool, args)];
    if (typeof given === 'string' || path === undefined) return undefined;
    return requestOf(this.#write, tool, given, path);
  }

  async #run(): Promise<void> {
    this.#newest += 1;
    const mine = this.#newest;
    const { tool, args } = this.#call;
    const [isCompared, rules] = [this.#compare.checked, this.#chosenRules];
    this.#result.begin();
    try {
      history.replaceState(null, '', fragmentOf({ tool, args, isCompared, rules }));
      const run = await this.#perform(tool, args);
      const path = await this.#path(tool, args);
      const second = isCompared ? await this.#compared(tool, args) : undefined;
      if (mine !== this.#newest) return;
      this.#result.show(run, second);
      this.#project.mark(path);
    } catch (error) {
      if (mine === this.#newest) this.#result.fail((error as Error).message);
    }
  }

  async #perform(tool: string, args: string): Promise<Run> {
    const { value: reply, milliseconds } = await this.#caller.perform('call', tool, args, {});
    const text = textOf(reply.content);
    const tokens = await this.#caller.estimate(text);
    return { tool, args, reply, milliseconds, text, tokens };
  }

  /** Makes the same read with the neutral tool. If that fails, the first answer stays. */
  async #compared(tool: string, args: string): Promise<Run | string> {
    try {
      const request = await this.#request(tool, args);
      if (request === undefined) return 'The arguments name no file, or several.';
      const written = await this.#write(NEUTRAL, request);
      if (written === undefined) return `${NEUTRAL} cannot express this read.`;
      return await this.#perform(NEUTRAL, JSON.stringify(written));
    } catch (error) {
      return `${NEUTRAL} gave no answer: ${(error as Error).message}`;
    }
  }
}

/** Starts the page. */
export async function startPage(): Promise<void> {
  try {
    const [code, files] = await Promise.all([codeOfPage(), exampleOfPage()]);
    const example: Folder = { kind: 'memory', name: 'Example', files };
    await new App(new Caller(code, { folder: example, rules: 'default' }), example).start();
  } catch (error) {
    const { message } = error as Error;
    byId('status', HTMLElement).textContent =
      `The page cannot start: ${message}. It needs a current browser.`;
  }
}
