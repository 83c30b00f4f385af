/**
 * One line on a terminal's stderr that shows that work is going on, after a second. Libraries for spinners end the
 * process at Ctrl-C, which would lose the outcome of a write.
 */
import type { Output } from "../terminal/index.js"

const patience_ms = 1000
const frame_ms = 100
const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

class StatusLine {
  #works = 0
  #pauses = 0
  #begun = 0
  #text: string | undefined
  #isShown = false
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly output: Output) {}

  /** @returns ends the work */
  begin(): () => void {
    this.#works += 1
    if (this.#works === 1) this.#start()
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      this.#works -= 1
      if (this.#works === 0) this.#stop()
    }
  }

  /** What the work does, in place of the time that it takes. */
  say(text: string): void {
    this.#text = text
  }

  /** Removes the line before something else is printed. */
  clear(): void {
    if (this.#isShown) this.#erase()
    this.#isShown = false
  }

  /** Shows nothing while the user answers a question. */
  async paused<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses += 1
    this.clear()
    try {
      return await work()
    } finally {
      this.#pauses -= 1
    }
  }

  #start(): void {
    this.#begun = performance.now()
    this.#timer = setTimeout(() => {
      this.#timer = setInterval(() => this.#draw(), frame_ms)
      this.#timer.unref()
      this.#draw()
    }, patience_ms)
    // The work keeps the process alive.
    this.#timer.unref()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#text = undefined
    this.clear()
  }

  #erase(): void {
    this.output.clearLine?.(0)
    this.output.write("\r")
  }

  #draw(): void {
    if (this.#pauses > 0) return
    const passed = performance.now() - this.#begun
    const frame = frames[Math.floor(passed / frame_ms) % frames.length]
    const text = this.#text ?? `Waiting for GitHub, ${Math.floor(passed / 1000)} s`
    // A longer line would go on in the next one, which is not erased.
    this.#erase()
    this.output.write(`${frame} ${text.slice(0, (this.output.columns || 80) - 4)}`)
    this.#isShown = true
  }
}

const nothing = {
  begin: () => () => undefined,
  say: () => undefined,
  clear: () => undefined,
  paused: <T>(work: () => Promise<T>) => work(),
}

const lines = new WeakMap<Output, StatusLine>()

export function statusOf(output: Output): Pick<StatusLine, "begin" | "clear" | "paused" | "say"> {
  if (output.isTTY !== true || !output.clearLine || process.env.TERM === "dumb") return nothing
  const own = lines.get(output) ?? new StatusLine(output)
  lines.set(output, own)
  return own
}
