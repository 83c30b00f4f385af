import { filesOf, isLink, textOf } from "../git/index.js"
import { branchTip, isVisible, LANGUAGES, type Session } from "../state/index.js"
import type { Repository, Store } from "../tables/index.js"
import { parseWordQuery } from "./query.js"
import { UnmodelledSearch } from "./refusals.js"
import { forkQualifier } from "./repositories.js"
import { lifted, matcher, oneOf, type Qualifiers, scopeQualifiers, widened } from "./terms.js"
import { isIn, wholeWords } from "./text.js"
import type { Term } from "./tokens.js"
import { type Matches, positiveTerms } from "./tree.js"

export interface CodeMatch {
  repository: Repository
  path: string
  oid: string
  commitOid: string
  text: string
  /** The free words of the search that occur in the file. */
  words: string[]
}

/** Files of default branches in a stable order. GitHub searches no other branches. */
export function searchCode(store: Session, text: string): CodeMatch[] {
  const { root, sort } = parseWordQuery(text, ["file", "path"])
  if (sort) throw new UnmodelledSearch(`it cannot be sorted by \`${sort.text}\``)
  const terms = positiveTerms(root)
  const words = terms.filter((one) => one.qualifier === "").map((one) => one.value)
  const withForks = terms.some((term) => term.qualifier === "fork")
  const matches = matcher(widened(root), inText, qualifiers(store))
  const isSearched = (one: Repository): boolean =>
    isVisible(store, one) && (withForks || isIndexed(store, one))
  return store.where("repositories", isSearched).flatMap((repository) => {
    const commitOid = branchTip(store, repository.id, repository.defaultBranch)
    if (commitOid === undefined) return []
    return [...filesOf(store.git, commitOid)]
      .filter(([, file]) => !isLink(file))
      .map(([path, { oid }]) => {
        return { repository, path, oid, commitOid, text: textOf(store.git, oid), words }
      })
      .filter(matches)
  })
}

/** GitHub excludes forks, except those with more stars than their parent. */
function isIndexed(store: Store, repository: Repository): boolean {
  const parent = store.find("repositories", repository.parentId)
  return !parent || repository.stargazers.size > parent.stargazers.size
}

/** Searches find data and prose by language, too. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(LANGUAGES.map(({ name, extensions }) => [name.toLowerCase(), extensions])),
  ...{ json: ["json"], markdown: ["md"], yaml: ["yml", "yaml"] },
}

function inText(term: Term): Matches<CodeMatch> {
  const matches = wholeWords(term)
  return ({ text, path }) =>
    (isIn(term, "file") && matches(text)) || (isIn(term, "path") && matches(path))
}

const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1] ?? ""

function qualifiers(store: Session): Qualifiers<CodeMatch> {
  const ofRepository = { ...scopeQualifiers(store), fork: forkQualifier }
  const languages = Object.entries(EXTENSIONS).map(([name, extensions]) => [
    name,
    ({ path }: CodeMatch) => extensions.includes(extensionOf(path)),
  ])
  return {
    ...lifted(ofRepository, ({ repository }) => repository),
    path: ({ value }) => {
      if (value === "/") return ({ path }) => !path.includes("/")
      return ({ path }) => path.startsWith(value.replace(/^\//, ""))
    },
    filename:
      (term) =>
      ({ path }) =>
        path.split("/").at(-1) === term.value,
    extension:
      (term) =>
      ({ path }) =>
        extensionOf(path) === term.value.replace(/^\./, ""),
    language: oneOf<CodeMatch>(Object.fromEntries(languages)),
  }
}
