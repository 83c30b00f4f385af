/** `gen new`: derives a short card, and a document, from GitHub's descriptions. They compile without errors. */
import { join } from "node:path"
import type { JsonSchema } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { byRoute } from "../../runtime/route-names/index.js"
import { type CardCache, expansionOf, generate } from "../compile/index.js"
import { cloneAround, putFile } from "../disk/index.js"
import { printYaml, readCard, readGh, readRest, readSchema } from "../parse/index.js"
import {
  cardPath,
  commandOf,
  docsFor,
  type Inputs,
  PACKAGE_FOLDER,
  type ProjectLayout,
  pathAt,
  readInputs,
  requireWritable,
} from "../read/index.js"
import { formatDiagnostics } from "../report/index.js"
import {
  draftDescription,
  knownShapes,
  type Proposal,
  ProposalError,
  routes,
  type ScaffoldContext,
} from "../routes/index.js"
import { pascalCase } from "../text/index.js"
import { exampleOf, formatDocument } from "./example.js"

export { initProject } from "./init-project.js"

/** The starting point of a capability; exactly one is set. */
export interface ProposeOptions {
  readonly mutation?: string
  readonly query?: string
  /** The text of a GraphQL document. */
  readonly document?: string
  readonly rest?: string
  readonly gh?: string
  readonly like?: string
}

