/**
 * Tests that a value is data: any string in an input is refused, or arrives unchanged at the endpoint, the variable
 * or the flag that the card maps it to, and nowhere else.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type Client,
  type ClientOptions,
  createClient,
  executeTask,
  type ResultEnvelope,
  type RouteType,
} from "ghx"
import { type LoggedRequest, type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registry } from "../generated/registry.js"
import type { CliCommand, JsonSchema, LoadedDefinition } from "../runtime/index.js"
import { isTurn, standsForItsKind, standsForItsKindOverGh } from "./all.js"
import { type Card, cards, routesOf, tokenFor } from "./cards.js"
import { type Clone, makeClone } from "./clone.js"
import { needsGhFor } from "./needs.js"
import { forCatalogue } from "./small-fixture.js"

type Definition = LoadedDefinition<string, unknown, unknown>

const hostile = {
  "--help": "--help",
  "-R evil/x": "-R evil/x",
  "a file": "@/etc/passwd",
  "a command": "a;b",
  "a substitution": "$(id)",
  "a line": "a\nb",
  "a zero byte": "a\0b",
  "a parent": "../..",
  "a parent, encoded": "%2e%2e",
  "a dot": ".",
  "two dots": "..",
  nothing: "",
  "100 kB": "x".repeat(100_000),
  "half a character": "a\ud800b",
  "a placeholder": "{owner}",
  "another placeholder": ":owner",
  "an address": "https://evil.example/x",
  "a query": "a?b=c&d#e",
  "a quoted end": '"}) { id } #',
}

/**
 * The most revealing hostile values of each route: those that could be mistaken for a part of the document, the
 * address, or the command.
 */
const revealing: Readonly<Record<RouteType, readonly string[]>> = {
  graphql: ["a quoted end"],
  rest: ["a parent", "a query"],
  cli: ["--help", "a file", "a placeholder"],
}

/**
 * Each place gets the values that reveal most on its route; of a kind, one card gets all others, too, a third of them
 * in each place. A gh process costs as much as a hundred requests: over gh it is a twelfth, and a card that another one
 * stands for gets one of the values that reveal most in each place.
 */
function hostileTo(card: Card, route: RouteType, place: number): Readonly<Record<string, string>> {
  const gh = route === "cli"
  const isWhole = gh ? standsForItsKindOverGh(card) : standsForItsKind(card)
  const turn = cards.indexOf(card) + place
  return Object.fromEntries(
    Object.entries(hostile).filter(([name], at) => {
      const revealingAt = revealing[route].indexOf(name)
      if (revealingAt !== -1)
        return !gh || isWhole || isTurn(revealingAt, turn, 3 * revealing.cli.length)
      return isWhole && isTurn(at, turn, gh ? 24 : 6)
    }),
  )
}

/** A path in an input, as keys. */
type Place = readonly (string | number)[]

/** Places for a string in an input of this schema; in a list, the first item. */
function places(schema: JsonSchema, at: Place = []): Place[] {
  const types = [schema.type ?? []].flat()
  const nested = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      places(each, [...at, name]),
    ),
    ...(schema.items ? places(schema.items, [...at, 0]) : []),
    ...(schema.anyOf ?? []).flatMap((each) => places(each, at)),
  ]
  const here = types.includes("string") && schema.enum === undefined && schema.const === undefined
  return here ? [at, ...nested] : nested
}

/** A copy of `value` with `text` at a place; missing parents are synthesized. */
function planted(schema: JsonSchema, value: unknown, place: Place, text: string): unknown {
  const [key, ...rest] = place
  if (key === undefined) return text
  if (typeof key === "number") {
    const [first, ...others] = Array.isArray(value) ? value : []
    return [planted(schema.items ?? {}, first, rest, text), ...others]
  }
  const before = typeof value === "object" && value !== null ? value : filled(schema)
  const inner = schema.properties?.[key] ?? {}
  return { ...before, [key]: planted(inner, Reflect.get(before, key), rest, text) }
}

/** The smallest value that a schema accepts. */
function filled(schema: JsonSchema): object {
  const required = Object.entries(schema.properties ?? {}).filter(([name]) =>
    schema.required?.includes(name),
  )
  return Object.fromEntries(required.map(([name, each]) => [name, sample(each)]))
}

function sample(schema: JsonSchema): unknown {
  const [type] = [schema.type ?? "string"].flat()
  if (schema.enum) return schema.enum[0]
  if (type === "object") return filled(schema)
  if (type === "array") return [sample(schema.items ?? {})]
  if (type === "integer" || type === "number") return schema.minimum ?? 1
  return type === "boolean" ? false : "x"
}

let sandbox: Sandbox
let folder: string
/** By token. */
const clients = new Map<string, Client>()
let options: ClientOptions
let clone: Clone

