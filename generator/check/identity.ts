import { coerce, valid } from "semver"
import type { Diagnostic, Problem } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import { atValue, type Card, type CardSource } from "../parse/index.js"
import { cardPath } from "../read/index.js"
import { snakeCase } from "../text/index.js"

const ID = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/
// `then` would make a namespace look like a promise; `index` is the file of a namespace.
const RESERVED_SEGMENTS = ["then", "index", "constructor", "prototype", "operations", "lookup"]
// The first segment of an id is a folder in `cards/`, `operations/` and `generated/`, and part of import paths. These
// names are taken.
const RESERVED_DOMAINS = [
  ...["shapes", "shared", "contracts", "loaders", "graphql"],
  ...["core", "plan", "registry", "codegen", "sandbox", "tools"],
]
const LONGEST_DESCRIPTION = 120
/** Providers refuse tools with longer names, and the id of a capability is the name of its tool. */
const LONGEST_ID = 64

/** Checks that the id is well formed and matches the path, and the form of version and description. */
export function checkIdentity(source: CardSource, card: Card): Diagnostic[] {
  return [
    ...checkId(source, card.capability_id),
    ...checkVersion(source, card.version),
    ...checkDescription(source, card.description),
  ]
}

function checkId(source: CardSource, id: string): Diagnostic[] {
  const { pathId } = source
  const segments = id.split(".")
  const [domain = ""] = segments
  const report = (problem: Problem) => [atValue(source, ["capability_id"], problem)]
  if (RESERVED_DOMAINS.includes(domain)) return report(aboutCard.reservedDomain(domain))
  const reserved = segments.find((segment) => RESERVED_SEGMENTS.includes(segment))
  if (reserved !== undefined) return report(aboutCard.reservedSegment(reserved))
  if (!ID.test(id)) {
    // `issueComment.viewOne` → `issue_comment.view_one`
    const inSnakeCase = snakeCase(id).replace(/[^a-z0-9_.]+/g, "_")
    const like = [pathId, inSnakeCase].find((one) => ID.test(one)) ?? "issue.view"
    return report(aboutCard.malformedId(id, like))
  }
  if (id.length > LONGEST_ID) return report(aboutCard.idTooLong(id, LONGEST_ID))
  if (id === pathId) return []
  const move = `move the card to ${cardPath(id)}`
  const help = ID.test(pathId) ? `write \`${pathId}\`, or ${move}` : move
  return report(aboutCard.notAtItsPath(pathId, id, help))
}

function checkVersion(source: CardSource, version: string): Diagnostic[] {
  if (valid(version) === version) return []
  return [atValue(source, ["version"], aboutCard.noVersion(version, coerce(version)?.version))]
}

function checkDescription(source: CardSource, description: string): Diagnostic[] {
  const problems = [
    description.length > LONGEST_DESCRIPTION &&
      `has ${description.length} characters (at most ${LONGEST_DESCRIPTION})`,
    /\n/.test(description.trim()) && "spans several lines",
    /[.!?]\s+\p{Lu}/u.test(description) && "has more than one sentence",
    !/^\p{Lu}/u.test(description) && "does not begin with a capital letter",
    !/[.]$/.test(description.trim()) && "does not end with a full stop",
  ].filter((problem) => problem !== false)
  if (problems.length === 0) return []
  const last = problems.pop()
  const list = problems.length === 0 ? `${last}` : `${problems.join(", ")} and ${last}`
  return [atValue(source, ["description"], aboutCard.noSentence(list))]
}

/** Whether two ids are equal, or one of them is the namespace of the other. */
function areOneName(one: string, other: string): boolean {
  return `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)
}

export interface IdOfCard {
  readonly id: string
  readonly path: string
}

/**
 * Checks that no two cards have the same id, and that no id is a prefix of another: a function cannot be a namespace.
 *
 * @param ofPackage - the ids of the package, if the cards belong to a project that has installed it
 * @param sourceOf - reads a card, to report an error
 */
export function checkIds(
  cards: readonly IdOfCard[],
  ofPackage: readonly string[],
  sourceOf: (path: string) => CardSource | undefined,
): Diagnostic[] {
  const byId = new Map<string, IdOfCard>()
  const diagnostics: Diagnostic[] = []
  const report = (card: IdOfCard, problem: Problem) => {
    const source = sourceOf(card.path)
    if (source === undefined) return
    diagnostics.push(atValue(source, ["capability_id"], problem))
  }
  // If several cards have the same id, it belongs to the card at the path of the id.
  const owners = new Set(cards.filter(({ id, path }) => path === cardPath(id)))
  for (const card of [...owners, ...cards.filter((one) => !owners.has(one))]) {
    const other = byId.get(card.id)
    if (other === undefined) byId.set(card.id, card)
    else report(card, aboutCard.idTaken(card.id, other.path))
  }
  for (const [id, card] of byId) {
    const segments = id.split(".")
    for (let length = 1; length < segments.length; length += 1) {
      const prefix = segments.slice(0, length).join(".")
      if (!byId.has(prefix)) continue
      report(card, aboutCard.idIsNamespace(prefix, id))
    }
    const other = ofPackage.find((one) => areOneName(one, id))
    if (other !== undefined) report(card, aboutCard.idOfPackage(other, id))
  }
  return diagnostics
}
