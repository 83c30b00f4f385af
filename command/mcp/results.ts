/** What tools answer: a value as `structuredContent`, and the same JSON as text. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import type { ResultError } from "../../runtime/index.js"
import { type Advice, advised } from "../input/index.js"
import { jsonOf } from "../output/index.js"

/** A value that programs read as well. */
export function structured(value: object): CallToolResult {
  const text = jsonOf(value)
  return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) }
}

/** Words for a model alone: as JSON they would be a third longer. */
export function worded(text: string): CallToolResult {
  return { content: [{ type: "text", text }] }
}

/** A failure, with what was there all the same. */
export function failed(error: ResultError, beside: object = {}): CallToolResult {
  return { ...structured({ ok: false, error: advised(error, advice), ...beside }), isError: true }
}

/** What a client's options say to programmers, said to who runs the server. */
const advice: Advice = {
  use: "Execute the task",
  none: "No task does that to a pull request: list_capabilities with the domain pr has those that there are",
  guards: {
    confirm:
      "A person has to say yes, and has not: do not try again unasked. Where the host cannot ask, `ghx mcp --yes` does without",
    read_only: "This server was started with --read-only",
    allow: "This server was started with --allow, without this task",
    deny: "This server was started with --deny, with this task",
    repos: "This server was started with --repos, without this repository",
    limits: "This server was started with --limits: more calls are for a person to allow",
  },
}
