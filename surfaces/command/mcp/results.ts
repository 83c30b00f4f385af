/** Results of tools: a value as `structuredContent`, and the same JSON as text. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import type { ResultError } from "../../../runtime/index.js"
import { type Advice, advised } from "../input/index.js"
import { jsonOf } from "../output/index.js"

/** A value that programs read as well. */
export function structured(value: object): CallToolResult {
  const text = jsonOf(value)
  return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) }
}

/** Text for models only: as JSON it would be a third longer. */
export function worded(text: string): CallToolResult {
  return { content: [{ type: "text", text }] }
}

/** A failure, with partial data. */
export async function failed(error: ResultError, beside: object = {}): Promise<CallToolResult> {
  const own = await advised(error, advice)
  return { ...structured({ ok: false, error: own, ...beside }), isError: true }
}

/** Rewords advice about client options for the operator of the server. */
const advice = {
  use: (id: string) => `Use the task ${id}`,
  none: "No task does this for pull requests; explain pr lists them",
  guards: {
    confirm:
      "The user has not confirmed this. Do not retry without the user's consent. If the host cannot ask, start `ghx mcp --yes`",
    read_only: "This server was started with --read-only",
    allow: "This server was started with --allow, without this task",
    deny: "This server was started with --deny, with this task",
    repos: "This server was started with --repos, without this repository",
    limits: "This server was started with --limits; the user has to raise it",
  },
} satisfies Advice

/** Advice for calls that a guard has refused. */
export const refusals: Readonly<Record<string, string>> = advice.guards
