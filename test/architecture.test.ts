/** Checks imports against the rules of `architecture/packages.ts`, and the checker itself. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { budgetProblems } from "./architecture/budgets.js"
import { edgesToFeatures, features } from "./architecture/features.js"
import { importsOf } from "./architecture/imports.js"
import { loadedAtOnce } from "./architecture/on-demand.js"
import { optionalFeatures, packageRules } from "./architecture/packages.js"
import { packages, projectProblems } from "./architecture/project.js"
import { problemsIn, unreferenced } from "./architecture/rules.js"
import { waysOut } from "./architecture/ways-out.js"

test("the project follows the rules of its packages and layers", async () => {
  expect((await projectProblems()).join("\n")).toBe("")
})

test("a package well above its budget is reported, and one far below it, too", () => {
  const budgets = { pkg: { lines: 200, files: 3 } }
  const problems = (lines: number, ...others: string[]) =>
    budgetProblems(
      [
        ["pkg/a.ts", "x\n".repeat(lines)],
        ["pkg/a.test.ts", "x\n".repeat(1000)],
        ...["pkg/b.ts", "pkg/c.ts", "pkg/d.ts", ...others].map((file) => [file, ""] as const),
      ],
      budgets,
    )
  // A half percent more is left to small changes.
  expect(problems(201)).toEqual([])
  expect(problems(202)).toEqual([expect.stringMatching(/^pkg\/ has 202 lines, .* 200: /)])
  expect(problems(200, "pkg/e.ts")).toEqual([expect.stringMatching(/^pkg\/ has 5 files/)])
  expect(problems(190)).toEqual([expect.stringMatching(/only 190 lines of 200: lower/)])
})

test("an import of a feature is an edge if a file of the core has it", () => {
  const edges = edgesToFeatures(
    importsOf(
      new Map([
        ["runtime/call/execute.ts", 'import "../features/once/once.js"\nimport "./attempt.js"'],
        ["runtime/features/once/once.ts", 'import "./marker.js"'],
        ["runtime/features/once/once.test.ts", 'import "./once.js"'],
        ["runtime/features/once/marker.ts", ""],
        ["runtime/call/attempt.ts", ""],
        ["runtime/public.ts", 'export * from "./features/once/once.js"'],
      ]),
    ),
  )
  expect(edges).toEqual(["runtime/call/execute.ts → runtime/features/once/once.ts"])
})

test.each([
  "await client.http.send(request, scope)",
  "const answer = await client.graphql.query({ operation })",
  "await fetch(url)",
  "return globalThis.fetch(url)",
])("a file that sends by itself is reported: %s", (line) => {
  const problemsOf = (file: string, text: string) =>
    waysOut([[file, text]]).filter((one) => one.startsWith(`${file} `))
  expect(problemsOf("runtime/call/a.ts", line)).toEqual([expect.stringContaining("`call.send`")])
  expect(problemsOf("surfaces/command/a.ts", line)).toHaveLength(1)
  expect(problemsOf("runtime/call/a.test.ts", line)).toEqual([])
  expect(problemsOf("runtime/call/a.ts", `/** ${line} */\nawait send(request, scope)`)).toEqual([])
  expect(problemsOf("runtime/http/fetch.ts", "await send()")).toHaveLength(1)
})

test("every feature of the runtime exists", () => {
  expect(features.filter((one) => !existsSync(one))).toEqual([])
})

// Else an editor finds no `ghx` in the programs of the README, which are saved there.
test("the top-level tsconfig.json includes all TypeScript files at the top", () => {
  expect(JSON.parse(readFileSync("tsconfig.json", "utf8")).include).toContain("*.ts")
})

test("every package except generated/ has layers", () => {
  const names = packages().filter((name) => name !== "generated")
  expect(names.sort()).toEqual(Object.keys(packageRules).sort())
})

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types?: string }>>
  readonly typesVersions: Readonly<Record<"*", Readonly<Record<string, readonly string[]>>>>
}

test("`exports`, `typesVersions` and the paths in tsconfig.base.json name the same files", () => {
  const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"))
  const { paths } = JSON.parse(readFileSync("tsconfig.base.json", "utf8")).compilerOptions
  const modules = Object.entries(manifest.exports).filter(([, { types }]) => types !== undefined)
  const below = modules.filter(([subpath]) => subpath !== ".")
  for (const [subpath, { types = "" }] of below)
    expect(manifest.typesVersions["*"][subpath.slice(2)]?.[0], subpath).toBe(types)
  const own = modules.filter(([subpath]) => !subpath.startsWith("./codegen"))
  for (const [subpath, { types = "" }] of own) {
    const source = types.replace("./dist/", "./").replace(/\.d\.ts$/, ".ts")
    expect(paths[`ghx${subpath.slice(1)}`], subpath).toEqual([source])
  }
})

test.each(Object.entries(packageRules))(
  "every folder of %s/ belongs to one layer",
  (name, { layers }) => {
    for (const [folder, plan] of Object.entries(layers)) {
      const entries = readdirSync(join(name, folder), { withFileTypes: true })
      const members = entries.filter((entry) => entry.isDirectory() && entry.name !== "testing")
      const named = plan.flat().filter((member) => !member.includes("/"))
      expect(named.sort()).toEqual([".", ...members.map((member) => member.name)].sort())
    }
  },
)

test("loadedAtOnce reports an entry point that imports an optional feature statically", async () => {
  const root = mkdtempSync(join(tmpdir(), "ghx-on-demand-"))
  mkdirSync(join(root, "rare"))
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  write(
    "index.ts",
    'export { b } from "./b.js"\nexport const load = () => import("./rare/rare.js")',
  )
  write("b.ts", 'import type { rare } from "./rare/rare.js"\nexport const b: typeof rare = 1')
  write("rare/rare.ts", "export const rare: number = 1")
  expect(await loadedAtOnce(root, ["index.ts"], ["rare"])).toEqual([])
  write("b.ts", 'import { rare } from "./rare/rare.js"\nexport const b = rare')
  expect(await loadedAtOnce(root, ["index.ts"], ["rare"])).toEqual([
    expect.stringMatching("^b.ts imports rare/rare.ts, an optional feature: "),
  ])
})

test("every optional feature exists", () => {
  expect(optionalFeatures.filter((one) => !existsSync(one))).toEqual([])
})

describe("the import checker", () => {
  const pkg = {
    entryPoints: ["index.ts"],
    layers: { ".": [["."], ["call"], ["graphql", "rest"], ["route"]] },
  }

  /** The problems of a package whose files have one line each. */
  const problems = (files: Record<string, string>, name = "pkg") =>
    problemsIn(importsOf(new Map(Object.entries(files))), { [name]: pkg })

  const sound = {
    "pkg/index.ts": 'export { call } from "./call/index.js"',
    "pkg/call/index.ts": 'export { call } from "./call.js"',
    "pkg/call/call.ts": 'import { rest } from "../rest/index.js"\nexport const call = rest',
    "pkg/rest/index.ts": 'export { rest } from "./rest.js"',
    "pkg/rest/rest.ts":
      'import type { Route } from "../route/index.js"\nexport const rest: Route = 1',
    "pkg/rest/rest.test.ts": 'import { call } from "../index.js"\nimport { rest } from "./rest.js"',
    "pkg/route/index.ts": "export type Route = number",
    "elsewhere/main.ts": 'import { call } from "../pkg/index.js"',
  }

  test("accepts a package that follows its layers", () => {
    expect(problems(sound)).toEqual([])
  })

  test("reports an import of a higher layer, even of a type", () => {
    expect(
      problems({
        ...sound,
        "pkg/route/call.ts": 'import type { call } from "../call/index.js"',
      })[0],
    ).toBe(
      "pkg/route/call.ts:1 imports pkg/call/index.ts, which is in a higher layer of pkg/: move what both need to a layer below (test/architecture/packages.ts), or pass it in as a parameter",
    )
  })

  test("reports an import of a sibling in the same layer", () => {
    expect(
      problems({
        ...sound,
        "pkg/graphql/index.ts": 'export { rest } from "../rest/index.js"',
      }),
    ).toEqual([
      "pkg/graphql/index.ts:1 imports pkg/rest/index.ts, which is in the same layer of pkg/: move what both need to a layer below (test/architecture/packages.ts), or pass it in as a parameter",
    ])
  })

  test.each([
    ["an import", 'import { rest } from "../rest/rest.js"'],
    ["an import of a type", 'import type { rest } from "../rest/rest.js"'],
    ["a dynamic import", 'export const load = () => import("../rest/rest.js")'],
    ["the type of an import", 'export type Rest = typeof import("../rest/rest.js")'],
    ["a re-export", 'export * from "../rest/rest.js"'],
    ["a re-export as one name", 'export * as all from "../rest/rest.js"'],
    ["a re-export of types as one name", 'export type * as all from "../rest/rest.js"'],
  ])("reports %s that bypasses a folder's index", (_, line) => {
    expect(problems({ ...sound, "pkg/call/more.ts": `\n${line}` })).toEqual([
      "pkg/call/more.ts:2 reaches past pkg/rest/index.ts into pkg/rest/rest.ts: import it from there, and export it there if it is public",
    ])
  })

  test("reports an import that bypasses the entry points of a package, also in a test", () => {
    const line = 'import { rest } from "../pkg/rest/index.js"'
    expect(problems({ ...sound, "elsewhere/main.test.ts": line })).toEqual([
      "elsewhere/main.test.ts:1 reaches past pkg/index.ts into pkg/rest/index.ts: import it from there, and export it there if it is public",
    ])
  })

  test("checks the layers and indexes within a slice", () => {
    const sliced = {
      entryPoints: ["index.ts"],
      layers: { ".": [["."], ["slices"], ["kit"], ["slices/*/form"]] },
    }
    const files = {
      "pkg/kit/index.ts": 'import "../slices/rest/form/index.js"',
      "pkg/slices/rest/plan.ts": 'import "../../kit/index.js"\nimport "./form/index.js"',
      "pkg/slices/rest/form/index.ts": "",
      "pkg/slices/rest/form/words.ts": "",
    }
    const found = (others: Record<string, string>) =>
      problemsIn(importsOf(new Map(Object.entries({ ...files, ...others }))), { pkg: sliced })
    expect(found({})).toEqual([])
    expect(found({ "pkg/slices/rest/form/up.ts": 'import "../../../kit/index.js"' })[0]).toContain(
      "pkg/slices/rest/form/up.ts:1 imports pkg/kit/index.ts, which is in a higher layer",
    )
    expect(found({ "pkg/kit/past.ts": 'import "../slices/rest/form/words.js"' })).toEqual([
      "pkg/kit/past.ts:1 reaches past pkg/slices/rest/form/index.ts into pkg/slices/rest/form/words.ts: import it from there, and export it there if it is public",
    ])
  })

  test("reports an import of a package without a direct reference, except in a test", () => {
    const imports = importsOf(
      new Map([
        ["top/index.ts", 'import "../middle/index.js"\nimport type {} from "../bottom/index.js"'],
        ["top/named.ts", 'import "own/bottom"'],
        ["top/index.test.ts", 'import "../bottom/index.js"'],
        ["middle/index.ts", 'import "../bottom/index.js"'],
        ["bottom/index.ts", ""],
      ]),
      { "own/bottom": "bottom/index.ts" },
    )
    const references = new Map([
      ["top", new Set(["middle"])],
      ["middle", new Set(["bottom"])],
      ["bottom", new Set<string>()],
    ])
    const why = "and the tsconfig.json of top/ does not reference bottom/"
    expect(unreferenced(imports, references)).toEqual([
      expect.stringMatching(`^top/index.ts:2 imports bottom/index.ts, ${why}`),
      expect.stringMatching(`^top/named.ts:1 imports bottom/index.ts, ${why}`),
    ])
  })

  test("reports a folder that belongs to no layer", () => {
    expect(
      problems({ ...sound, "pkg/attic/index.ts": 'export * from "../route/index.js"' }),
    ).toEqual(["pkg/attic is in no layer: add it to one in test/architecture/packages.ts"])
  })

  test("reports a cycle of files", () => {
    expect(
      problems({
        ...sound,
        "pkg/route/one.ts": 'import "./other.js"',
        "pkg/route/other.ts": 'import type { One } from "./one.js"',
      }),
    ).toEqual([
      "cycle of files: pkg/route/one.ts → pkg/route/other.ts → pkg/route/one.ts: move what the last imports from the first into a file that both import",
    ])
  })

  test("reports a cycle of folders whose files form no cycle", () => {
    expect(
      problems({
        ...sound,
        "pkg/route/deep/index.ts": 'import type { Route } from "../kind.js"',
        "pkg/route/kind.ts": "export type Kind = 1",
        "pkg/route/all.ts": 'export * from "./deep/index.js"',
      }),
    ).toEqual([
      "cycle of folders: pkg/route → pkg/route/deep → pkg/route: move what the last imports from the first into a folder below both",
    ])
  })

  test("reports an import of a testing folder outside of tests", () => {
    expect(
      problems({
        ...sound,
        "pkg/route/testing/index.ts": "",
        "pkg/route/double.ts": 'import "./testing/index.js"',
      }),
    ).toEqual([
      "pkg/route/double.ts:1 imports pkg/route/testing/index.ts, which only tests may import",
    ])
  })
})
