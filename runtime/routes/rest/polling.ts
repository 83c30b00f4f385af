import { permanent, reasonOf, retryAfterMs, shorten } from "../../errors/index.js"
import { longestTimer, monotonicNow, rounded, sleep } from "../../timing/index.js"
import type { RestPolling } from "../route/index.js"

/** Named expressions are inlined, which makes a condition long. */
const longestCondition = 200

/** Polls until an answer meets the card's condition, or time runs out. */
export const restPolling: RestPolling = async (
  { until, every_ms, at_most_ms, subject },
  once,
  { definition, input, scope: { signal, onWait } },
  { responses, warnings },
) => {
  const begun = monotonicNow()
  for (;;) {
    const answer = await once()
    if (!answer.ok || until(answer.body, input, responses)) return answer
    const wait = Math.max(every_ms, retryAfterMs(answer.headers) ?? 0)
    const waited_ms = monotonicNow() - begun
    const isLate = waited_ms + wait > at_most_ms || wait > longestTimer
    if (isLate)
      warnings.push({
        code: "PENDING",
        message: `\`${shorten(subject, longestCondition)}\` did not hold within ${at_most_ms} ms; the result is the state at that time`,
      })
    if (isLate || signal?.aborted) return answer
    try {
      onWait?.({ capability_id: definition.id, waited_ms: rounded(waited_ms), at_most_ms })
    } catch (error) {
      warnings.push({ code: "CALLER", message: `onWait threw: ${reasonOf(error)}` })
    }
    await sleep(wait, signal)
    if (signal?.aborted) {
      const why = `${reasonOf(signal.reason)}, while \`${shorten(subject, longestCondition)}\` did not hold`
      const fix = "Give the call more time, or wait again"
      const failure = permanent("NETWORK", "rejected", why, { fix })
      return { ok: false, failure: { ...failure, transient: true }, headers: answer.headers }
    }
  }
}
