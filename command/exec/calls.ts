/** The calls that a program asks for in one turn, carried out together. */
import type { createExecutor } from "../../generated/calls.js"
import { registry } from "../../generated/registry.js"
import {
  ChainAborted,
  type ChainStepResult,
  heldBackMessage,
  knownOf,
  type ResultEnvelope,
  type ResultError,
} from "../../runtime/index.js"

export type Executor = ReturnType<typeof createExecutor>

export interface AskedCall {
  readonly task: string
  readonly input: unknown
  readonly fields?: readonly string[]
}

export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: ResultError }

/**
 * Carries out calls that know nothing of each other: one that is refused holds up no other, as it would in
 * a chain of somebody who wants all of them or none. Where `signal` ends them, they say how they stand.
 */
export async function carryOut(
  calls: readonly AskedCall[],
  executor: Executor,
  signal: AbortSignal,
): Promise<Answer[]> {
  const answers = new Map<AskedCall, Answer>()
  const alone = calls.filter((call) => !canShare(call))
  const singly = alone.map(async (call) => answers.set(call, await single(call, executor, signal)))
  let left = calls.filter(canShare)
  while (left.length > 0) {
    const results = await several(left, executor, signal)
    for (const [at, call] of left.entries()) {
      const one = results[at]
      if (one) answers.set(call, one)
    }
    const heldBack = left.filter((call) => isHeldBack(answers.get(call)))
    left = heldBack.length < left.length ? heldBack : []
  }
  await Promise.all(singly)
  return calls.flatMap((call) => answers.get(call) ?? [])
}

/** What a chain would read as a reference is a value here, and what only gh can do is done alone. */
function canShare({ task, input }: AskedCall): boolean {
  const { routes = [] } = knownOf(registry, task) ?? {}
  return routes.some((route) => route !== "cli") && !/"\$(?:from|item)"/.test(JSON.stringify(input))
}

async function single(
  { task, input, fields }: AskedCall,
  { execute }: Executor,
  signal: AbortSignal,
): Promise<Answer> {
  let ended: ResultEnvelope<unknown> | undefined
  const onAborted = (envelope: ResultEnvelope<unknown>) => {
    ended = envelope
  }
  try {
    return await execute(task, input, { signal, onAborted, ...(fields && { fields }) })
  } catch (error) {
    if (!signal.aborted) throw error
    return ended ?? { ok: false, error: notSent }
  }
}

async function several(
  tasks: readonly AskedCall[],
  { executeTasks }: Executor,
  signal: AbortSignal,
): Promise<readonly ChainStepResult<string, unknown>[]> {
  try {
    return (await executeTasks(tasks, undefined, { signal })).results
  } catch (error) {
    if (error instanceof ChainAborted) return error.envelope.results
    if (!signal.aborted) throw error
    return tasks.map(({ task }) => ({ task, ok: false, error: notSent }))
  }
}

const notSent: ResultError = {
  code: "UNKNOWN",
  message: "It was ended before it was sent",
  retryable: true,
  details: { outcome: "not_sent" },
}

function isHeldBack(answer: Answer | undefined): boolean {
  return answer?.ok === false && answer.error.message === heldBackMessage
}