beforeAll(async () => {
  sandbox = await startSandbox(forCatalogue)
  folder = await mkdtemp(join(tmpdir(), "ghx-injection-"))
  const { env } = await sandbox.serveGh()
  clone = makeClone()
  const path = join(folder, "gh")
  // Each run appends its arguments, each ended by a zero byte, and an empty line.
  const script = `#!/bin/sh\n{ printf '%s\\0' "$@"; printf '\\n\\n'; } >> ${folder}/argv\nexec gh "$@"\n`
  await writeFile(path, script)
  await chmod(path, 0o755)
  options = {
    base_url: `${sandbox.url}/api/v3`,
    retry: false,
    gh: { path, env: { ...env, ...clone.env }, cwd: clone.cwd },
  }
})
afterAll(async () => {
  await sandbox.close()
  clone.remove()
  await rm(folder, { recursive: true, force: true })
})

/** GitHub takes the contents of files as Base64. */
const inBase64 = (text: string) => Buffer.from(text).toString("base64")

describe.each(cards.map((card) => ({ ...card, id: card.capability_id as string })))(
  "$id",
  (card) => {
    it.for(routesOf(card))(
      "passes hostile strings on unchanged and only as data, or rejects them, over %s",
      { timeout: 900_000 },
      async (route, context) => {
        needsGhFor([route], context)
        const token = tokenFor(card, sandbox)
        const client = clients.get(token) ?? createClient({ ...options, token })
        clients.set(token, client)
        const definition = await definitionOf(card.id)
        const [example] = card.examples ?? []
        for (const [placeAt, place] of places(definition.input).entries()) {
          const documents = new Set(operationsOf(definition).map(({ document }) => document))
          if (route === "graphql") {
            sandbox.reset()
            const input = planted(definition.input, example?.input ?? {}, place, "plain")
            await executeTask({ task: card.id, input }, { client }, { route })
            for (const document of documentsSent()) documents.add(document)
          }
          for (const [name, text] of Object.entries(hostileTo(card, route, placeAt))) {
            const input = planted(definition.input, example?.input ?? {}, place, text)
            sandbox.reset()
            if (route === "cli") await rm(join(folder, "argv"), { force: true })
            const envelope = await executeTask({ task: card.id, input }, { client }, { route })
            const label = `${name} as ${place.join("/")}`
            expectEnvelope(envelope, label)
            if (route === "cli") await expectCommands(definition, input, label)
            else
              for (const request of sandbox.requests)
                expectRequest[route](definition, input, request, label)
            for (const document of documentsSent())
              expect([...documents], label).toContain(document)
            const received = await allStringsReceived(route)
            expect(received.join(" "), `${label} is changed on its way`).not.toContain("\ufffd")
            // Bytes are sent as such, although the input is Base64.
            const isBytes = definition.input.properties?.[String(place[0])]?.contentEncoding
            if (envelope.ok && !isBytes)
              expect(
                received.some((each) => each.includes(text) || each.includes(inBase64(text))),
                label,
              ).toBe(true)
          }
        }
      },
    )
  },
)

/** All strings that reached the server or gh. */
async function allStringsReceived(route: RouteType): Promise<string[]> {
  const requests = sandbox.requests.flatMap(({ path, query, headers, body }) => [
    ...path.split("/").map(decodeURIComponent),
    ...textsIn(query),
    ...textsIn(body),
    headers["content-type"] ?? "",
  ])
  // gh is given lists as lines of CSV.
  const runs = route === "cli" ? await recordedRuns() : []
  const commands = runs.flat().map((each) => each.replaceAll('""', '"'))
  if (!requests.includes("encrypted_value")) return [...requests, ...commands]
  // Sealed values are opened for the comparison.
  const { repositories } = sandbox.state.snapshot()
  const opened = [repositories].flat().flatMap((one) => textsIn(Object(one).secrets))
  return [...requests, ...opened, ...commands]
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  // A name may have come from an input, as that of a gist's file does.
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) => [name, ...textsIn(each)])
    : []
}

/** The arguments of every run of gh. */
async function recordedRuns(): Promise<string[][]> {
  const record = await readFile(join(folder, "argv"), "utf8").catch(() => "")
  const runs = record.split("\0\n\n").slice(0, -1)
  return runs.map((run) => run.split("\0")).filter(([first]) => first !== "--version")
}

async function definitionOf(id: string): Promise<Definition> {
  return registry.source(id).load()
}

/** Checks that the call was executed, or refused by ghx or GitHub for a reason that a caller can act on. */
function expectEnvelope(envelope: ResultEnvelope<unknown>, label: string): void {
  if (envelope.ok) return
  const { code, message } = envelope.error
  // The sandbox cannot interpret the value as a search.
  if (/The sandbox does not model (?:this search|how GraphQL refuses)/.test(message)) return
  // The input itself excludes the route.
  if (message.includes("route for this input: ")) {
    expect(sandbox.requests, label).toEqual([])
    return
  }
  expect(["VALIDATION", "NOT_FOUND"], `${label}: ${message}`).toContain(code)
}

type Expectation = (
  definition: Definition,
  input: unknown,
  request: LoggedRequest,
  label: string,
) => void

