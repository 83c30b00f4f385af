import fc from "fast-check"
import { expect, test } from "vitest"
import { bindTree, chain } from "../index.js"
import { startGithub, tree } from "../testing/index.js"

const hostileKeys = ["__proto__", "constructor", "toString", "issueNumber", "a/b", "~", ""]

/** Values of every kind that a caller without types could pass. */
const junk = fc.oneof(
  fc.anything({
    key: fc.oneof(fc.string(), fc.constantFrom(...hostileKeys)),
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0, 2 ** 31, 2 ** 53, 1e300, "", undefined),
  fc.constantFrom(Symbol("s"), () => 1, /x/, new Error("e"), new Proxy({}, {})),
)

const fields = ["owner", "repo", "issue_number", "labels", "milestone"] as const
const good = { owner: "octocat", repo: "hello-world", issue_number: 1, labels: ["bug"] }

test("a call with an invalid input returns a VALIDATION error per field, without a request", async () => {
  const github = await startGithub()
  const ghx = bindTree(tree, github.client())
  const add = (input: unknown) => ghx.issue.labels.add(input as typeof good)

  const bad: Record<(typeof fields)[number], (value: unknown) => boolean> = {
    owner: (value) => typeof value !== "string" || value === "",
    repo: (value) => typeof value !== "string" || value === "",
    issue_number: (value) =>
      !Number.isInteger(value) || !(Number(value) >= 1 && Number(value) < 2 ** 31),
    labels: (value) =>
      !Array.isArray(value) ||
      value.length < 1 ||
      value.length > 100 ||
      !Array.from(value).every((label) => typeof label === "string" && label !== ""),
    milestone: (value) =>
      value !== undefined &&
      value !== null &&
      (!Number.isInteger(value) || Math.abs(Number(value)) >= 2 ** 31),
  }

  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...fields), junk, { minKeys: 1 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...hostileKeys), fc.string()), junk, { maxKeys: 3 }),
      async (wrong, extra) => {
        const input = { ...extra, ...good, ...wrong }
        const expected = fields.filter((name) =>
          bad[name](withoutBigints(Reflect.get(input, name))),
        )
        const unknown = Object.keys(extra).filter(
          (name) =>
            !fields.some((field) => field === name) && Reflect.get(input, name) !== undefined,
        )
        fc.pre(expected.length + unknown.length > 0)
        const result = await add(input)
        expect(result).toMatchObject({
          ok: false,
          error: { code: "VALIDATION", retryable: false, details: { outcome: "not_sent" } },
        })
        const named = result.ok ? [] : (result.error.details?.issues ?? [])
        const pointers = named.map(({ pointer }) => pointer.split("/")[1])
        for (const name of [...expected, ...unknown]) {
          expect(pointers).toContain(name.replaceAll("~", "~0").replaceAll("/", "~1"))
        }
        expect(() => JSON.stringify(result)).not.toThrow()
      },
    ),
    { numRuns: process.env.ALL === "1" ? 3000 : 1000 },
  )

  await fc.assert(
    fc.asyncProperty(junk, async (input) => {
      const alone = await add(input)
      const { results, meta } = await chain(add(input), add(good))
      expect(alone).toMatchObject({ ok: false, error: { code: "VALIDATION" } })
      expect(results[0]).toMatchObject({ ok: false, error: { code: "VALIDATION" } })
      expect(meta).toMatchObject({ failed: 2, requests: 0 })
    }),
    { numRuns: process.env.ALL === "1" ? 2000 : 600 },
  )

  expect(github.requests).toHaveLength(0)
  await github.close()
})

/** A bigint counts as the number, or above 2^53 as the string of its digits. */
function withoutBigints(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, withoutBigints)
  if (typeof value !== "bigint") return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}
