import { join } from "node:path"
import { expect, it } from "vitest"
import { partOfCatalogue } from "../../test/part-of-catalogue.js"
import { type Inputs, readInputs } from "../read/index.js"
import { type CompiledCard, generate, type RememberedCard } from "./index.js"

// Without the lock, which lists every released card, because this copy has only a few.
const { contracts: _, ...project } = readInputs(join(import.meta.dirname, "../.."))
// A few cards, with the definitions that they share.
const own = /\/issue\/(?:view|list|delete|close|comments\/list)\./
const inputs = partOfCatalogue(project, (path) => own.test(path))
const cache = new Map<string, RememberedCard>()
const sound = generate(inputs, { cache })

/** The inputs with some files replaced, and without those whose text is undefined. */
function changed(files: Readonly<Record<string, string | undefined>>): Inputs {
  const now = { ...inputs, cards: new Map(inputs.cards), operations: new Map(inputs.operations) }
  for (const [path, text] of Object.entries(files)) {
    const folder = path.startsWith("cards/") ? now.cards : now.operations
    if (text === undefined) folder.delete(path)
    else folder.set(path, text)
  }
  return now
}

const keepGoing = (now: Inputs, lastSound = new Map<string, CompiledCard>()) =>
  generate(now, { cache, lastSound })

const card = "cards/issue/delete.yaml"
const document = "operations/issue/delete.graphql"
const bad: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "invalid YAML in a card": { [card]: "description: [" },
  "another id in a card": { [card]: `capability_id: issue.remove\n${inputs.cards.get(card)}` },
  "a syntax error in a document": { [document]: `${inputs.operations.get(document)}}` },
}

it.each(Object.entries(bad))(
  "generate with `lastSound` omits only the capability with %s",
  (_what, files) => {
    const { files: written, stopped, diagnostics } = keepGoing(changed(files))
    expect(stopped).toEqual([card])
    expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true)
    const without = generate(changed({ [card]: undefined, [document]: undefined }), { cache })
    expect(written).toEqual(without.files)
  },
)

it.each(Object.entries(bad))(
  "generate with `lastSound` keeps the last valid output of the capability with %s",
  (_what, files) => {
    const lastSound = new Map<string, CompiledCard>()
    keepGoing(inputs, lastSound)
    const { files: written, stopped } = keepGoing(changed(files), lastSound)
    expect(stopped).toEqual([card])
    expect(written).toEqual(sound.files)
  },
)

it("generate with `lastSound` omits only the capabilities that use an invalid shape", () => {
  const { files, diagnostics } = keepGoing(
    changed({
      "cards/shapes/issue_comment.yaml": "fields: [",
      "operations/shapes/issue.graphql": "fragment",
    }),
  )
  const wrong = diagnostics.flatMap(({ severity, file }) => (severity === "error" ? file : []))
  expect(wrong).toContain("cards/shapes/issue_comment.yaml")
  expect(wrong).toContain("operations/shapes/issue.graphql")
  for (const path of ["issue/view.ts", "issue/comments/list.ts", "shapes/issue.ts"]) {
    expect(files.has(`generated/${path}`), path).toBe(false)
  }
  expect(files.get("generated/issue/list.ts")).toBe(sound.files.get("generated/issue/list.ts"))
  for (const [path, text] of files) {
    for (const [, to = ""] of text.matchAll(/from "(\.\.?\/[^"]+)\.js"/g)) {
      const module = join(path, "..", `${to}.ts`)
      if (module.startsWith("generated/")) expect(files.has(module), `${path}: ${to}`).toBe(true)
    }
  }
})

it("generate with `lastSound` writes nothing if the shape of a kept capability is invalid", () => {
  const lastSound = new Map<string, CompiledCard>()
  keepGoing(inputs, lastSound)
  const broken = changed({ "cards/shapes/issue.yaml": "fields: [" })
  expect(keepGoing(broken, lastSound).files.size).toBe(0)
})

it("generate with `lastSound` compiles a changed card beside an invalid one", () => {
  const lastSound = new Map<string, CompiledCard>()
  keepGoing(inputs, lastSound)
  const other = "cards/issue/view.yaml"
  const text = inputs.cards.get(other)?.replace(/^description: .*/m, "description: Look at it.")
  const { files } = keepGoing(changed({ [card]: "[", [other]: text }), lastSound)
  expect(files.get("generated/issue/view.ts")).toContain("Look at it.")
  expect(files.get("generated/issue/delete.ts")).toBe(sound.files.get("generated/issue/delete.ts"))
})

it("generate with `lastSound` omits a deleted card", () => {
  const lastSound = new Map<string, CompiledCard>()
  keepGoing(inputs, lastSound)
  const { files } = keepGoing(changed({ [card]: undefined, [document]: undefined }), lastSound)
  expect(files.has("generated/issue/delete.ts")).toBe(false)
})

it.each<[string, Inputs]>([
  ["a pin", { ...inputs, schema: "type {" }],
  ["a shared definition", changed({ "cards/shared/inputs.yaml": "owner: [" })],
  ["the lock of contracts", { ...inputs, contracts: "{" }],
])("generate with `lastSound` writes nothing after an error in %s", (_what, now) => {
  const { files, stopped, diagnostics } = keepGoing(now)
  expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true)
  expect({ files, stopped }).toEqual({ files: new Map(), stopped: [] })
})

it("generate writes nothing after an error in a card", () => {
  expect(generate(changed({ [card]: "[" }), { cache }).files.size).toBe(0)
})
