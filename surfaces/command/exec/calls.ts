/** Executes all calls that a script makes in one turn as one batch. */
import type { createExecutor } from "../../../generated/calls.js"
import { registry } from "../../../generated/registry.js"
import {
  type AttemptMeta,
  ChainAborted,
  type ChainStepResult,
  heldBackMessage,
  knownOf,
  morePages,
  type ResultEnvelope,
  type ResultError,
  type ResultWarning,
  type Wait,
} from "../../../runtime/index.js"
import { isLocal } from "../../../runtime/route-names/index.js"
import { isOfMachine } from "../input/index.js"
import type { Answer, Commands } from "./commands.js"

type Executor = ReturnType<typeof createExecutor>

export interface AskedCall {
  readonly task: string
  readonly input: unknown
  readonly fields?: readonly string[]
}

export interface CallContext {
  readonly executor: Executor
  readonly signal: AbortSignal
  /** Called with the routes that were tried for a call. */
  readonly traced?: ((task: string, attempts: readonly AttemptMeta[]) => void) | undefined
  warned(warning: ResultWarning): void
  /** Called before each pause of a capability that polls. */
  readonly onWait?: (wait: Wait) => void
  /** Executes commands of gh; without it, there are none. */
  readonly commands?: Commands | undefined
}

/**
 * Executes independent calls. Unlike in a chain, a refused call does not stop the others. If `signal` ends them,
 * their results say how far they got.
 */
export async function executeCall(
  calls: readonly AskedCall[],
  callContext: CallContext,
): Promise<Answer[]> {
  const answers = new Map<AskedCall, Answer>()
  const alone = calls.filter((call) => !canShare(call))
  const singly = alone.map(async (call) => answers.set(call, await single(call, callContext)))
  let left = calls.filter(canShare)
  while (left.length > 0) {
    const results = await several(left, callContext)
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

/** A chain would read this value as a reference, and calls that only gh can execute run alone. */
function canShare({ task, input }: AskedCall): boolean {
  const { routes = [] } = knownOf(registry, task) ?? {}
  return !routes.every(isLocal) && !/"\$(?:from|item)"/.test(JSON.stringify(input))
}

async function single(
  { task, input, fields }: AskedCall,
  { executor: { execute }, signal, traced, warned, onWait }: CallContext,
): Promise<Answer> {
  if (isOfMachine(task)) return { ok: false, error: ofMachine(task) }
  let ended: ResultEnvelope<unknown> | undefined
  const onAborted = (envelope: ResultEnvelope<unknown>) => {
    ended = envelope
  }
  try {
    const trace = traced !== undefined
    const given = { ...(onWait && { onWait }), ...(fields && { fields }) }
    const options = { signal, onAborted, trace, ...given }
    const envelope = await execute(task, input, options)
    traced?.(task, envelope.meta.attempts ?? [])
    // A page of an operation without a capability does not show that it goes on.
    const more =
      envelope.ok && Object(envelope.data).page_info ? undefined : morePages(envelope.meta)
    for (const warning of [...(envelope.meta.warnings ?? []), ...(more ? [more] : [])]) {
      warned({ ...warning, message: `${task}: ${warning.message}` })
    }
    return envelope
  } catch (error) {
    if (!signal.aborted) throw error
    return ended ?? { ok: false, error: notSent }
  }
}

async function several(
  tasks: readonly AskedCall[],
  { executor: { executeTasks }, signal, traced, warned, onWait }: CallContext,
): Promise<readonly ChainStepResult<string, unknown>[]> {
  try {
    const { results, meta } = await executeTasks(tasks, undefined, {
      signal,
      trace: traced !== undefined,
      ...(onWait && { onWait }),
    })
    for (const { task, attempts = [] } of results) traced?.(task, attempts)
    for (const warning of meta.warnings ?? []) warned(warning)
    return results
  } catch (error) {
    if (error instanceof ChainAborted) return error.envelope.results
    if (!signal.aborted) throw error
    return tasks.map(({ task }) => ({ task, ok: false, error: notSent }))
  }
}

const ofMachine = (task: string): ResultError => ({
  code: "VALIDATION",
  message: `${task} changes files of this machine, which scripts do not reach`,
  retryable: false,
  details: { outcome: "not_sent", fix: `Use ghx run ${task} in a shell` },
})

const notSent: ResultError = {
  code: "UNKNOWN",
  message: "The script ended before this call was sent",
  retryable: true,
  details: { outcome: "not_sent" },
}

function isHeldBack(answer: Answer | undefined): boolean {
  return answer?.ok === false && answer.error.message === heldBackMessage
}
