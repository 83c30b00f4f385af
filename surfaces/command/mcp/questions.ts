/**
 * Asks the user behind a client for confirmation. A client of 2026 gets the question as the result of its
 * call, and calls again with the answer; the original call then continues, so nothing is done twice. For
 * older clients the SDK asks.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server"
import type { Intent, ResultError } from "../../../runtime/index.js"
import { questionOf } from "../output/index.js"
import { failed } from "./results.js"

/** Time limit for an answer. */
export const patience_ms = 600_000

export const mostQuestions = 100

export interface Call {
  /** Aborts when the client cancels or disconnects. */
  readonly signal: AbortSignal
  /** Reports progress to a client that requested it. */
  progress(done: number, total: number | undefined, message: string): void
}

interface Question {
  readonly intent: Intent
  /** Whether the client has received the question. */
  isPut: boolean
  answer(yes: boolean): void
}

/** A running call. If it asks the user, it spans several requests. */
interface Running {
  /** The tool and its arguments, which an answer must repeat. */
  readonly same: string
  readonly stop: AbortController
  readonly questions: Map<string, Question>
  /** Questions to which the user did not say yes: a program in a loop does not ask again. */
  readonly declined: Set<string>
  canAsk: boolean
  /** The context of the request that currently waits for the call. */
  context: ServerContext
  asks(): void
}

interface Started extends Running {
  readonly result: Promise<CallToolResult>
}

type Outcome = CallToolResult | InputRequiredResult

export type Questions = ReturnType<typeof questions>

export function questions() {
  const current = new AsyncLocalStorage<Running>()
  const open = new Map<string, Started>()

  const start = (
    same: string,
    canAsk: boolean,
    context: ServerContext,
    work: (call: Call) => Promise<CallToolResult>,
  ): Started => {
    const stop = new AbortController()
    const asks = () => undefined
    const open = { questions: new Map(), declined: new Set<string>() }
    const running: Running = { same, stop, canAsk, ...open, context, asks }
    const call: Call = {
      signal: stop.signal,
      progress(progress, total, message) {
        const { _meta, notify } = running.context.mcpReq
        const progressToken = _meta?.progressToken
        if (progressToken === undefined) return
        const known = total === undefined ? {} : { total }
        const params = { progressToken, progress, message, ...known }
        notify({ method: "notifications/progress", params }).catch(() => undefined)
      },
    }
    const result = current.run(running, () => work(call))
    // If nobody waits for the result, it is ignored.
    result.catch(() => undefined)
    return Object.assign(running, { result })
  }

  const untilDoneOrAsking = async (running: Started, context: ServerContext): Promise<Outcome> => {
    running.context = context
    const { signal } = context.mcpReq
    const end = () => running.stop.abort(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener("abort", end, { once: true })
    try {
      const asking = new Promise<void>((resolve) => {
        running.asks = resolve
      })
      if (running.questions.size > 0) running.asks()
      const done = await Promise.race([running.result, asking])
      if (done) return done
      // Steps of a chain ask at the same moment, and their questions are combined.
      await new Promise((resolve) => setImmediate(resolve))
      return suspend(running)
    } finally {
      signal.removeEventListener("abort", end)
    }
  }

  const suspend = (running: Started): InputRequiredResult => {
    const requestState = crypto.randomUUID()
    const { questions } = running
    const requests = [...questions].map(([key, { intent }]) => [key, formOf(intent)])
    for (const question of questions.values()) question.isPut = true
    open.set(requestState, running)
    const late = setTimeout(() => {
      if (!open.has(requestState)) return
      // The call stays pending, so that a late answer still gets its result.
      running.canAsk = false
      for (const { answer } of questions.values()) answer(false)
    }, patience_ms)
    late.unref()
    return inputRequired({ inputRequests: Object.fromEntries(requests), requestState })
  }

  return {
    /** The client's `confirm`: asks the caller of the original call. */
    async confirm(intent: Intent): Promise<boolean> {
      const running = current.getStore()
      if (!running?.canAsk || running.declined.has(questionOf(intent))) return false
      return new Promise<boolean>((answer) => {
        running.questions.set(crypto.randomUUID(), { intent, isPut: false, answer })
        running.asks()
      })
    },
    /**
     * Executes a call, or continues the one that this request answers.
     *
     * @param canAsk - whether the client can show a form
     */
    async executeCall(
      ...[same, canAsk, context, work]: Parameters<typeof start>
    ): Promise<Outcome> {
      const state = context.mcpReq.requestState()
      if (state === undefined) {
        return untilDoneOrAsking(start(same, canAsk, context, work), context)
      }
      const running = typeof state === "string" ? open.get(state) : undefined
      if (!running || running.same !== same) return failed(notOpen)
      open.delete(String(state))
      for (const [key, { intent, isPut, answer }] of running.questions) {
        if (!isPut) continue
        running.questions.delete(key)
        const response = inputResponse(context.mcpReq.inputResponses, key)
        const isAccepted = response.kind === "elicit" && response.action === "accept"
        const isConfirmed = isAccepted && Object(response.content).confirm === true
        if (!isConfirmed) running.declined.add(questionOf(intent))
        answer(isConfirmed)
      }
      return untilDoneOrAsking(running, context)
    },
    /** No more answers will come. */
    close(): void {
      for (const { stop } of open.values()) stop.abort(new Error("the client disconnected"))
      open.clear()
    },
  }
}

const notOpen: ResultError = {
  code: "VALIDATION",
  message: "No call waits for this answer: it was already answered, or another call asked",
  retryable: false,
  details: { fix: "Check on GitHub what was applied, then call again without requestState" },
}

function formOf(intent: Intent) {
  return inputRequired.elicit({
    message: questionOf(intent),
    requestedSchema: {
      type: "object",
      properties: {
        confirm: { type: "boolean", title: "Yes, destroy it", default: false },
      },
      required: ["confirm"],
    },
  })
}
