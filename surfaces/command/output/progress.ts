import type { Wait } from "../../../runtime/index.js"
import type { Terminal } from "../terminal/index.js"
import { printNote } from "./messages.js"

/**
 * Shows progress in one line of stderr, on a terminal only. The line disappears at the end.
 *
 * @param total - the total amount; `Infinity` if unknown
 */
export function progress(total: number, of: "steps" | "items", { stderr }: Terminal) {
  const shown = stderr.isTTY === true && total > 1
  const ofTotal = total === Number.POSITIVE_INFINITY ? "" : ` of ${total}`
  const show = (text: string) => shown && stderr.write(`\r\x1b[K${text}`)
  return {
    now: (count: number) => void show(`${count}${ofTotal} ${of}`),
    all: () => void show(""),
  }
}

/** Shows on stderr that a capability polls GitHub: its progress on a terminal, one note per capability elsewhere. */
export function waitProgress(terminal: Terminal) {
  const { stderr } = terminal
  const noted = new Set<string>()
  return {
    onWait({ capability_id, waited_ms, at_most_ms }: Wait) {
      const limit = `at most ${seconds(at_most_ms)}`
      if (stderr.isTTY)
        stderr.write(`\r\x1b[K${capability_id}: waiting, ${seconds(waited_ms)} of ${limit}`)
      else if (!noted.has(capability_id))
        printNote(`${capability_id} is waiting, ${limit}`, terminal)
      noted.add(capability_id)
    },
    /** Removes the line of a terminal. */
    ended: () => void (stderr.isTTY && noted.size > 0 && stderr.write("\r\x1b[K")),
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
