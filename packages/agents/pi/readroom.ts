// Readroom instead of pi's `read`, `ls`, `find` and `grep`: pi -e readroom.ts, or in the directory
// `extensions` of pi's own.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import {
	createFindToolDefinition,
	createGrepToolDefinition,
	createLsToolDefinition,
	createReadToolDefinition,
	type ExtensionAPI,
} from "@earendil-works/pi-coding-agent";

const PROGRAM = process.env.READROOM ?? "readroom";
/**
 * Like the built-in tool, which does not ask. Without these, files that look like secrets are
 * refused.
 */
const POLICY = ["--policy", "everything", "--no-agentignore"];

type Answer = { error?: { message: string } };
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/** A program that answers the calls of a tool line by line, in their order. */
function start(root: string, tool: string, ended: () => void) {
	const arguments_ = ["call", "--root", root, ...POLICY, `pi@1.5:${tool}`, "-"];
	const child = spawn(PROGRAM, arguments_, { stdio: ["pipe", "pipe", "ignore"] });
	const waiting: Waiting[] = [];
	const fail = (why: string) => {
		ended();
		for (const { reject } of waiting.splice(0)) reject(new Error(`readroom ${why}`));
	};
	child.on("error", ({ message }) =>
		fail(`did not start; install it, or name it in READROOM (${message})`),
	);
	child.on("exit", (code, signal) => fail(`ended (${code ?? signal}); call again`));
	child.stdin.on("error", () => {});
	const answers = createInterface({ input: child.stdout });
	answers.on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
	const ask = (call: unknown) =>
		new Promise<Answer>((resolve, reject) => {
			waiting.push({ resolve, reject });
			child.stdin.write(`${JSON.stringify(call)}\n`);
		});
	return { ask, stop: () => child.stdin.end() };
}

/** Puts Readroom into a tool, whose name, description, schema and rendering stay. */
function replace(pi: ExtensionAPI, definition: any) {
	let program: ReturnType<typeof start> | undefined;
	pi.registerTool({
		...definition,
		async execute(_id: string, call: unknown, _signal: any, _update: any, context: any) {
			program ??= start(context.cwd, definition.name, () => { program = undefined; });
			const answer = await program.ask(call);
			if (answer.error) throw new Error(answer.error.message);
			return answer;
		},
	});
	pi.on("session_shutdown", () => program?.stop());
}

export default function (pi: ExtensionAPI) {
	const cwd = process.cwd();
	replace(pi, createReadToolDefinition(cwd));
	replace(pi, createLsToolDefinition(cwd));
	replace(pi, createFindToolDefinition(cwd));
	replace(pi, createGrepToolDefinition(cwd));
}
