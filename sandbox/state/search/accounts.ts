import { sameName } from "../lookup.js"
import type { Account, Repository } from "../rows.js"
import { countBy, rowsBy, type World, where } from "../world.js"
import { compares, parseQuery, type Term } from "./query.js"
import { comparison, contains, matchesAll, sortRows, UnknownQualifier } from "./terms.js"

export function searchAccounts(world: World, query: string): Account[] {
  const terms = parseQuery(query)
  const rows = where(
    world,
    "accounts",
    (row) =>
      (row.kind === "User" || row.kind === "Organization") &&
      matchesAll(terms, (term) => matchesAccount(world, row, terms, term)),
  )
  const sort = terms.find((term) => term.qualifier === "sort")?.value ?? "joined-asc"
  return sortRows(rows, sort, {
    joined: (row) => row.createdAt,
    followers: (row) => countBy(world, "accounts", "following", row.id),
    repositories: (row) => ownedBy(world, row).length,
  })
}

const ownedBy = (world: World, account: Account): Repository[] =>
  rowsBy(world, "repositories", "owner", account.id)

function matchesAccount(world: World, row: Account, terms: readonly Term[], term: Term): boolean {
  const { value } = term
  switch (term.qualifier) {
    case "": {
      const places = terms.find((one) => one.qualifier === "in")?.value.split(",")
      const texts = {
        login: row.login,
        name: row.name ?? "",
        email: row.email,
      }
      return Object.entries(texts).some(
        ([place, text]) =>
          (!places || places.includes(place)) && text.toLowerCase().includes(value.toLowerCase()),
      )
    }
    case "in":
    case "sort":
      return true
    case "type":
      return row.kind === (value === "org" ? "Organization" : "User")
    case "user":
      return sameName(row.login, value)
    case "location":
      return contains(row.location ?? "", value)
    case "repos":
      return compares(comparison(term), ownedBy(world, row).length)
    default:
      throw new UnknownQualifier(term.qualifier)
  }
}
