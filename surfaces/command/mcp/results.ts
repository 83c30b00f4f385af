/** Results of tools: a value as `structuredContent`, and the same JSON as text. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import type { ResultError, ResultWarning } from "../../../runtime/index.js"
import { revealed } from "../../../runtime/text/index.js"
import { shortened, shortenedText } from "../../tools/results/index.js"
import { type Advice, advised } from "../input/index.js"
import { jsonOf } from "../output/index.js"

/**
 * A value that programs read as well; of a long one only a shortened text.
 *
 * @param advice - how to get the rest
 */
export function structured(value: object, advice?: string): CallToolResult {
  const text = jsonOf(value)
  const data = JSON.parse(text)
  const { value: short, note } = shortened(data, text.length, advice)
  if (note === undefined) return { ...worded(text), structuredContent: data }
  const warnings = [...(data.warnings ?? []), note]
  return worded(jsonOf({ ...short, warnings }))
}

/** A value that must match the tool's schema, which has no place for warnings. */
export function described(value: object, warnings: readonly ResultWarning[]): CallToolResult {
  const whole = jsonOf(value)
  const { value: short, note } = shortened(JSON.parse(whole), whole.length)
  const notes = [...warnings, ...(note ? [note] : [])].map(({ message, fix }) =>
    fix === undefined ? message : `${message.replace(/\.$/, "")}. ${fix}`,
  )
  const content = [jsonOf(short), ...notes].flatMap((one) => worded(one).content)
  return { content, structuredContent: { ...short } }
}

/**
 * Text for models only: as JSON it would be a third longer.
 *
 * @param advice - how to get the rest of a long one
 */
export function worded(text: string, advice?: string): CallToolResult {
  const shown = revealed(text)
  const short = advice === undefined ? shown : shortenedText(shown, advice)
  return { content: [{ type: "text", text: short }] }
}

/** A failure, with partial data. */
export async function failed(error: ResultError, beside: object = {}): Promise<CallToolResult> {
  const own = await advised(error, advice)
  return { ...structured({ ok: false, error: own, ...beside }), isError: true }
}

export const advisedModel = (error: ResultError) => advised(error, advice)

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
    operations:
      "This server sends such operations only if it was started with --documents, and writes with --allow-write, too",
  },
} satisfies Advice

export const refusals: Readonly<Record<string, string>> = advice.guards
