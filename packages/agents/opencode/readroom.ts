// Readroom instead of opencode's `read`: .opencode/plugins/readroom.ts
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { type Plugin, tool } from "@opencode-ai/plugin"

const PROGRAM = process.env.READROOM ?? "readroom"
/** As the built-in tool: opencode asks about a file before this is called. */
const POLICY = ["--policy", "everything", "--no-agentignore"]

type Answer = { error?: { message: string }; output: string; metadata: Record<string, unknown> }
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

/** A program that answers calls line by line, in their order. It ends with its input. */
function start(root: string, ended: () => void) {
  const arguments_ = ["call", "--root", root, ...POLICY, "opencode@1.18", "-"]
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

const integer = () => tool.schema.number().int().min(0).optional()

export const Readroom: Plugin = async ({ directory }) => {
  let ask: ReturnType<typeof start> | undefined
  /**
   * Answers by call: opencode cuts what tools of plug-ins give to 50 KiB, and tells the call when
   * it has.
   */
  const answers = new Map<string, Answer>()
  return {
    tool: {
      read: tool({
        description:
          "Read a file or directory from the local filesystem: " +
          "numbered lines, entries, pictures or PDFs.",
        args: {
          filePath: tool.schema
            .string()
            .describe("The file or directory, best as an absolute path"),
          offset: integer().describe("The first line or entry, counted from 1"),
          limit: integer().describe("The most lines or entries: 2000 by default"),
        },
        async execute(call, context) {
          const patterns = [call.filePath]
          await context.ask({ permission: "read", patterns, always: ["*"], metadata: {} })
          ask ??= start(directory, () => { ask = undefined })
          const answer = await ask(call)
          if (answer.error) throw new Error(answer.error.message)
          const { callID } = context as { callID?: string }
          if (callID) answers.set(callID, answer)
          return answer as any
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
