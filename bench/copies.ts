/** The repository's cards under other ids: what a larger catalogue costs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const project = join(import.meta.dirname, "..")

/** Paths of the cards below `cards/`, in order; on request only of those with a document. */
export function cardPaths({ withDocument = false } = {}): string[] {
  return readdirSync(join(project, "cards"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .filter((path) => !withDocument || existsSync(join(project, documentOf(path))))
    .sort()
}

/** Writes a card and its document to a project as its `copy`th copy; the first is the card itself. */
export function writeCopy(root: string, card: string, copy: number): void {
  const text = read(`cards/${card}`)
  const document = documentOf(card)
  const rename = (path: string) => (copy === 0 ? path : `copy${copy}_${path}`)
  const renamed = documentOf(rename(card))
  const name = /operationName: (\w+)/.exec(text)?.[1] ?? ""
  const other = copy === 0 ? name : `Copy${copy}${name}`
  const id = card.replace(/\.yaml$/, "").replaceAll("/", ".")
  write(
    root,
    `cards/${rename(card)}`,
    text
      .replace(`capability_id: ${id}`, `capability_id: ${rename(id)}`)
      .replace(document, renamed)
      .replace(`operationName: ${name}`, `operationName: ${other}`),
  )
  if (!existsSync(join(project, document))) return
  write(root, renamed, read(document).replace(new RegExp(`\\b${name}\\b`), other))
}

function documentOf(card: string): string {
  return `operations/${card.replace(/yaml$/, "graphql")}`
}

function read(path: string): string {
  return readFileSync(join(project, path), "utf8")
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
