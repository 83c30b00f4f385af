import { nameWithOwner } from "../lookup.js"
import { isVisible, type Viewer } from "../permissions.js"
import type { Repository } from "../rows.js"
import { countBy, type World, where } from "../world.js"
import { compares, parseQuery, type Term } from "./query.js"
import {
  comparison,
  contains,
  dateMatches,
  matchesAll,
  scopeMatches,
  sortRows,
  UnknownQualifier,
} from "./terms.js"

export function searchRepositories(world: World, viewer: Viewer, query: string): Repository[] {
  const terms = parseQuery(query)
  const rows = where(
    world,
    "repositories",
    (row) =>
      isVisible(world, viewer, row) &&
      (row.parentId === null || terms.some((term) => term.qualifier === "fork")) &&
      matchesAll(terms, (term) => matchesRepository(world, viewer, row, terms, term)),
  )
  const sort = terms.find((term) => term.qualifier === "sort")?.value ?? "stars-desc"
  return sortRows(rows, sort, {
    stars: (row) => row.stargazers.size,
    forks: (row) => countBy(world, "repositories", "parent", row.id),
    updated: (row) => row.updatedAt,
    created: (row) => row.createdAt,
    name: (row) => row.name.toLowerCase(),
  })
}

function matchesRepository(
  world: World,
  viewer: Viewer,
  row: Repository,
  terms: readonly Term[],
  term: Term,
): boolean {
  const { value } = term
  switch (term.qualifier) {
    case "": {
      const places = terms.find((one) => one.qualifier === "in")?.value.split(",")
      const inName = !places || places.includes("name")
      const inDescription = !places || places.includes("description")
      const needle = value.toLowerCase()
      return (
        (inName && nameWithOwner(world, row).toLowerCase().includes(needle)) ||
        (inDescription && contains(row.description ?? "", value))
      )
    }
    case "in":
    case "sort":
      return true
    case "repo":
    case "user":
    case "org":
      return scopeMatches(world, viewer, row, term)
    case "is":
      if (value === "public" || value === "private") return row.isPrivate === (value === "private")
      if (value === "archived") return row.archivedAt !== null
      throw new UnknownQualifier(`is:${value}`)
    case "archived":
      return (row.archivedAt !== null) === (value === "true")
    case "template":
      return row.isTemplate === (value === "true")
    case "fork":
      return value === "true" || (value === "only" && row.parentId !== null)
    case "stars":
      return compares(comparison(term), row.stargazers.size)
    case "created":
      return dateMatches(term, row.createdAt)
    case "pushed":
      return dateMatches(term, row.pushedAt)
    default:
      throw new UnknownQualifier(term.qualifier)
  }
}
