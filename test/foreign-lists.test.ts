/** Lists over documents as people write them, paged to the end against a server that pages as GitHub does. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { generate } from "../generator/compile/index.js"
import { readSchema } from "../generator/parse/index.js"
import { SCHEMA_PATH } from "../generator/read/index.js"
import { type GithubPages, startGithubPages } from "./documents/github-pages.js"
import { randomNumbers } from "./documents/random.js"
import { ROOT } from "./projects.js"
import { createProjectFolder, typeCheck, writeFiles } from "./type-check.js"

const sdl = readFileSync(join(ROOT, SCHEMA_PATH), "utf8")
const fixtures = join(ROOT, "test/documents/lists")
const names = readdirSync(fixtures).map((file) => file.replace(".graphql", ""))

/** The first lines of a document name its list, and the keys that its card needs besides. */
function cardOf(text: string): string {
  const keys = Object.fromEntries(
    [...text.matchAll(/^# (\w+): (.*)$/gm)].map(([, key = "", value]) => [key, value]),
  )
  const pagination = ["connection", "total_count"].filter((key) => keys[key] !== undefined)
  const [, operation] = /^query (\w+)/m.exec(text) ?? []
  return [
    "description: List what a document of another author asks for.",
    keys.union ? `list: { union: ${keys.union} }` : `list: { fields: [${keys.list}] }`,
    ...(keys.input ? [`input: ${keys.input}`] : []),
    "graphql:",
    `  operationName: ${operation}`,
    ...(keys.output ? [`  output: ${keys.output}`] : []),
    ...(pagination.length > 0
      ? [`  pagination: { ${pagination.map((key) => `${key}: ${keys[key]}`).join(", ")} }`]
      : []),
  ].join("\n")
}

const idOf = (name: string) => `lists.${name.replaceAll("-", "_")}`
const pathOf = (name: string) => idOf(name).replaceAll(".", "/")
const textOf = (name: string) => readFileSync(join(fixtures, `${name}.graphql`), "utf8")
const vocabulary = "cards/shared/inputs.yaml"
const generated = generate({
  schema: sdl,
  cards: new Map([
    ...names.map((name) => [`cards/${pathOf(name)}.yaml`, cardOf(textOf(name))] as const),
    [vocabulary, readFileSync(join(ROOT, vocabulary), "utf8")],
  ]),
  operations: new Map([
    ...names.map((name) => [`operations/${pathOf(name)}.graphql`, textOf(name)] as const),
    // own-fragments.graphql has one of this name.
    ["operations/shapes/issue.graphql", "fragment issue on Issue { id body }"],
  ]),
})
const folder = createProjectFolder("foreign-lists")

type Items = readonly Readonly<Record<string, unknown>>[]
interface Page {
  readonly items: Items
  readonly total_count: number
}
type List = (
  input: object,
  options?: object,
) => {
  pages(): AsyncIterable<Page>
  then: PromiseLike<{ meta: { warnings?: readonly unknown[] } }>["then"]
}

let github: GithubPages
let ghx: { execute: unknown }
beforeAll(async () => {
  const errors = generated.diagnostics.filter(({ severity }) => severity === "error")
  expect(errors.map(({ file, line, message, help }) => ({ file, line, message, help }))).toEqual([])
  writeFiles(folder, generated.files)
  github = await startGithubPages(readSchema(sdl))
  const { createGhx } = await import(/* @vite-ignore */ join(folder, "generated/index.ts"))
  ghx = createGhx({ base_url: github.url, token: "t", retry: false, validate_output: true })
})
beforeEach(() => github.clear())
afterAll(() => github?.close())

function listOf(name: string): List {
  return idOf(name)
    .split(".")
    .reduce<unknown>((branch, part) => Reflect.get(Object(branch), part), ghx) as List
}

const inputs: Record<string, unknown> = {
  owner: "ada",
  repo: "engine",
  name: "engine",
  number: 1,
  size: 7,
}

/** The required input of a call. */
function inputOf(name: string): Record<string, unknown> {
  const file = generated.files.get(`generated/contracts/${idOf(name)}.json`)
  const { required = [], properties } = JSON.parse(file ?? "{}").input
  return Object.fromEntries(
    required.map((one: string) => [
      one,
      inputs[one] ?? (properties[one].type === "integer" ? 1 : "ada"),
    ]),
  )
}

async function allPages(name: string, first: number, fields?: string[]): Promise<Page[]> {
  const pages: Page[] = []
  for await (const page of listOf(name)(
    { ...inputOf(name), first },
    { ...(fields && { fields }) },
  ).pages()) {
    pages.push(page)
    if (pages.length > 20) throw new Error("it has no end")
  }
  return pages
}

it("the code generated for lists in documents by other authors type-checks", () => {
  expect(typeCheck(folder)).toEqual([])
})

describe.each(names)("the list %s of another author", (name) => {
  it("returns every item exactly once, in pages of the requested size", async () => {
    const isBackward = /^last-/.test(name)
    const text = JSON.stringify
    const whole = await allPages(name, 100)
    expect(whole).toHaveLength(1)
    const [{ items, total_count } = { items: [] as Items, total_count: 0 }] = whole
    expect(total_count).toBe(7)
    expect(new Set(items.map((one) => text(one))).size).toBe(items.length)
    expect(items.length).toBeGreaterThan(0)
    if (!/search|timeline/.test(name)) expect(items).toHaveLength(7)
    for (const first of [1, 3]) {
      github.clear()
      const pages = await allPages(name, first)
      expect(pages).toHaveLength(Math.ceil(7 / first))
      const inOrder = isBackward ? pages.toReversed() : pages
      expect(inOrder.flatMap((page) => page.items)).toEqual(items)
      const inner = github.pages.filter(({ path }) => /\d/.test(path))
      const outer = github.pages.filter(({ path }) => !/\d/.test(path))
      expect(outer.map(({ args }) => args[isBackward ? "last" : "first"])).toEqual(
        pages.map(() => first),
      )
      expect(new Set(inner.map(({ args }) => text(args))).size).toBeLessThanOrEqual(1)
    }
  })

  it("returns the same values with some `fields`, for one valid document", async () => {
    const [whole] = await allPages(name, 100)
    const fields = [...new Set(whole?.items.flatMap((item) => Object.keys(item)))]
    const random = randomNumbers(name.length)
    const sets = [...fields.map((one) => [one]), fields.filter(() => random() < 0.5)]
    for (const wanted of sets.filter((one) => one.length > 0)) {
      github.clear()
      const [some] = await allPages(name, 100, wanted)
      const of = (item: Items[number]) =>
        Object.fromEntries(Object.entries(item).filter(([key]) => wanted.includes(key)))
      expect(some).toEqual({ ...whole, items: whole?.items.map(of) })
      expect(github.documents).toHaveLength(1)
    }
  })
})

it("a list warns of inner lists that are cut", async () => {
  const { meta } = await listOf("inner-size-shared")({ owner: "ada", repo: "engine", size: 2 })
  expect(meta.warnings).toMatchObject([
    {
      code: "MORE_PAGES",
      message: expect.stringContaining("labels has more items; the result has only 2"),
    },
  ])
})

it("a list adds no inner connection just to recognize its items", async () => {
  await allPages("told-by-presence", 100, ["authored"])
  expect(github.pages.map(({ path }) => path)).toEqual(["repository.issues"])
})
