import { coerce, valid } from "semver"
import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import type { Card, CardSource } from "../parse/index.js"

const ID = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/
// `then` would make a namespace look like a promise; `index` is the file of a namespace.
const RESERVED_SEGMENTS = ["then", "index", "constructor", "prototype", "operations", "lookup"]
const LONGEST_DESCRIPTION = 120

/** The id is well formed and stands for the file's path; version and description are what they claim. */
export function checkIdentity(source: CardSource, card: Card): Diagnostic[] {
  return [
    ...checkId(source, card.capability_id),
    ...checkVersion(source, card.version),
    ...checkDescription(source, card.description),
  ]
}

function checkId(source: CardSource, id: string): Diagnostic[] {
  const { file, pathId } = source
  const span = source.valueSpan(["capability_id"])
  const reserved = id.split(".").find((segment) => RESERVED_SEGMENTS.includes(segment))
  if (reserved !== undefined) {
    const message = `\`${reserved}\` cannot be part of an id: a namespace of that name would not work in JavaScript`
    return [diagnostic("GHX1006", file, span, message)]
  }
  if (!ID.test(id)) {
    const message = `\`${id}\` is not of the form domain.noun.verb in lower snake_case`
    const like = [pathId, snakeCase(id)].find((one) => ID.test(one)) ?? "issue.view"
    return [diagnostic("GHX1006", file, span, message, { help: `write \`${like}\`` })]
  }
  if (id === pathId) return []
  const message = `the file stands for \`${pathId}\`, found \`${id}\``
  const move = `move the card to ${cardPath(id)}`
  const help = ID.test(pathId) ? `write \`${pathId}\`, or ${move}` : move
  return [diagnostic("GHX1005", file, span, message, { help })]
}

/** `issueComment.viewOne` → `issue_comment.view_one` */
function snakeCase(id: string): string {
  return id
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, "_")
}

function checkVersion(source: CardSource, version: string): Diagnostic[] {
  if (valid(version) === version) return []
  const message = `\`${version}\` is not a semantic version such as 1.0.0`
  const near = coerce(version)?.version
  const help = near === undefined ? undefined : `write \`${near}\``
  return [diagnostic("GHX1009", source.file, source.valueSpan(["version"]), message, { help })]
}

function checkDescription(source: CardSource, description: string): Diagnostic[] {
  const problems = [
    description.length > LONGEST_DESCRIPTION &&
      `has ${description.length} characters and not at most ${LONGEST_DESCRIPTION}`,
    /\n/.test(description.trim()) && "spans several lines",
    /[.!?]\s+\p{Lu}/u.test(description) && "holds more than one sentence",
    !/^\p{Lu}/u.test(description) && "does not begin with a capital letter",
    !/[.]$/.test(description.trim()) && "does not end with a full stop",
  ].filter((problem) => problem !== false)
  if (problems.length === 0) return []
  const span = source.valueSpan(["description"])
  const last = problems.pop()
  const list = problems.length === 0 ? last : `${problems.join(", ")} and ${last}`
  const message = `one imperative sentence is wanted, this ${list}`
  return [diagnostic("GHX1010", source.file, span, message)]
}

function cardPath(id: string): string {
  return `cards/${id.split(".").join("/")}.yaml`
}

/** A card and the id that it says it has; its source is only read where it is at fault. */
export interface IdOfCard {
  readonly id: string
  readonly path: string
  readonly source: () => CardSource | undefined
}

/** No two cards have one id, and no id is the beginning of another: a function cannot be a namespace. */
export function checkIds(cards: readonly IdOfCard[]): Diagnostic[] {
  const byId = new Map<string, IdOfCard>()
  const diagnostics: Diagnostic[] = []
  const report = (code: "GHX1007" | "GHX1008", card: IdOfCard, message: string) => {
    const source = card.source()
    if (source === undefined) return
    const span = source.valueSpan(["capability_id"])
    diagnostics.push(diagnostic(code, source.file, span, message))
  }
  // The card at the id's own path has the id; the others took it.
  const isOwner = ({ id, path }: IdOfCard) => path === cardPath(id)
  for (const card of [...cards.filter(isOwner), ...cards.filter((one) => !isOwner(one))]) {
    const other = byId.get(card.id)
    if (other === undefined) byId.set(card.id, card)
    else report("GHX1007", card, `\`${card.id}\` is already the id of ${other.path}`)
  }
  for (const [id, card] of byId) {
    const segments = id.split(".")
    for (let length = 1; length < segments.length; length += 1) {
      const prefix = segments.slice(0, length).join(".")
      if (!byId.has(prefix)) continue
      report(
        "GHX1008",
        card,
        `\`${prefix}\` is a capability, so \`${id}\` cannot exist beside it: a function cannot be a namespace`,
      )
    }
  }
  return diagnostics
}
