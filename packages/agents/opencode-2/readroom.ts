// Readroom instead of opencode 2's `read`: .opencode/plugins/readroom.ts
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"

const PROGRAM = process.env.READROOM ?? "readroom"
/** As the built-in tool: opencode asks about a file before this is called. */
const POLICY = ["--policy", "everything", "--no-agentignore"]

type Answer = {
  error?: { message: string }
  output: unknown
  content: unknown[]
  metadata: Record<string, unknown>
}
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

/** A program that answers calls line by line, in their order. It ends with its input. */
function start(root: string, ended: () => void) {
  const arguments_ = ["call", "--root", root, ...POLICY, "opencode@2", "-"]
  const child = spawn(PROGRAM, arguments_, { stdio: ["pipe", "pipe", "ignore"] })
  child.unref()
  const waiting: Waiting[] = []
  const fail = (why: string) => {
    ended()
    for (const { reject } of waiting.splice(0)) reject(new Error(`readroom ${why}`))
  }
  child.on("error", ({ message }) =>
    fail(`did not start; install it, or name it in READROOM (${message})`),
  )
  child.on("exit", (code, signal) => fail(`ended (${code ?? signal}); call again`))
  child.stdin.on("error", () => {})
  const answers = createInterface({ input: child.stdout })
  answers.on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)))
  return (call: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ resolve, reject })
      child.stdin.write(`${JSON.stringify(call)}\n`)
    })
}

const number = (description: string) => ({ type: "integer", minimum: 0, description })

const input = {
  type: "object",
  properties: {
    path: {
      type: "string",
      description: "The file or directory: absolute, or relative to the project",
    },
    offset: number("The first line or entry, counted from 1"),
    limit: number("The most lines or entries: 2000, unless it is less"),
  },
  required: ["path"],
}

/** What the plug-in uses of what opencode gives it. */
type Tool = {
  name: string
  description: string
  input: object
  execute: (call: unknown) => Promise<unknown>
}
type Editor = { add: (tool: Tool) => void }
type Context = {
  directory: string
  tool: { transform: (change: (editor: Editor) => void) => void }
}

export default async (context: Context) => {
  let ask: ReturnType<typeof start> | undefined
  context.tool.transform((editor) =>
    editor.add({
      name: "read",
      description:
        "Read a file or directory: numbered lines, entries, pictures or PDFs. " +
        "One large page serves better than many small ones.",
      input,
      async execute(call) {
        ask ??= start(context.directory, () => { ask = undefined })
        const answer = await ask(call)
        if (answer.error) throw new Error(answer.error.message)
        return answer // {output, content, metadata}
      },
    }),
  )
}
