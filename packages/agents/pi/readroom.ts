// Readroom instead of pi's `read`: pi -e readroom.ts, or in the directory `extensions` of pi's own.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type ExtensionAPI, createReadToolDefinition } from "@earendil-works/pi-coding-agent";

const PROGRAM = process.env.READROOM ?? "readroom";
/**
 * As the built-in tool, which does not ask. Without these, files that look like secrets are
 * refused.
 */
const POLICY = ["--policy", "everything", "--no-agentignore"];

type Answer = { error?: { message: string } };
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/** A program that answers calls line by line, in their order. */
function start(root: string, ended: () => void) {
	const arguments_ = ["call", "--root", root, ...POLICY, "pi@1.5", "-"];
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

export default function (pi: ExtensionAPI) {
	let program: ReturnType<typeof start> | undefined;
	pi.registerTool({
		// Its name, description, schema and how it is drawn.
		...createReadToolDefinition(process.cwd()),
		async execute(_id, call, _signal, _update, context) {
			program ??= start(context.cwd, () => { program = undefined; });
			const answer = await program.ask(call);
			if (answer.error) throw new Error(answer.error.message);
			return answer as any;
		},
	});
	pi.on("session_shutdown", () => program?.stop());
}
