// Readroom instead of opencode 2's `read`, `glob` and `grep`: .opencode/plugins/readroom.ts
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"

const PROGRAM = process.env.READROOM ?? "readroom"
/** Like the built-in tools: opencode asks before these are called. */
const POLICY = { rules: "everything", agentignore: false }

type Reply = { outcome: string; content: { kind: string; text?: string }[]; value: any }
type Waiting = { resolve: (result: any) => void; reject: (error: Error) => void }

/** A program that answers tool calls in a directory. It exits when its input ends. */
function start(root: string, ended: () => void) {
  const child = spawn(PROGRAM, ["serve"], { stdio: ["pipe", "pipe", "ignore"] })
  child.unref()
  const waiting = new Map<number, Waiting>()
  const fail = (why: string) => {
    ended()
    for (const { reject } of waiting.values()) reject(new Error(`readroom ${why}`))
    waiting.clear()
  }
  child.on("error", ({ message }) =>
    fail(`did not start; install it, or name it in READROOM (${message})`),
  )
  child.on("exit", (code, signal) => fail(`ended (${code ?? signal}); call again`))
  child.stdin.on("error", () => {})
  const answers = createInterface({ input: child.stdout })
  answers.on("line", (line) => {
    const { id, result, error } = JSON.parse(line)
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })
  let last = 0
  const send = (method: string, params: object) =>
    new Promise<any>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      child.stdin.write(`${JSON.stringify({ id: last, method, params })}\n`)
    })
  const opened = Promise.all([
    send("hello", { protocol: 1 }),
    send("open", { root, policy: POLICY }),
  ])
  return async (tool: string, given: unknown): Promise<Reply> => {
    await opened
    return send("call", { room: 1, tool, arguments: given })
  }
}

const number = (description: string) => ({ type: "integer", minimum: 0, description })
const text = (description: string) => ({ type: "string", description })
const flag = (description: string) => ({ type: "boolean", description })
const object = (properties: object, ...required: string[]) => ({
  type: "object",
  properties,
  required,
})

const more = { cursor: text("Where the page before ended, as its last line says") }
const scope = {
  hidden: flag("Names that begin with a dot too"),
  ignored: flag("What .gitignore leaves out too"),
  ...more,
}

/** The tools, by the names and arguments of the built-in ones. */
const TOOLS = {
  read: {
    id: "opencode@2",
    description:
      "Read a file or directory: numbered lines, entries, pictures or PDFs. " +
      "One large page serves better than many small ones.",
    input: object(
      {
        path: text("The file or directory: absolute, or relative to the project"),
        offset: number("The first line or entry, counted from 1"),
        limit: number("The most lines or entries: 2000, unless it is less"),
      },
      "path",
    ),
    names: {},
  },
  list: {
    id: "readroom:list",
    description: "List a directory, with what is below it up to a depth.",
    input: object({
      path: text("The directory; the project by default"),
      depth: number("1 by default: the directory itself"),
      ...more,
    }),
    names: {},
  },
  glob: {
    id: "readroom:find",
    description: "Find files by a glob such as **/*.js, without those that .gitignore leaves out.",
    input: object(
      {
        pattern: text("The glob, as in .gitignore, with alternatives in braces"),
        path: text("The directory to look in; the project by default"),
        ...scope,
      },
      "pattern",
    ),
    names: { pattern: "glob" },
  },
  grep: {
    id: "readroom:search",
    description:
      "Search files for lines that match a regular expression, without files that .gitignore " +
      "leaves out. Each line comes with its number and the headers that it lies under.",
    input: object(
      {
        pattern: text("A regular expression in the syntax of Rust's crate regex"),
        path: text("The file or directory to search; the project by default"),
        include: text("Only files that this glob matches, such as *.{ts,tsx}"),
        ...scope,
      },
      "pattern",
    ),
    names: { include: "glob" },
  },
}

/** Returns arguments with Readroom's names for them. */
const renamed = (given: object, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [names[name] ?? name, value]))

/** The parts of opencode's context that the plug-in uses. */
type Tool = {
  name: string
  description: string
  input: object
  execute: (given: object) => Promise<unknown>
}
type Editor = { add: (tool: Tool) => void }
type Context = {
  directory: string
  tool: { transform: (change: (editor: Editor) => void) => void }
}

export default async (context: Context) => {
  let program: ReturnType<typeof start> | undefined
  context.tool.transform((editor) => {
    for (const [name, { id, names, ...shown }] of Object.entries(TOOLS)) {
      editor.add({
        name,
        ...shown,
        async execute(given) {
          program ??= start(context.directory, () => { program = undefined })
          const { outcome, content, value } = await program(id, renamed(given, names))
          const output = content.map((part) => part.text ?? "").join("\n")
          if (outcome === "refused") throw new Error(output)
          // The native result of `read` is {output, content, metadata}.
          if (name === "read") return value
          return { output, content: [{ type: "text", text: output }], metadata: {} }
        },
      })
    }
  })
}
