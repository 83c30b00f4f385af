/** Expressions that select are evaluated without jq: the results and errors are those of jq. */
import fc from "fast-check"
import { raw } from "jq-wasm"
import { expect, test } from "vitest"
import { loadJq } from "../../surfaces/command/output/index.js"
import { all } from "../some.js"

const { filterOf } = await loadJq()

const name = fc.constantFrom("a", "b", "number", "if", "_x1")
const step = fc.oneof(
  name.map((one) => `.${one}`),
  fc.constantFrom("[]", "[0]", "[-1]", "[7]", ".[1]", '["a"]', '["é b"]'),
)
const path = fc.array(step, { maxLength: 4 }).map((steps) => {
  const joined = steps.join("")
  return joined.startsWith(".") ? joined : `.${joined}`
})
const { expression } = fc.letrec<{ expression: string; term: string }>((tie) => ({
  term: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    path,
    fc.constant("length"),
    fc
      .array(fc.tuple(name, fc.option(tie("term"))), { minLength: 1, maxLength: 3 })
      .map(
        (members) =>
          `{${members.map(([key, term]) => (term === null ? key : `${key}: ${term}`)).join(", ")}}`,
      ),
    tie("expression").map((inner) => `[${inner}]`),
  ),
  expression: fc
    .array(fc.array(tie("term"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((pipe) => pipe.map((list) => list.join(", ")).join(" | ")),
}))

const key = fc.constantFrom("a", "b", "number", "if", "é b", "Z", "10", "9", "😀", "\uffff")
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, 0, -1.5, 1e21, 1e-7, "", "a", "é😀", '"\\'),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}))

/** A path to an existing value, which a random one seldom finds. */
function pathIn(data: unknown, picks: readonly number[]): string {
  let [path, here] = [".", data]
  for (const pick of picks) {
    if (Array.isArray(here) && here.length > 0) {
      const at = pick % here.length
      path += ["[]", `[${at}]`, `[${at - here.length}]`][pick % 3]
      here = here[at]
    } else if (typeof here === "object" && here !== null && !Array.isArray(here)) {
      const names = Object.keys(here)
      const one = names[pick % (names.length + 1)] ?? "a"
      path += `["${one}"]`
      here = Reflect.get(here, one)
    }
  }
  return path
}

async function outcome(given: string, json: string): Promise<string> {
  try {
    const { values, printed } = await filterOf(given, raw)
    return printed(await values(json))
  } catch (error) {
    return String(error)
  }
}

test("a random --jq expression prints what jq prints", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constant("."), expression),
      value,
      fc.array(fc.nat(), { maxLength: 4 }),
      async (after, data, picks) => {
        const json = JSON.stringify(data)
        const path = pathIn(data, picks)
        const given = after === "." ? path : `${path} | ${after}`
        // An expression in parentheses is always evaluated by jq.
        expect(await outcome(given, json)).toBe(await outcome(`(${given})`, json))
      },
    ),
    {
      numRuns: all ? 20_000 : 300,
      examples: [
        ["length", "é😀", []],
        ["{a: .[]}", [1, 2], []],
        [".", { "😀": 1, "\uffff": 2 }, []],
      ],
    },
  )
})

test.each([
  [".", '{"b":1,"a":{"d":2,"c":null}}', '{"a":{"c":null,"d":2},"b":1}\n'],
  [".items[].title, .total", '{"items":[{"title":"x"},{"title":"y"}],"total":2}', "x\ny\n2\n"],
  ["[.[] | {n: .number, title}] | length", '[{"number":1,"title":"x"}]', "1\n"],
])("--jq %s is evaluated without jq", async (given, json, printed) => {
  const never = () => Promise.reject(new Error("jq was started"))
  const filter = await filterOf(given, never)
  expect(filter.printed(await filter.values(json))).toBe(printed)
})

test.each([
  "..",
  ".a.b?",
  ".[1:]",
  ".a // 1",
  "(.a)",
  ". as $x | $x",
  ".a |= 1",
  "length(1)",
  "{a: 1}",
])("--jq %s is evaluated by jq", async (given) => {
  let isStarted = false
  await filterOf(given, (...job) => {
    isStarted = true
    return raw(...job)
  }).catch(() => undefined)
  expect(isStarted).toBe(true)
})
