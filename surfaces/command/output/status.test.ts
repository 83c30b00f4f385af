import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { progress, statusOf, whileShown } from "./index.js"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** A terminal of 40 columns, and the line that it shows. */
function terminal(isTTY = true) {
  let line = ""
  return {
    ...{ isTTY, columns: 40, clearLine: () => (line = "") },
    write: (text: string | Uint8Array) => (line += String(text).replace("\r", "")),
    line: () => line,
  }
}

test("work that takes longer than a second is shown in one line, which its end removes", async () => {
  const stderr = terminal()
  let end: (value: string) => void = () => undefined
  const work = whileShown(new Promise((resolve) => (end = resolve)), stderr)
  await vi.advanceTimersByTimeAsync(900)
  expect(stderr.line()).toBe("")
  await vi.advanceTimersByTimeAsync(2200)
  expect(stderr.line()).toMatch(/^. Waiting for GitHub, 3 s$/)
  end("done")
  expect(await work).toBe("done")
  await vi.advanceTimersByTimeAsync(5000)
  expect(stderr.line()).toBe("")
})

test("pages that are read show their number, and how long the rest takes", async () => {
  const stderr = terminal()
  const end = statusOf(stderr).begin()
  const shown = progress(400, "items", { stderr } as never)
  await vi.advanceTimersByTimeAsync(2000)
  shown.now(100)
  await vi.advanceTimersByTimeAsync(100)
  expect(stderr.line()).toMatch(/^. 100 of 400 items, about 6 s left$/)
  progress(Number.POSITIVE_INFINITY, "items", { stderr } as never).now(300)
  await vi.advanceTimersByTimeAsync(100)
  expect(stderr.line()).toMatch(/^. 300 items$/)
  statusOf(stderr).clear()
  expect(stderr.line()).toBe("")
  await statusOf(stderr).paused(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(stderr.line()).toBe("")
  })
  end()
})

test("a pipe and a dumb terminal show nothing of it", async () => {
  const pipe = terminal(false)
  vi.stubEnv("TERM", "dumb")
  const dumb = terminal()
  for (const output of [pipe, dumb]) statusOf(output).begin()
  await vi.advanceTimersByTimeAsync(5000)
  expect([pipe.line(), dumb.line()]).toEqual(["", ""])
})
