// Readroom instead of opencode's `read`, `glob` and `grep`: .opencode/plugins/readroom.ts
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { type Plugin, tool } from "@opencode-ai/plugin"

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

const integer = () => tool.schema.number().int().min(0).optional()
const flag = () => tool.schema.boolean().optional()
const text = () => tool.schema.string()
const more = {
  cursor: text().optional().describe("Where the page before ended, as its last line says"),
}
const scope = {
  hidden: flag().describe("Names that begin with a dot too"),
  ignored: flag().describe("What .gitignore leaves out too"),
  ...more,
}

/** Readroom's tools that look around, by the names and arguments of the built-in ones. */
const LOOKING = {
  // opencode 1.18 has no such tool itself.
  list: {
    id: "readroom:list",
    description: "List a directory, with what is below it up to a depth.",
    args: {
      path: text().optional().describe("The directory; the project by default"),
      depth: integer().describe("1 by default: the directory itself"),
      ...more,
    },
    asked: "path",
    names: {},
  },
  glob: {
    id: "readroom:find",
    description: "Find files by a glob such as **/*.js, without those that .gitignore leaves out.",
    args: {
      pattern: text().describe("The glob, as in .gitignore, with alternatives in braces"),
      path: text().optional().describe("The directory to look in; the project by default"),
      ...scope,
    },
    asked: "pattern",
    names: { pattern: "glob" },
  },
  grep: {
    id: "readroom:search",
    description:
      "Search files for lines that match a regular expression, without files that .gitignore " +
      "leaves out. Each line comes with its number and the headers that it lies under.",
    args: {
      pattern: text().describe("A regular expression in the syntax of Rust's crate regex"),
      path: text().optional().describe("The file or directory to search; the project by default"),
      include: text().optional().describe("Only files that this glob matches, such as *.{ts,tsx}"),
      ...scope,
    },
    asked: "pattern",
    names: { include: "glob" },
  },
}

/** Returns arguments with Readroom's names for them. */
const renamed = (given: Record<string, unknown>, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [names[name] ?? name, value]))

export const Readroom: Plugin = async ({ directory }) => {
  let program: ReturnType<typeof start> | undefined
  const call = (id: string, given: unknown) => {
    program ??= start(directory, () => { program = undefined })
    return program(id, given)
  }
  /**
   * Answers by call: opencode truncates the output of plug-in tools to 50 KiB, and then calls the
   * hook.
   */
  const answers = new Map<string, { output: string; metadata: Record<string, unknown> }>()
  const looking = Object.entries(LOOKING).map(([permission, { id, asked, names, ...shown }]) => [
    permission,
    tool({
      description: shown.description,
      args: shown.args,
      async execute(given: Record<string, unknown>, context) {
        const patterns = [String(given[asked] ?? directory)]
        await context.ask({ permission, patterns, always: ["*"], metadata: given })
        const { outcome, content } = await call(id, renamed(given, names))
        const output = content.map((part) => part.text ?? "").join("\n")
        if (outcome === "refused") throw new Error(output)
        return output
      },
    }),
  ])
  return {
    tool: {
      ...Object.fromEntries(looking),
      read: tool({
        description:
          "Read a file or directory from the local filesystem: " +
          "numbered lines, entries, pictures or PDFs.",
        args: {
          filePath: text().describe("The file or directory, best as an absolute path"),
          offset: integer().describe("The first line or entry, counted from 1"),
          limit: integer().describe("The most lines or entries: 2000 by default"),
        },
        async execute(given, context) {
          const patterns = [given.filePath]
          await context.ask({ permission: "read", patterns, always: ["*"], metadata: {} })
          const { value: answer } = await call("opencode@1.18", given)
          if (answer.error) throw new Error(answer.error.message)
          const { callID } = context as { callID?: string }
          if (callID) answers.set(callID, answer)
          return answer
        },
      }),
    },
    "tool.execute.after": async ({ callID }, result) => {
      const answer = answers.get(callID)
      if (!answer) return
      answers.delete(callID)
      result.output = answer.output
      result.metadata = answer.metadata
    },
  }
}
