import type { Terminal } from "../terminal/index.js"

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
