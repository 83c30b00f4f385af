import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"

const KINDS = {
  cards: { what: "card", extension: ".yaml", alike: [".yml"] },
  operations: { what: "document", extension: ".graphql", alike: [".gql", ".graphqls"] },
} as const

/**
 * The cards or documents in a folder. A file with another spelling of the extension is an error, because the compiler
 * would ignore this card or document. Other files, such as a README, are fine.
 */
export function withoutUnrelatedFiles(
  folder: keyof typeof KINDS,
  files: ReadonlyMap<string, string>,
): { files: Map<string, string>; diagnostics: Diagnostic[] } {
  const { what, extension, alike } = KINDS[folder]
  const own = new Map<string, string>()
  const diagnostics: Diagnostic[] = []
  for (const [path, text] of files) {
    if (path.endsWith(extension)) {
      own.set(path, text)
      continue
    }
    const end = text.indexOf("\n")
    const span = { start: 0, end: end === -1 ? text.length : end }
    const other = alike.find((one) => path.endsWith(one))
    const problem =
      other === undefined
        ? aboutCard.otherFile(what, extension, folder)
        : aboutCard.otherExtension(what, extension, `${path.slice(0, -other.length)}${extension}`)
    diagnostics.push(diagnostic(problem, { path, text }, span))
  }
  return { files: own, diagnostics }
}
