/** What a model reads of a result. */
import {
  type Contract,
  morePages,
  type ResultEnvelope,
  type ResultError,
  type ResultMeta,
  type ResultWarning,
} from "../../../runtime/index.js"
import { base64 } from "../../../runtime/path/index.js"
import { shortened } from "./shortened.js"
import { type Trimmed, trimmed } from "./trimmed.js"
import type { Ask } from "./unknown.js"
import { unknownName } from "./unknown-name.js"

/** The result of a successful call, small unless fields were selected. */
interface Answer extends Trimmed {
  readonly ok: true
  readonly warnings?: readonly ResultWarning[]
}

export function answerOf(
  { data, meta }: Extract<ResultEnvelope<unknown>, { readonly ok: true }>,
  contract: Contract | undefined,
  fields: readonly string[] | undefined,
): Answer {
  const told = toldOf(data, contract, fields)
  const warnings = warningsOf(meta, told.data)
  return { ok: true, ...told, ...(warnings && { warnings }) }
}

/** @param seen - the data that the model sees: its `page_info` says whether a list goes on */
export function warningsOf(meta: ResultMeta, seen: unknown): ResultMeta["warnings"] {
  const more = Object(seen).page_info === undefined ? morePages(meta) : undefined
  return more ? [...(meta.warnings ?? []), more] : meta.warnings
}

export function toldOf(
  data: unknown,
  contract: Contract | undefined,
  fields: readonly string[] | undefined,
): Trimmed {
  if (!contract) return { data }
  if (fields) return { data: contract.list ? withoutCursor(data) : data }
  if (!Array.isArray(data)) return trimmed(data, contract)
  // The results of a task with `each`.
  const all = data.map((one) => trimmed(one, contract))
  const left_out = all.find((one) => one.left_out)?.left_out
  return { data: all.map((one) => one.data), ...(left_out && { left_out }) }
}

/** Removes the cursor of the last page, which leads nowhere. */
function withoutCursor(page: unknown): unknown {
  const { page_info } = Object(page)
  if (page_info?.has_next_page !== false) return page
  return { ...Object(page), page_info: { has_next_page: false } }
}

/** The result of a model's call. */
export type ToolResult = Answer | { readonly ok: false; readonly error: ResultError }

/** Plain data of at most 60,000 characters. */
export async function resultOf(
  envelope: ResultEnvelope<unknown>,
  task: GivenTask,
  ask: Ask,
  contract?: Contract,
): Promise<ToolResult> {
  if (!envelope.ok) {
    const { error } = envelope
    const named = contract && (await namesExplained(error, task, ask))
    return { ok: false, error: named ?? error }
  }
  const text = JSON.stringify(answerOf(envelope, contract, task.fields), asText)
  const answer: Answer = JSON.parse(text)
  const ofText = "No call returns more of a text; `fields` leave more room for each"
  const advice = contract?.list ? "Use a smaller `first`, or `fields`" : ofText
  const { value, note } = shortened(answer, text.length, advice)
  return note ? { ...answer, ...value, warnings: [...(answer.warnings ?? []), note] } : answer
}

const asText = (_: string, value: unknown) => (value instanceof Uint8Array ? base64(value) : value)

interface GivenTask {
  readonly task: string
  readonly input: unknown
  readonly fields?: readonly string[]
}

/** The error of a call with a name that does not exist, with those that do; undefined for any other error. */
export async function namesExplained(
  error: ResultError,
  { task, input }: GivenTask,
  ask: Ask,
): Promise<ResultError | undefined> {
  const envelope = { ok: false, error, meta: { capability_id: task } } as const
  const unknown = await unknownName(task, input, envelope, ask)
  if (!unknown) return undefined
  return { ...error, message: unknown.message, details: { ...error.details, fix: unknown.fix } }
}
