/** Search finds capabilities by everyday phrases. */
import { listCapabilities } from "ghx"
import { expect, test } from "vitest"
import { searchCapabilities } from "../../runtime/index.js"
import { phrases } from "./phrases.js"

test("of a hundred phrases and more, nine in ten have what is meant first", async () => {
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

test.each(["quark", "", "???"])("nothing is found for %j", async (words) => {
  expect(searchCapabilities(await listCapabilities(), words)).toEqual([])
})
