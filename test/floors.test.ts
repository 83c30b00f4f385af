/** Who may import whom is said in `floors/floors.ts`; here it is held, and shown to be. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { houses } from "./floors/floors.js"
import { importsOf } from "./floors/imports.js"
import { problemsIn } from "./floors/rules.js"

/** Who looks in from outside. */
const outside = ["generated", "generator", "sandbox", "tooling", "examples", "test"]

function sourcesOf(folder: string): (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .map((file) => [file, readFileSync(file, "utf8")])
}

test("the project keeps to its floors", () => {
  const names = Object.keys(houses)
  const guests = outside.filter((folder) => !names.includes(folder)).flatMap(sourcesOf)
  const sources = [
    ...names.flatMap(sourcesOf),
    ...guests.filter(([, text]) => names.some((name) => text.includes(`/${name}/`))),
  ]
  const imports = importsOf(new Map(sources))
  expect(problemsIn(imports, houses).join("\n")).toBe("")
})

/** The packages, which `tsconfig.json` refers to, and the folders that it has of its own. */
const { references, include }: { references: { path: string }[]; include: string[] } = JSON.parse(
  readFileSync("tsconfig.json", "utf8"),
)
const packages = references.map(({ path }) =>
  path.replace(/^\.\//, "").replace(/^tsconfig\.(\w+)\.json$/, "$1"),
)

test("every folder with TypeScript is a package, or one of those that may import all of them", () => {
  const known = [...packages, ...include.filter((one) => !one.includes("*"))]
  const strangers = readdirSync(".", { withFileTypes: true })
    .filter((one) => one.isDirectory() && !/^\.|^(?:node_modules|dist)$/.test(one.name))
    .flatMap(({ name }) => sourcesOf(name).map(([file]) => file))
    .filter((file) => !known.some((folder) => file.startsWith(`${folder}/`)))
  expect(strangers).toEqual([])
  expect(packages.filter((name) => name !== "generated").sort()).toEqual(Object.keys(houses).sort())
})

test.each(Object.entries(houses))("every folder of %s/ stands on one floor", (name, { floors }) => {
  for (const [folder, plan] of Object.entries(floors)) {
    const entries = readdirSync(join(name, folder), { withFileTypes: true })
    const rooms = entries.filter((entry) => entry.isDirectory() && entry.name !== "testing")
    const named = plan.flat().filter((room) => !room.includes("/"))
    expect(named.sort()).toEqual([".", ...rooms.map((room) => room.name)].sort())
  }
})

describe("a bad import", () => {
  const house = {
    doors: ["index.ts"],
    floors: { ".": [["."], ["call"], ["graphql", "rest"], ["route"]] },
  }

  /** What is wrong with a house where each file has one line. */
  const problems = (files: Record<string, string>, name = "house") =>
    problemsIn(importsOf(new Map(Object.entries(files))), { [name]: house })

  const sound = {
    "house/index.ts": 'export { call } from "./call/index.js"',
    "house/call/index.ts": 'export { call } from "./call.js"',
    "house/call/call.ts": 'import { rest } from "../rest/index.js"\nexport const call = rest',
    "house/rest/index.ts": 'export { rest } from "./rest.js"',
    "house/rest/rest.ts":
      'import type { Route } from "../route/index.js"\nexport const rest: Route = 1',
    "house/rest/rest.test.ts":
      'import { call } from "../index.js"\nimport { rest } from "./rest.js"',
    "house/route/index.ts": "export type Route = number",
    "elsewhere/main.ts": 'import { call } from "../house/index.js"',
  }

  test("is not there in a house that keeps to its floors", () => {
    expect(problems(sound)).toEqual([])
  })

  test("goes up the stairs, if only for a type", () => {
    expect(
      problems({
        ...sound,
        "house/route/call.ts": 'import type { call } from "../call/index.js"',
      })[0],
    ).toBe(
      "house/route/call.ts:1 imports house/call/index.ts, which stands on a higher floor of house/: move what both need to a floor below them (test/floors/floors.ts), or hand it in as a parameter",
    )
  })

  test("goes to a neighbour on the same floor", () => {
    expect(
      problems({
        ...sound,
        "house/graphql/index.ts": 'export { rest } from "../rest/index.js"',
      }),
    ).toEqual([
      "house/graphql/index.ts:1 imports house/rest/index.ts, which stands on the same floor of house/: move what both need to a floor below them (test/floors/floors.ts), or hand it in as a parameter",
    ])
  })

  test.each([
    ["an import", 'import { rest } from "../rest/rest.js"'],
    ["an import of a type", 'import type { rest } from "../rest/rest.js"'],
    ["an import when it is needed", 'export const load = () => import("../rest/rest.js")'],
    ["the type of an import", 'export type Rest = typeof import("../rest/rest.js")'],
    ["a re-export", 'export * from "../rest/rest.js"'],
  ])("reaches past a folder's index by %s", (_, line) => {
    expect(problems({ ...sound, "house/call/more.ts": `\n${line}` })).toEqual([
      "house/call/more.ts:2 reaches past house/rest/index.ts into house/rest/rest.ts: import it from there, and export it there if others are to have it",
    ])
  })

  test("reaches past the doors of the house, also from a test", () => {
    const line = 'import { rest } from "../house/rest/index.js"'
    expect(problems({ ...sound, "elsewhere/main.test.ts": line })).toEqual([
      "elsewhere/main.test.ts:1 reaches past house/index.ts into house/rest/index.ts: import it from there, and export it there if others are to have it",
    ])
  })

  test("comes from a layer of a slice to a higher floor, or past its index", () => {
    const sliced = {
      doors: ["index.ts"],
      floors: { ".": [["."], ["slices"], ["kit"], ["slices/*/form"]] },
    }
    const files = {
      "house/kit/index.ts": 'import "../slices/rest/form/index.js"',
      "house/slices/rest/plan.ts": 'import "../../kit/index.js"\nimport "./form/index.js"',
      "house/slices/rest/form/index.ts": "",
      "house/slices/rest/form/words.ts": "",
    }
    const found = (others: Record<string, string>) =>
      problemsIn(importsOf(new Map(Object.entries({ ...files, ...others }))), { house: sliced })
    expect(found({})).toEqual([])
    expect(
      found({ "house/slices/rest/form/up.ts": 'import "../../../kit/index.js"' })[0],
    ).toContain(
      "house/slices/rest/form/up.ts:1 imports house/kit/index.ts, which stands on a higher floor",
    )
    expect(found({ "house/kit/past.ts": 'import "../slices/rest/form/words.js"' })).toEqual([
      "house/kit/past.ts:1 reaches past house/slices/rest/form/index.ts into house/slices/rest/form/words.ts: import it from there, and export it there if others are to have it",
    ])
  })

  test("comes from a folder that stands on no floor", () => {
    expect(
      problems({ ...sound, "house/attic/index.ts": 'export * from "../route/index.js"' }),
    ).toEqual(["house/attic stands on no floor: say on which in test/floors/floors.ts"])
  })

  test("closes a circle of files", () => {
    expect(
      problems({
        ...sound,
        "house/route/one.ts": 'import "./other.js"',
        "house/route/other.ts": 'import type { One } from "./one.js"',
      }),
    ).toEqual([
      "circle of files: house/route/one.ts → house/route/other.ts → house/route/one.ts: move what the last takes from the first into a file that both import",
    ])
  })

  test("closes a circle of folders, whose files go round none", () => {
    expect(
      problems({
        ...sound,
        "house/route/deep/index.ts": 'import type { Route } from "../kind.js"',
        "house/route/kind.ts": "export type Kind = 1",
        "house/route/all.ts": 'export * from "./deep/index.js"',
      }),
    ).toEqual([
      "circle of folders: house/route → house/route/deep → house/route: move what the last takes from the first into a folder below both",
    ])
  })

  test("takes what is for tests alone", () => {
    expect(
      problems({
        ...sound,
        "house/route/testing/index.ts": "",
        "house/route/double.ts": 'import "./testing/index.js"',
      }),
    ).toEqual([
      "house/route/double.ts:1 imports house/route/testing/index.ts, which is for tests alone: only they may import it",
    ])
  })
})
