import type { Wait } from "../../../runtime/index.js"
import type { Output, Terminal } from "../terminal/index.js"
import { printNote } from "./messages.js"
import { statusOf } from "./status.js"

/**
 * Shows how many items are done, in the line for work that takes long.
 *
 * @param total - the total amount; `Infinity` if unknown
 */
export function progress(total: number, of: "files" | "items" | "steps", { stderr }: Terminal) {
  const status = statusOf(stderr)
  const begun = performance.now()
  const isCounted = total > 1 && total !== Number.POSITIVE_INFINITY
  return {
    now(count: number) {
      if (!isCounted) return status.say(`${count} ${of}`)
      const left_ms = ((performance.now() - begun) / Math.max(1, count)) * (total - count)
      const left = left_ms < 1000 ? "" : `, about ${seconds(left_ms)} left`
      status.say(`${count} of ${total} ${of}${left}`)
    },
  }
}

/** Shows that a capability polls GitHub: its progress on a terminal, one note per capability elsewhere. */
export function onWaitIn(terminal: Terminal): (wait: Wait) => void {
  const { stderr } = terminal
  const noted = new Set<string>()
  return ({ capability_id, waited_ms, at_most_ms }) => {
    const limit = `at most ${seconds(at_most_ms)}`
    if (stderr.isTTY)
      statusOf(stderr).say(`${capability_id}: waiting, ${seconds(waited_ms)} of ${limit}`)
    else if (!noted.has(capability_id)) printNote(`${capability_id} is waiting, ${limit}`, terminal)
    noted.add(capability_id)
  }
}

/** Shows on a terminal that work takes longer than a moment. */
export function whileShown<T>(work: Promise<T>, stderr: Output): Promise<T> {
  const end = statusOf(stderr).begin()
  return work.finally(end)
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
