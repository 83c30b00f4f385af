/** Layout of generated text, on the document printer of prettier: groups break where they do not fit. */
import { builders, printer } from "prettier/doc"

export type Doc = builders.Doc

export const { fill, group, hardline, ifBreak, indent, join, line, literalline, softline } =
  builders

const WIDTH = 100

/** The text of a document, ending in one line break. */
export function print(doc: Doc): string {
  const { formatted } = printer.printDocToString([doc, hardline], {
    printWidth: WIDTH,
    tabWidth: 2,
    useTabs: false,
    endOfLine: "lf",
  } as Parameters<typeof printer.printDocToString>[1])
  return formatted.replace(/[ \t]+$/gm, "").replace(/\n+$/, "\n")
}

/** Docs under one another. */
export function lines(docs: readonly Doc[]): Doc {
  return join(hardline, [...docs])
}

/** What a document needs from another module. */
export interface Needed {
  readonly name: string
  /** The module, from the project; that of the functions for path expressions unless given. */
  readonly path?: string
  readonly types?: boolean
}

/** A name that has to be imported where it is used. */
export function imported(needed: Needed): Doc {
  return builders.label(IMPORTED + JSON.stringify(needed), needed.name)
}

const IMPORTED = "import:"

/** What a document needs imported, each once, in order. */
export function importsOf(doc: Doc): Needed[] {
  const labels = new Set<string>()
  walk(doc, (part) => {
    const label = typeof part === "object" && part !== null ? Reflect.get(part, "label") : undefined
    if (typeof label === "string" && label.startsWith(IMPORTED)) labels.add(label)
  })
  return [...labels].sort().map((label): Needed => JSON.parse(label.slice(IMPORTED.length)))
}

function walk(part: unknown, visit: (part: unknown) => void): void {
  if (Array.isArray(part)) for (const one of part) walk(one, visit)
  else {
    visit(part)
    if (typeof part !== "object" || part === null) return
    for (const key of ["contents", "breakContents", "flatContents", "parts"]) {
      walk(Reflect.get(part, key), visit)
    }
  }
}
