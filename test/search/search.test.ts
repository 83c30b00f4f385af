/** Search finds capabilities by everyday phrases. */
import { listCapabilities } from "ghx"
import { expect, test } from "vitest"
import { searchCapabilities } from "../../runtime/index.js"
import { phrases } from "./phrases.js"

test("searchCapabilities ranks the right capability first for 90% of over 100 phrases", async () => {
  const all = await listCapabilities()
  const ids = all.map(({ id }) => id)
  const missed = phrases.flatMap(([phrase, ...meant]) => {
    for (const id of meant) expect(ids).toContain(id)
    const [first] = searchCapabilities(all, phrase)
    return first && meant.includes(first.id) ? [] : [`${phrase}: ${first?.id}`]
  })
  expect(phrases.length).toBeGreaterThanOrEqual(100)
  expect(missed.length / phrases.length, missed.join("\n")).toBeLessThanOrEqual(0.1)
})

test.each(["quark", "", "???"])("searchCapabilities returns nothing for %j", async (words) => {
  expect(searchCapabilities(await listCapabilities(), words)).toEqual([])
})