/** Writes a card, and a document, for a new capability; returns the exit code. */
export function proposeCard(
  place: ProjectLayout,
  id: string,
  options: ProposeOptions,
  cache: CardCache,
): number {
  const { root } = place
  const inputs = readInputs(place)
  try {
    const editorSchema = pathAt(place, EDITOR_SCHEMA)
    const { files, open } = proposedFiles(inputs, id, options, { editorSchema, cache })
    requireWritable(root, [...files.keys()])
    for (const [path, text] of files) {
      putFile(join(root, path), text, cloneAround(root))
      process.stdout.write(`wrote ${path}\n`)
    }
    const questions = open.map((one) => `- ${one}\n`).join("")
    process.stdout.write(
      `To decide before \`${commandOf(inputs.package !== undefined)}\`:\n${questions}`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof ProposalError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

/** The files of a new capability, and the decisions left to its author. */
interface Proposed {
  /** Path → text. */
  readonly files: ReadonlyMap<string, string>
  readonly open: readonly string[]
}

const EDITOR_SCHEMA = "generated/editor/card.schema.json"

/**
 * @param editorSchema - path of the editor schema for cards in the project
 * @param cache - the other cards, as compiled earlier
 * @throws ProposalError with a suggestion
 */
export function proposedFiles(
  inputs: Inputs,
  id: string,
  options: ProposeOptions,
  { editorSchema = EDITOR_SCHEMA, cache }: { editorSchema?: string; cache?: CardCache } = {},
): Proposed {
  const name = id.split(".").join("/")
  const [cardPath, documentPath] = [`cards/${name}.yaml`, `operations/${name}.graphql`]
  for (const path of [cardPath, documentPath]) {
    if (inputs.cards.has(path) || inputs.operations.has(path)) {
      throw new ProposalError(`${path} already exists; remove it first, or choose another id.`)
    }
  }
  if (inputs.package?.cards.has(`${PACKAGE_FOLDER}${cardPath}`)) {
    throw new ProposalError(`${id} is a capability of ghx itself; choose another id.`)
  }
  const like = Object.keys(options).length === 1 ? options.like : undefined
  const { card, document, open } =
    like === undefined
      ? textsOf(proposalOf(inputs, id, options))
      : likeTexts(withPackage(inputs), id, like)
  const bare = new Map([
    [cardPath, modeline(cardPath, editorSchema) + card],
    ...(document === undefined ? [] : [[documentPath, document] as const]),
  ])
  const files = like === undefined ? withExample(inputs, id, cardPath, bare) : bare
  requireSound(inputs, id, files, cache)
  const description = "description: one imperative sentence; agents choose by it."
  const hasExample = /^examples:/m.test(files.get(cardPath) ?? "")
  const example = `examples: ${hasExample ? "a title, and a typical input." : "an input that works on the sandbox."}`
  return { files, open: [description, ...open, example] }
}

function proposalOf(inputs: Inputs, id: string, options: ProposeOptions): Proposal {
  const used = Object.entries(options).filter(([, of]) => of !== undefined)
  const [[option, of] = []] = used
  const scaffolds = routes.flatMap((route) => route.scaffolds)
  const scaffold = scaffolds.find((one) => one.option === option)
  if (used.length !== 1 || scaffold === undefined) {
    const all = [...scaffolds, { option: "like", example: "issue.view" }]
    const lines = all.map((one) => `\n  --${one.option} ${one.example}`)
    throw new ProposalError(`State the source of \`${id}\` with one of:${lines.join("")}`)
  }
  const known: ScaffoldContext = {
    schema: () => readSchema(inputs.schema),
    rest: () => readRest(inputs.rest),
    gh: () => readGh(inputs.gh),
    shapes: knownShapes(withPackage(inputs)),
    ...sharedIn(inputs),
  }
  return scaffold.propose(known, id, String(of))
}

/** The inputs with the package's cards and documents, unless the project has its own at the same paths. */
function withPackage(inputs: Inputs): Inputs {
  const { package: ofPackage, cards, operations } = inputs
  const asOwn = (files: ReadonlyMap<string, string> = new Map()) =>
    [...files].map(([path, text]) => [path.slice(PACKAGE_FOLDER.length), text] as const)
  return {
    ...inputs,
    cards: new Map([...asOwn(ofPackage?.cards), ...cards]),
    operations: new Map([...asOwn(ofPackage?.operations), ...operations]),
  }
}

/** The shared definitions of a project, with those of the package. */
function sharedIn({
  cards,
  package: ofPackage,
}: Inputs): Pick<ScaffoldContext, "lookups" | "described" | "issue"> {
  const read = (name: string): object => {
    const path = `cards/shared/${name}.yaml`
    const texts = [ofPackage?.cards.get(`${PACKAGE_FOLDER}${path}`), cards.get(path)]
    const files = texts.map((text) => Object(readCard(path, text ?? "").source?.value))
    const keys = new Set(files.flatMap((file) => Object.keys(file)))
    return Object.fromEntries(
      [...keys].map((key) => [key, Object.assign({}, ...files.map((file) => file[key]))]),
    )
  }
  const lookups: Partial<Record<RouteType, object>> = read("lookups")
  const described = Object.entries(read("inputs")).flatMap(([name, keywords]) =>
    Object(keywords).description === undefined ? [] : [name],
  )
  return {
    lookups: new Set(Object.keys(Object(lookups.graphql))),
    described: new Set(described),
    issue: byRoute((route) => Object(lookups[route]).issue),
  }
}

const textsOf = ({ card, document, open }: Proposal) => ({
  card: print(card),
  document: document && formatDocument(document),
  open,
})

/** Formats YAML like hand-written files: no blanks within brackets, and one line per item for a list of maps. */
const print = (card: Proposal["card"]): string =>
  printYaml(card)
    .replace(/^(\w+): \[ (\{.*\}) \]$/gm, "$1:\n  - $2")
    .replace(/\[ ([^[\]"'\n]*) \]/g, "[$1]")

function likeTexts(inputs: Inputs, id: string, like: string) {
  const open = [
    `everything: this is a copy of \`${like}\`; adapt it to \`${draftDescription(id)}\`.`,
  ]
  return { ...copyOfCard(inputs, id, like), open }
}

/** The modeline by which editors find a file's schema. */
export function modeline(path: string, editorSchema: string): string {
  const up = "../".repeat(path.split("/").length - 1)
  return `# yaml-language-server: $schema=${up}${editorSchema}\n`
}

/** Adds an example of the card's input, if one can be synthesized. */
function withExample(
  inputs: Inputs,
  id: string,
  cardPath: string,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const { input_schema } = Object(expansionOf(withFiles(inputs, files), id)?.value)
  const input = input_schema === undefined ? undefined : exampleOf(input_schema as JsonSchema)
  if (input === undefined) return files
  const examples = print({ examples: [{ title: draftDescription(id).slice(0, -1), input }] })
  return new Map(files).set(cardPath, `${files.get(cardPath) ?? ""}${examples}`)
}

function withFiles(inputs: Inputs, files: ReadonlyMap<string, string>): Inputs {
  const [cards, operations] = [new Map(inputs.cards), new Map(inputs.operations)]
  for (const [path, text] of files) (path.startsWith("cards/") ? cards : operations).set(path, text)
  return { ...inputs, cards, operations }
}

function requireSound(
  inputs: Inputs,
  id: string,
  files: ReadonlyMap<string, string>,
  cache: CardCache | undefined,
): void {
  const { diagnostics } = generate(withFiles(inputs, files), cache && { cache })
  const errors = diagnostics.filter(
    ({ severity, file }) => severity === "error" && file !== undefined && files.has(file),
  )
  if (errors.length === 0) return
  const report = formatDiagnostics(
    errors,
    "text",
    (path) => files.get(path),
    docsFor(inputs.package !== undefined),
  )
  throw new ProposalError(`No card can be derived for \`${id}\`:\n\n${report}`)
}

/** Keys that follow from a card's path. */
const OF_THE_PATH =
  /^(?:capability_id|# yaml-language-server):?.*\n|^ +(?:operationName|documentPath):.*\n/gm

/** The files of a new capability, copied from another one. */
function copyOfCard(inputs: Inputs, id: string, other: string) {
  const name = other.split(".").join("/")
  const card = inputs.cards.get(cardPath(other))
  if (card === undefined) throw new ProposalError(`There is no card for \`${other}\`.`)
  const document = inputs.operations.get(`operations/${name}.graphql`)
  return {
    card: card.replaceAll(OF_THE_PATH, ""),
    document: document?.replace(
      /^(query|mutation)\s+\w+/m,
      (_, kind: string) => `${kind} ${pascalCase(id)}`,
    ),
  }
}