const expectRequest: Record<Exclude<RouteType, "cli">, Expectation> = {
  /** Values are only in the variables. */
  graphql(_definition, _input, { path, body }, label) {
    expect(path, label).toBe("/api/graphql")
    expect(Object.keys(Object(body)).sort(), label).toEqual(["query", "variables"])
  },
  /** The path is one of the card's: each value is one segment of it. */
  rest(definition, input, request, label) {
    const { rest } = definition
    const { path, body } = request
    if (isOfLabels(body)) return expectRequest.graphql(definition, input, request, label)
    const values = templatesIn(rest).flatMap((template) => {
      const found = valuesIn(template, path)
      return found ? [found] : []
    })
    expect(values, `${label}: ${path}`).not.toEqual([])
    const asGiven = values.some((each) =>
      Object.entries(each).every(([name, value]) => {
        const given = Reflect.get(Object(input), name)
        return given === undefined || value === String(given)
      }),
    )
    expect(asGiven, `${label}: ${path}`).toBe(true)
  },
}

/** The documents that the generator wrote. */
function operationsOf({ graphql }: Definition) {
  if (!graphql) return []
  return [graphql.operation, ...Object.values(graphql.lookups ?? {}).map((each) => each.operation)]
}

/** After a miss, the runtime asks which labels there are. */
const isOfLabels = (body: unknown) => /^query LabelsOf\(/.test(Object(body).query)

/** The documents that arrived: those of the generator, or the merge of several. */
function documentsSent(): string[] {
  return sandbox.requests.flatMap(({ path, body }) =>
    path === "/api/graphql" && !isOfLabels(body) ? [String(Object(body).query)] : [],
  )
}

/** The paths of a route, including those of its lookups. */
function templatesIn(route: unknown): string[] {
  if (typeof route !== "object" || route === null) return []
  return Object.values(route).flatMap((each) =>
    typeof each === "string" && each.startsWith("/") ? spellings(each) : templatesIn(each),
  )
}

/** A part of a path in brackets is optional. */
const spellings = (template: string): string[] => [
  template.replaceAll(/[[\]]/g, ""),
  template.replaceAll(/\[[^\]]*\]/g, ""),
]

/** The decoded values of a path by name; undefined if the template does not match. */
function valuesIn(template: string, path: string): Record<string, string> | undefined {
  const own = path.replace(/^\/api\/(?:v3|uploads)/, "")
  const [wanted, got] = [template.split("/"), own.split("/")]
  if (wanted.length !== got.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = decodeURIComponent(got[index] ?? "")
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined && segment !== part) return undefined
    if (name !== undefined) values[name] = segment
  }
  return values
}

/**
 * Checks that gh's arguments belong to a command of the route, with values after `--name=` or `--`, and that gh
 * contacted no other server.
 */
async function expectCommands({ cli }: Definition, input: unknown, label: string): Promise<void> {
  const commands = [cli, cli?.then, ...Object.values(cli?.lookups ?? {})].flatMap(
    (each) => each ?? [],
  )
  for (const argv of await recordedRuns()) {
    // The first argument disables the user's aliases.
    const [pr, diff, whole, ...others] = argv[0] === "--help=false" ? argv.slice(1) : argv
    // A constant of the runtime, for versions of gh that would change a diff.
    const isWhole = pr === "pr" && diff === "diff" && whole === "--allow-escape-sequences"
    const own = [pr, diff, ...(isWhole ? [] : [whole]), ...others].flatMap((one) => one ?? [])
    const isExpected = commands.some((each) => isRunOf(each, input, own))
    expect(isExpected, `${label}: gh ${argv.join(" ").slice(0, 1000)}`).toBe(true)
  }
  for (const { headers, path } of sandbox.requests) {
    const isOfGit = /\/(?:info\/refs|git-upload-pack)$/.test(path)
    expect(headers.host, label).toBe(isOfGit ? "github.com" : "api.github.com")
  }
}

/** A stand-in for the output of the first command: the address of the object that it created. */
const printed = "https://github.com/octocat/hello-world/issues/12345"

function isRunOf(command: CliCommand<unknown>, input: unknown, argv: readonly string[]): boolean {
  const earlier = { first: printed, lookups: {} }
  const flags = [...Object.keys(command.flags?.(input, earlier) ?? {}), "json"]
  const positionals = (command.arguments?.(input, earlier) ?? []).map(String)
  const end = argv.indexOf("--")
  const before = end === -1 ? argv : argv.slice(0, end)
  const after = end === -1 ? [] : argv.slice(end + 1)
  return (
    command.command.every((word, index) => before[index] === word) &&
    before.slice(command.command.length).every((argument) => {
      const name = /^--([\w-]+)(?:=|$)/.exec(argument)?.[1]
      return name !== undefined && flags.includes(name)
    }) &&
    after.length === positionals.length &&
    after.every((one, index) =>
      positionals[index] === "12345" ? /^\d+$/.test(one) : one === positionals[index],
    )
  )
}
