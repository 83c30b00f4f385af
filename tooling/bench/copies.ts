import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const project = join(import.meta.dirname, "../..")

/** A card of a measured project. */
export interface Copied {
  readonly id: string
  /** The card that it is or copies: `issue/view.yaml`. */
  readonly card: string
}

/**
 * Makes a project with `size` cards in the folder `root`: the repository's own, then copies of them under
 * other domains. A smaller number takes cards of every domain.
 *
 * @param isFor - selects the repository's cards by path; all by default
 * @param first - selects the cards to take first, if there are more than `size`
 */
export function copyCards(
  root: string,
  size: number,
  isFor: (card: string) => boolean = () => true,
  first: readonly string[] = [],
): Copied[] {
  cpSync(join(project, "schema"), join(root, "schema"), { recursive: true })
  for (const shared of ["operations/lookup", "operations/shapes", "cards/shared", "cards/shapes"]) {
    cpSync(join(project, shared), join(root, shared), { recursive: true })
  }
  const needed = [...new Set(first)].filter(isFor)
  const others = ownCards().filter((card) => isFor(card) && !needed.includes(card))
  const cards = [...needed, ...spread(others, size - needed.length)]
  return Array.from({ length: size }, (_, index) => {
    const card = cards[index % cards.length] ?? ""
    return { id: copyCard(root, card, Math.floor(index / cards.length)), card }
  })
}

/** This many of the items, evenly spread; all if there are no more. */
function spread<T>(items: readonly T[], count: number): T[] {
  return items.filter((_, at) => {
    const next = Math.floor(((at + 1) * count) / items.length)
    return next > Math.floor((at * count) / items.length) || count >= items.length
  })
}

/** Paths of the repository's cards below `cards/`, in order. */
export function ownCards(): string[] {
  return readdirSync(join(project, "cards"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml") && !/^(?:shared|shapes)\//.test(path))
    .sort()
}

/** Whether a card has a document. */
export function isOverGraphql(card: string): boolean {
  return existsSync(join(project, documentOf(card)))
}

function documentOf(card: string): string {
  return `operations/${card.replace(/yaml$/, "graphql")}`
}

function copyCard(root: string, card: string, copy: number): string {
  const rename = (path: string) => (copy === 0 ? path : `copy${copy}_${path}`)
  write(join(root, "cards", rename(card)), read(`cards/${card}`))
  if (isOverGraphql(card)) {
    const document = read(documentOf(card))
    const name = /(?:query|mutation) (\w+)/.exec(document)?.[1] ?? ""
    const other = copy === 0 ? name : `Copy${copy}${name}`
    const renamed = document.replace(new RegExp(`\\b${name}\\b`), other)
    write(join(root, documentOf(rename(card))), renamed)
  }
  const id = card.replace(/\.yaml$/, "").replaceAll("/", ".")
  return rename(id)
}

function read(path: string): string {
  return readFileSync(join(project, path), "utf8")
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
