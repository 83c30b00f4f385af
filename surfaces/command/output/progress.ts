import type { Terminal } from "../terminal/index.js"

/**
 * How far long work has come: in one line of stderr, which is gone when all is done, and on a terminal only.
 *
 * @param total - how much there is; `Infinity` where nobody knows
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
