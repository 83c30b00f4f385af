import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import {
  compileSome,
  generate,
  generateInThreads,
  type SharedCards,
} from "../generator/compile/index.js"
import { readInputs } from "../generator/read/index.js"
import { contentsOf, copyProject, copySmallProject, differences, runGenerator } from "./command.js"
import { all } from "./some.js"

/** `make check` compares the bytes of the whole catalog with the committed ones on every machine. */
const copy = all ? copyProject : copySmallProject

const folder = mkdtempSync(join(tmpdir(), "ghx-determinism-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
copy(join(folder, "inputs"))
const inputs = readInputs(join(folder, "inputs"))

/** Orders in which a file system may list files. */
const ORDERS: Record<string, <T>(entries: T[]) => T[]> = {
  backwards: (entries) => entries.reverse(),
  "from the middle": (entries) => {
    const half = Math.floor(entries.length / 2)
    return [...entries.slice(half), ...entries.slice(0, half)]
  },
  "every third first": (entries) =>
    [0, 1, 2].flatMap((rest) => entries.filter((_, index) => index % 3 === rest)),
}

const PLACES = [
  { LC_ALL: "C", TZ: "UTC" },
  { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", LANGUAGE: "tr", TZ: "Asia/Kathmandu" },
]

const ids = [...inputs.cards.keys()].filter((path) => !/^cards\/(?:shared|shapes)\//.test(path))

const reference = generate(inputs)

describe("generate, with the same cards and documents", () => {
  it("returns the same files a second time", () => {
    expect(reference.files.size).toBeGreaterThan(ids.length)
    expect(entriesOf(generate(inputs))).toEqual(entriesOf(reference))
  })

  it.each(Object.entries(ORDERS))(
    "returns the same files if the inputs are listed %s",
    (_name, order) => {
      const generated = generate({
        ...inputs,
        cards: new Map(order([...inputs.cards])),
        operations: new Map(order([...inputs.operations])),
      })
      expect(entriesOf(generated)).toEqual(entriesOf(reference))
      expect(generated.diagnostics).toEqual(reference.diagnostics)
    },
  )

  it("reports problems in the same order", () => {
    const broken = new Map(
      [...inputs.cards].map(([path, text]) => [path, text.replace("description:", "decription:")]),
    )
    // The order must not decide which of two cards with the same id comes first.
    const view = inputs.cards.get("cards/issue/view.yaml") ?? ""
    for (const path of ["cards/issue/one.yaml", "cards/issue/other.yaml"]) {
      broken.set(path, `capability_id: issue.elsewhere\n${view}`)
    }
    const forwards = generate({ ...inputs, cards: broken })
    const backwards = generate({ ...inputs, cards: new Map([...broken].reverse()) })
    expect(forwards.diagnostics.length).toBeGreaterThanOrEqual(ids.length)
    expect(backwards.diagnostics).toEqual(forwards.diagnostics)
  })

  it("returns the same files from the cache", () => {
    const cache = new Map()
    generate(inputs, { cache })
    const shared = ["cards/shapes/", "lists", "values"]
    expect(shared.filter((key) => !cache.has(key))).toEqual([])
    expect(cache.size).toBe(ids.length + shared.length)
    // As it is read from the disk.
    for (const [key, card] of cache) cache.set(key, JSON.parse(JSON.stringify(card)))
    expect(entriesOf(generate(inputs, { cache }))).toEqual(entriesOf(reference))
  })
})

describe("generateInThreads, with many cards", () => {
  const text = `description: Show the page of a run.
output: { fields: { html_url: {} } }
rest: { request: "GET /repos/{owner}/{repo}/actions/runs/{run_id}" }
`
  const more = Array.from({ length: 120 }, (_, at) => [`cards/team/look${at}.yaml`, text] as const)
  const many = { ...inputs, cards: new Map([...inputs.cards, ...more]) }
  const expected = generate(many)

  const compileLast = (cards: SharedCards) =>
    structuredClone(compileSome({ ...cards, paths: cards.paths.slice(0, 60) }))

  it("returns the same files if some cards are compiled elsewhere", async () => {
    let elsewhere: readonly string[] = []
    const generated = await generateInThreads(many, {}, async (cards) => {
      const compiled = compileLast(cards)
      elsewhere = compiled.map(({ path }) => path)
      return compiled
    })
    expect(elsewhere.length).toBe(60)
    expect(elsewhere[0]).toBe([...many.cards.keys()].sort().at(-1))
    expect(entriesOf(generated)).toEqual(entriesOf(expected))
  })

  it("returns the same files if that fails", async () => {
    const generated = await generateInThreads(many, {}, async (cards) => {
      compileLast(cards)
      throw new Error("none")
    })
    expect(entriesOf(generated)).toEqual(entriesOf(expected))
  })
})

describe("the compiler, with the same project", () => {
  it("writes the same bytes in another folder, locale and time zone", () => {
    const [first, ...others] = PLACES.map((env, index) => {
      const project = join(folder, `${"deep/".repeat(index)}project ${index}`)
      copy(project)
      for (const part of ["generated", "docs", "skills"]) {
        rmSync(join(project, part), { recursive: true, force: true })
      }
      const result = runGenerator(project, ["--no-cache"], {
        env,
        cwd: index === 0 ? project : tmpdir(),
      })
      expect(result).toMatchObject({ exitCode: 0, stderr: "" })
      return contentsOf(project)
    })
    for (const other of others) expect(differences(first ?? new Map(), other)).toEqual([])
    const generated = [...(first ?? [])].filter(([path]) => /^(generated|docs|skills)\//.test(path))
    expect(generated.length).toBe(reference.files.size)
  })

  it("writes no path and no Node version of this machine", () => {
    const texts = [...reference.files.values()].join("\n")
    for (const trace of [process.cwd(), tmpdir(), process.version]) {
      expect(texts.includes(trace), trace).toBe(false)
    }
  })
})

function entriesOf({ files }: { files: ReadonlyMap<string, string> }): [string, string][] {
  return [...files]
}
