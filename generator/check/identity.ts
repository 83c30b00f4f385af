import { valid } from "semver"
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js"
import type { CardSource } from "../read/card.js"
import type { Card } from "../read/card-format.js"

const ID = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/
// `then` would make a namespace look like a promise; `index` is the file of a namespace.
const RESERVED_SEGMENTS = ["then", "index", "constructor", "prototype", "graphql", "lookup"]
const LONGEST_DESCRIPTION = 120

/** The id is well formed and stands for the file's path; version and description are what they claim. */
export function checkIdentity(source: CardSource, card: Card): Diagnostic[] {
  const { file } = source
  const diagnostics: Diagnostic[] = []
  const id = card.capability_id
  const reserved = id.split(".").find((segment) => RESERVED_SEGMENTS.includes(segment))
  if (!ID.test(id) || reserved !== undefined) {
    const message =
      reserved === undefined
        ? `\`${id}\` is not of the form domain.noun.verb in lower snake_case`
        : `\`${reserved}\` cannot be part of an id: a namespace of that name would not work in JavaScript`
    const help = `for example \`${
      id
        .toLowerCase()
        .replace(/[^a-z0-9_.]+/g, "_")
        .replace(/^[^a-z]+/, "") || "issue.view"
    }\``
    diagnostics.push(
      diagnostic(
        "GHX1006",
        file,
        source.valueSpan(["capability_id"]),
        message,
        reserved === undefined ? { help } : {},
      ),
    )
  } else if (id !== source.pathId) {
    const path = `cards/${id.split(".").join("/")}.yaml`
    diagnostics.push(
      diagnostic(
        "GHX1005",
        file,
        source.valueSpan(["capability_id"]),
        `the file stands for \`${source.pathId}\`, found \`${id}\``,
        {
          help: `write \`${source.pathId}\`, or move the card to ${path}`,
        },
      ),
    )
  }
  if (valid(card.version) !== card.version) {
    const message = `\`${card.version}\` is not a semantic version such as 1.0.0`
    diagnostics.push(diagnostic("GHX1009", file, source.valueSpan(["version"]), message))
  }
  return [...diagnostics, ...checkDescription(source, card.description)]
}

function checkDescription(source: CardSource, description: string): Diagnostic[] {
  const problems = [
    description.length > LONGEST_DESCRIPTION &&
      `it has ${description.length} characters, ${LONGEST_DESCRIPTION} at most fit what an agent reads`,
    /\n/.test(description.trim()) && "it spans several lines",
    /[.!?]\s+\p{Lu}/u.test(description) && "it holds more than one sentence",
    !/^\p{Lu}/u.test(description) && "it does not begin with a capital letter",
    !/[.]$/.test(description.trim()) && "it does not end with a full stop",
  ].filter((problem) => problem !== false)
  const span = source.valueSpan(["description"])
  return problems.map((problem) =>
    diagnostic("GHX1010", source.file, span, `one imperative sentence is wanted: ${problem}`),
  )
}

/** A card and the id that it says it has. */
export interface IdOfCard {
  readonly id: string
  readonly source: CardSource
}

/** No two cards have one id, and no id is the beginning of another: a function cannot be a namespace. */
export function checkIds(cards: readonly IdOfCard[]): Diagnostic[] {
  const byId = new Map<string, CardSource>()
  const diagnostics: Diagnostic[] = []
  const report = (code: "GHX1007" | "GHX1008", source: CardSource, message: string) => {
    const span = source.valueSpan(["capability_id"])
    diagnostics.push(diagnostic(code, source.file, span, message))
  }
  for (const { id, source } of cards) {
    const other = byId.get(id)
    if (other === undefined) byId.set(id, source)
    else report("GHX1007", source, `\`${id}\` is already the id of ${other.file.path}`)
  }
  for (const [id, source] of byId) {
    const segments = id.split(".")
    for (let length = 1; length < segments.length; length += 1) {
      const prefix = segments.slice(0, length).join(".")
      if (!byId.has(prefix)) continue
      report(
        "GHX1008",
        source,
        `\`${prefix}\` is a capability, so \`${id}\` cannot exist beside it: a function cannot be a namespace`,
      )
    }
  }
  return diagnostics
}
