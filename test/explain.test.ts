/** Tests that `explain` returns the whole contract, in types that TypeScript reads like the contract's. */
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import {
  type Contract,
  type Explanation,
  executeTask,
  explain,
  type JsonSchema,
  listCapabilities,
} from "ghx"
import { describe, expect, it } from "vitest"
import { cards } from "./cards.js"
import { ROOT } from "./projects.js"
import { createProjectFolder, typeCheck, writeFiles } from "./type-check.js"

const contracts = cards.map(({ capability_id: id, effect, idempotent }) => {
  const path = join(ROOT, "generated/contracts", `${id}.json`)
  const { input, output }: Contract = JSON.parse(readFileSync(path, "utf8"))
  return { id, effect, idempotent, input, output }
})

async function explained(id: (typeof contracts)[number]["id"]): Promise<Explanation> {
  const answer = await explain(id)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.data
}

/** A schema and all schemas within it. */
function within(schema: JsonSchema): JsonSchema[] {
  const { items, properties = {}, anyOf = [], oneOf = [], additionalProperties } = schema
  const inner = [items, ...Object.values(properties), ...anyOf, ...oneOf, additionalProperties]
  return [schema, ...inner.flatMap((one) => (typeof one === "object" ? within(one) : []))]
}

/** Whether a text has a fact; a number stands by itself, and is no part of another. */
const states = (text: string, fact: string | number): boolean =>
  typeof fact === "number"
    ? new RegExp(`(?<![\\d.])${fact}(?![\\d])`).test(text)
    : text.includes(fact)

describe.each(contracts)("$id", ({ id, effect, idempotent, input, output }) => {
  it("is explained with its effect and idempotency", async () => {
    expect(await explained(id)).toMatchObject({ effect, idempotent })
  })

  it.each(Object.entries({ input, output }))(
    "is explained with all descriptions, bounds and defaults of its %s",
    async (which, contract) => {
      const texts = Object.values((await explained(id))[which === "input" ? "input" : "output"])
      for (const schema of within(contract)) {
        const { description, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
        const { pattern, default: value } = schema
        const facts = [
          description,
          value === undefined ? undefined : `= ${JSON.stringify(value)}`,
          pattern,
          ...[
            minimum,
            maximum,
            minItems,
            maxItems,
            maxLength,
            minLength === 1 && maxLength === undefined ? "not empty" : minLength,
          ],
        ]
        for (const fact of facts) {
          if (fact === undefined || fact === 0) continue
          expect(texts.filter((text) => states(text, fact))).not.toEqual([])
        }
      }
    },
  )
})

it("explain is a callback of map, and an unknown id that is a domain gets capabilities in it", async () => {
  const [one, other] = await Promise.all((["issue.view", "issue.create"] as const).map(explain))
  expect([one, other]).toMatchObject([
    { data: { id: "issue.view" } },
    { data: { effect: "write" } },
  ])
  for (const [id, meant] of [
    ["issue.comment", "issue.comments.create"],
    ["pr.review", "pr.review.submit"],
    ["release.asset", "release.asset.download"],
    ["issue.labels", "issue.labels.add"],
  ]) {
    const unknown = await executeTask({ task: `${id}`, input: {} })
    const candidates = unknown.ok ? [] : unknown.error.details?.candidates
    expect(candidates, id).toContain(meant)
  }
})

it("explain returns types that equal the contract's", async () => {
  const folder = createProjectFolder("explain-test")
  const lines = await Promise.all(
    contracts.map(async ({ id, input: schema }, index) => {
      const { input, output } = await explained(id)
      const typeOf = (properties: Readonly<Record<string, string>>) => {
        const own = Object.entries(properties).filter(([name]) => !/[.[]/.test(name))
        const members = own.filter(([name]) => name.startsWith("("))
        if (members.length > 0) return members.map(([, text]) => typeIn(text)).join(" | ")
        return `{ ${own.map(([name, text]) => `${name}: ${typeIn(text)}`).join("; ")} }`
      }
      // `rules` states which inputs go together.
      const one = schema.allOf?.some(({ oneOf }) => oneOf) ? "Each" : "Whole"
      return [
        `const in${index}: Same<${one}<CapabilityMap["${id}"]["input"]>, ${one}<${typeOf(input)}>> = true`,
        `const out${index}: Same<CapabilityMap["${id}"]["output"], ${typeOf(output)}> = true`,
        `void [in${index}, out${index}]`,
      ]
    }),
  )
  const head = [
    'import type { CapabilityMap, NodeId } from "ghx"',
    "type integer = number",
    "type bytes = Uint8Array",
    "type Whole<T> = T",
    "type Each<T> = { [K in T extends unknown ? keyof T : never]: T extends unknown ? K extends keyof T ? T[K] | undefined : never : never }",
    "type Same<A, B> = [A, B] extends [B, A] ? true : false",
  ]
  writeFiles(folder, new Map([["types.ts", [...head, ...lines.flat()].join("\n")]]))
  const paths = { ghx: [join(ROOT, "generated/index.ts")] }
  expect(typeCheck(folder, { paths, exactOptionalPropertyTypes: false })).toEqual([])
  rmSync(folder, { recursive: true })
})

/** The type at the beginning of a signature, before default, bounds and description. */
function typeIn(text: string): string {
  let depth = 0
  let quoted = false
  for (const [index, letter] of [...text].entries()) {
    if (letter === '"') quoted = !quoted
    if (quoted) continue
    if ("{([".includes(letter)) depth += 1
    if ("})]".includes(letter)) depth -= 1
    if (depth === 0 && /^(, | = |: )/.test(text.slice(index))) return text.slice(0, index)
  }
  return text
}

describe("listCapabilities", () => {
  it("returns the capabilities of a namespace, or the one with an exact id", async () => {
    const lines = await listCapabilities("pr.thread")
    const within = contracts.map(({ id }) => id).filter((id) => id.startsWith("pr.thread."))
    expect(lines.map(({ id }) => id)).toEqual(within)
    expect(within).toContain("pr.thread.reply")
    expect(await listCapabilities("user.me")).toHaveLength(1)
  })

  it("returns signatures if requested, and rejects an unknown option", async () => {
    expect(await listCapabilities({ domain: "pr.thread.reply", signatures: true })).toEqual([
      {
        id: "pr.thread.reply",
        effect: "write",
        description: expect.any(String),
        signature: "pr.thread.reply(thread_id, body)",
      },
    ])
    const [first] = await listCapabilities({})
    expect(first).not.toHaveProperty("signature")
    await expect(listCapabilities({ signature: true } as never)).rejects.toThrow(
      /no option `signature`/,
    )
  })

  it.each([
    ["isues", "issue"],
    ["pr.threds", "pr.threads"],
    ["nothing.like.it", undefined],
    [7, undefined],
  ])("rejects the unknown name %j and suggests a similar one, if any", async (domain, nearest) => {
    const error = await listCapabilities(domain as string).catch((thrown) => thrown)
    expect(error).toMatchObject({ name: "GhxError", code: "VALIDATION" })
    const [first] = error.envelope.error.details?.candidates ?? []
    expect(first).toBe(nearest)
    expect(error.message).toContain(nearest ?? "")
  })
})
