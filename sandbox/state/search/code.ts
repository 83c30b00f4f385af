import { filesOf, textOf } from "../../git/index.js"
import { isVisible, type Viewer } from "../permissions.js"
import { branchTip } from "../pull-data.js"
import type { Repository } from "../rows.js"
import { find, type World, where } from "../world.js"
import { parseQuery, type Term } from "./query.js"
import { contains, matchesAll, scopeMatches, UnknownQualifier } from "./terms.js"

export interface CodeMatch {
  repository: Repository
  path: string
  oid: string
  commitOid: string
  text: string
  /** The free words of the search, which occur in the file. */
  words: string[]
}

/** Files of the default branches, as GitHub searches only those, in a stable order. */
export function searchCode(world: World, viewer: Viewer, query: string): CodeMatch[] {
  const terms = parseQuery(query)
  const words = terms.filter((one) => one.qualifier === "" && !one.negated).map((one) => one.value)
  const isSearched = (one: Repository): boolean =>
    isVisible(world, viewer, one) &&
    (isIndexed(world, one) || terms.some((term) => term.qualifier === "fork"))
  return where(world, "repositories", isSearched).flatMap((repository) => {
    const commitOid = branchTip(world, repository.id, repository.defaultBranch)
    if (commitOid === undefined) return []
    return [...filesOf(world.git, commitOid)]
      .map(([path, oid]) => {
        const text = textOf(world.git, oid)
        return { repository, path, oid, commitOid, text, words }
      })
      .filter((file) => matchesAll(terms, (term) => matches(world, viewer, file, terms, term)))
  })
}

/** GitHub leaves forks out, except those with more stars than what they were forked from. */
function isIndexed(world: World, repository: Repository): boolean {
  const parent = find(world, "repositories", repository.parentId)
  return !parent || repository.stargazers.size > parent.stargazers.size
}

const LANGUAGES: Record<string, readonly string[]> = {
  css: ["css"],
  go: ["go"],
  html: ["html"],
  javascript: ["js", "mjs", "cjs", "jsx"],
  json: ["json"],
  markdown: ["md"],
  python: ["py"],
  ruby: ["rb"],
  rust: ["rs"],
  typescript: ["ts", "mts", "cts", "tsx"],
  yaml: ["yml", "yaml"],
}

function matches(
  world: World,
  viewer: Viewer,
  file: CodeMatch,
  terms: readonly Term[],
  term: Term,
): boolean {
  const { path, text, repository } = file
  const { value } = term
  const extension = /\.([^./]+)$/.exec(path)?.[1] ?? ""
  switch (term.qualifier) {
    case "": {
      const places = terms.find((one) => one.qualifier === "in")?.value.split(",")
      return (
        ((!places || places.includes("file")) && contains(text, value)) ||
        ((!places || places.includes("path")) && contains(path, value))
      )
    }
    case "in":
      return true
    case "fork":
      return value === "true" || (value === "only" && repository.parentId !== null)
    case "repo":
    case "user":
    case "org":
      return scopeMatches(world, viewer, repository, term)
    case "path":
      return value === "/" ? !path.includes("/") : path.startsWith(value.replace(/^\//, ""))
    case "filename":
      return path.split("/").at(-1) === value
    case "extension":
      return extension === value.replace(/^\./, "")
    case "language": {
      const extensions = LANGUAGES[value.toLowerCase()]
      if (!extensions) throw new UnknownQualifier(`language:${value}`)
      return extensions.includes(extension)
    }
    default:
      throw new UnknownQualifier(term.qualifier)
  }
}
