/** Texts of strangers: none is given as it is, and nothing else is given otherwise. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Octokit } from "@octokit/core"
import { type CapabilityMap, type ClientOptions, createClient, executeTask } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import {
  type FieldNode,
  isCompositeType,
  isUnionType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { readSchema } from "../generator/parse/index.js"
import { SCHEMA_PATH } from "../generator/read/index.js"
import { all } from "./all.js"
import { type Card, cards, routesOf } from "./cards.js"
import { pick, randomNumbers } from "./documents/random.js"
import { ROOT } from "./projects.js"
import { forCatalogue } from "./small-world.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const schema = readSchema(readFileSync(join(ROOT, SCHEMA_PATH), "utf8"))

/** A document that asks of everything that somebody wrote what they are to the repository, as `whose`. */
function askingWhose(document: string): string {
  const info = new TypeInfo(schema)
  const whose: FieldNode = {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: "whose" },
    name: { kind: Kind.NAME, value: "authorAssociation" },
  }
  const asking = visit(
    parse(document),
    visitWithTypeInfo(info, {
      SelectionSet(set) {
        const type = info.getParentType()
        const isWritten =
          isCompositeType(type) && !isUnionType(type) && "authorAssociation" in type.getFields()
        return isWritten ? { ...set, selections: [...set.selections, whose] } : undefined
      },
    }),
  )
  return print(asking)
}

const associations = {
  member: ["OWNER", "MEMBER", "COLLABORATOR"],
  stranger: ["CONTRIBUTOR", "FIRST_TIME_CONTRIBUTOR", "FIRST_TIMER", "MANNEQUIN", "NONE"],
}

/** An answer whose titles and bodies are by others than in the world, and say who they are by. */
function rewritten(answer: unknown, seed: number): unknown {
  if (Array.isArray(answer)) return answer.map((item) => rewritten(item, seed))
  if (typeof answer !== "object" || answer === null) return answer
  const { whose, ...others }: Record<string, unknown> = { ...answer }
  // What is made up of issues may leave it out.
  if ("comments_url" in others) others.author_association = "NONE"
  const isWritten = whose !== undefined || "author_association" in others
  const random = randomNumbers(hashOf(`${others.title ?? others.body}`) + seed)
  const who = random() < 0.5 ? "stranger" : "member"
  const association = pick(associations[who], random)
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => {
      if (/^author_?association$/i.test(name)) return [name, association]
      const isText = /^(?:title|body)$/.test(name) && typeof value === "string" && value !== ""
      return [name, isWritten && isText ? `${who}: ${value}` : rewritten(value, seed)]
    }),
  )
}

function hashOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)
}

/** A client of the sandbox, every answer to which is rewritten, alike for the same seed. */
function clientOf(options: ClientOptions, seed: number) {
  const { token, url } = sandbox
  const fetched: typeof fetch = async (to, given) => {
    const { query, ...others } = JSON.parse(String(given?.body ?? "{}"))
    const body = query ? JSON.stringify({ ...others, query: askingWhose(query) }) : given?.body
    const response = await fetch(to, { ...given, ...(body && { body }) })
    const { status, headers } = response
    if (!headers.get("content-type")?.includes("json")) return response
    return new Response(JSON.stringify(rewritten(await response.json(), seed)), { status, headers })
  }
  const octokit = new Octokit({ auth: token, baseUrl: url, request: { fetch: fetched } })
  return createClient({ octokit, retry: false, validate_output: true, ...options })
}

/** Fields of whose authors GitHub tells nothing. */
const untold: Readonly<Partial<Record<keyof CapabilityMap, readonly string[]>>> = {
  "gist.create": ["description"],
  "issue.timeline.list": ["previous_title", "current_title"],
  "notification.list": ["title"],
  "workflow.run.failure": ["title"],
  "workflow.run.view": ["title"],
  "workflow.runs.list": ["title"],
}

const tags = /^<(untrusted-[0-9a-f]{8})>(.*)<\/\1>$/s

/** Compares what is given with what GitHub answered, text by text. */
function expectShown(
  given: unknown,
  plain: unknown,
  isShown: (text: string, name: string) => boolean,
  shown: (text: string, given: string) => void,
  name = "",
): void {
  if (typeof plain === "string" && plain !== "" && isShown(plain, name)) {
    shown(plain, String(given))
  } else if (typeof plain === "object" && plain !== null && !(plain instanceof Uint8Array)) {
    expect(Object.keys(Object(given))).toEqual(Object.keys(plain))
    for (const [key, value] of Object.entries(plain)) {
      const inner = Array.isArray(plain) ? name : key
      expectShown(Reflect.get(Object(given), key), value, isShown, shown, inner)
    }
  } else expect(given, name).toEqual(plain)
}

async function callOf(card: Card, route: "graphql" | "rest", options: ClientOptions, seed: number) {
  await sandbox.reset()
  const client = clientOf(options, seed)
  const task = { task: card.capability_id as string, input: card.examples?.[0]?.input ?? {} }
  const many = card.input_schema.properties?.include_body ? { include_body: true } : {}
  const envelope = await executeTask(
    { ...task, input: { ...task.input, ...many } },
    { client },
    { route },
  )
  if (!envelope.ok) throw new Error(`${card.capability_id}: ${envelope.error.message}`)
  return envelope.data
}

describe.each(["graphql", "rest"] as const)("over %s", (route) => {
  const mine = cards.filter((card) => routesOf(card).includes(route))
  it.each(mine)(
    "$capability_id gives no text of a stranger as it is, and all else",
    async (card) => {
      const isShown = (text: string, name: string) =>
        text.startsWith("stranger: ") ||
        (!text.startsWith("member: ") && untold[card.capability_id]?.includes(name) === true)
      let isAny = false
      for (let seed = 1; seed <= (all ? 20 : isAny ? 2 : 1); seed += 1) {
        const plain = await callOf(card, route, {}, seed)
        const marked = await callOf(card, route, { untrusted: "mark" }, seed)
        expectShown(marked, plain, isShown, (text, given) => {
          isAny = true
          expect(tags.exec(given)?.[2]).toBe(text)
        })
        if (!isAny) continue
        const omitted = await callOf(card, route, { untrusted: "omit" }, seed)
        expectShown(omitted, plain, isShown, (text, given) => {
          const who = text.startsWith("stranger: ") ? "its author has no" : "GitHub does not tell"
          expect(given).toMatch(new RegExp(`^\\(left out: ${who} [\\w ]*write access\\)$`))
        })
      }
    },
  )
})
