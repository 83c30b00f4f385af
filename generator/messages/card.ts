/** The form of a card, its identity, its routing and its examples. */
import { ROUTES } from "../../runtime/route-names/index.js"
import type { Problem } from "../diagnostics/index.js"

export const unknownKey = (owner: string, key: string, help: string | undefined): Problem => ({
  code: "GHX1002",
  message: `${owner} has no key \`${key}\``,
  help,
})

export const missingKey = (owner: string, key: string): Problem => ({
  code: "GHX1003",
  message: `${owner} needs the key \`${key}\``,
})

export const noMap = (found: string): Problem => ({
  code: "GHX1004",
  message: `a card is a map of keys, ${found}`,
  help: "begin with `description: …`, or remove the file",
})

export const wrongValue = (path: string, message: string, help: string | undefined): Problem => ({
  code: "GHX1004",
  message: `\`${path}\` ${message}`,
  help,
})

export const notAtItsPath = (at: string, id: string, help: string): Problem => ({
  code: "GHX1005",
  message: `expected the id \`${at}\`, found \`${id}\``,
  help,
})

export const reservedSegment = (segment: string): Problem => ({
  code: "GHX1006",
  message: `\`${segment}\` cannot be part of an id: a namespace of that name would not work in JavaScript`,
})

export const reservedDomain = (domain: string): Problem => ({
  code: "GHX1006",
  message: `\`${domain}\` cannot be the first part of an id: the name is reserved`,
})

export const malformedId = (id: string, like: string): Problem => ({
  code: "GHX1006",
  message: `\`${id}\` is not of the form domain.noun.verb in lower snake_case`,
  help: `write \`${like}\``,
})

export const idTaken = (id: string, by: string): Problem => ({
  code: "GHX1007",
  message: `\`${id}\` is already the id of ${by}`,
})

export const idIsNamespace = (prefix: string, id: string): Problem => ({
  code: "GHX1008",
  message: `\`${prefix}\` is a capability, so \`${id}\` cannot exist next to it: a function cannot be a namespace`,
})

export const idOfPackage = (theirs: string, id: string): Problem => ({
  code: theirs === id ? "GHX1007" : "GHX1008",
  message:
    theirs === id
      ? `\`${id}\` is a capability of ghx itself`
      : `ghx itself has \`${theirs}\`, so \`${id}\` cannot exist next to it: a function cannot be a namespace`,
  help: `choose another id, such as \`team.${id}\``,
})

export const noVersion = (version: string, near: string | undefined): Problem => ({
  code: "GHX1009",
  message: `\`${version}\` is not a semantic version such as 1.0.0`,
  help: near === undefined ? undefined : `write \`${near}\``,
})

export const noSentence = (problems: string): Problem => ({
  code: "GHX1010",
  message: `expected one imperative sentence: this text ${problems}`,
})

export const noDescription = (text: string): Problem => ({
  code: "GHX1010",
  message: `\`${text.length > 60 ? `${text.slice(0, 59)}…` : text}\` is not a description: a description ends with a full stop, and a single word is capitalized`,
  help: "to map a value, use the section of its route",
})

export const noCharacter = (): Problem => ({
  code: "GHX1011",
  message: "the file is not valid UTF-8 here",
  help: "save it as UTF-8",
})

export const byteOrderMark = (): Problem => ({
  code: "GHX1011",
  message: "the file begins with a byte order mark",
  help: "save it as UTF-8 without a byte order mark",
})

export const invisible = (codePoint: string): Problem => ({
  code: "GHX1011",
  message: `the invisible character U+${codePoint} is not allowed`,
  help: "remove it",
})

export const standsForInvisible = (codePoint: string): Problem => ({
  code: "GHX1011",
  message: `the invisible character U+${codePoint} is not allowed`,
  help: "remove it",
})

export const unexpectedNull = (path: string, help: string): Problem => ({
  code: "GHX1015",
  message: `\`${path}\` has no value`,
  help,
})

/** Explains a key without a value. */
export function causeOfNull(key: string): string {
  if (/[()[\]$]/.test(key)) return "quote an expression that contains a comma inside `{ }`"
  if (ROUTES.some((route) => route === key))
    return `write \`${key}: {}\` if the route needs no keys, or remove the key`
  if (key === "type") return 'write the type in quotes: "null"'
  return "give it a value, or remove it"
}

export const duplicateSetting = (one: string, other: string): Problem => ({
  code: "GHX1016",
  message: `\`${one}\` and \`${other}\` set the same value`,
  help: "keep one of them",
})

export const effectMissing = (cause: string, keys: readonly string[]): Problem => ({
  code: "GHX1017",
  message: `${cause}, and the card does not state ${keys.map((key) => `\`${key}\``).join(" and ")}`,
  help:
    keys[0] === "effect"
      ? "write `effect: write`, or `destroy` if it is irreversible, and state whether it is `idempotent`"
      : "write `idempotent: true` if repeating the call changes nothing more, else `false`",
})

const routing = (message: string, help?: string): Problem => ({ code: "GHX1012", message, help })

export const noRoute = () =>
  routing("the card has no route", "add a section `graphql`, `rest` or `cli`")

export const noPreferredSection = (route: string) =>
  routing(`the preferred route is \`${route}\`, but the card has no section \`${route}\``)

export const noSection = (route: string) => routing(`the card has no section \`${route}\``)

export const fallsBackToItself = (route: string) =>
  routing(`\`${route}\` is already the preferred route`)

export const neitherPrefersNorExcludes = () => routing("a rule either prefers or excludes a route")

export const noRouteOfTheCard = (route: string) =>
  routing(`\`${route}\` is neither the preferred route nor a fallback`)

export const predicateOfAlways = () => routing("a rule with `when: always` cannot have a predicate")

export const noPredicate = (when: string) =>
  routing(`a rule with \`when: ${when}\` needs a predicate`)

export const sectionUnused = (route: string) =>
  routing(`the section \`${route}\` is never used`, `add \`${route}\` to routing.fallbacks`)

export const invalidExample = (message: string, help: string | undefined): Problem => ({
  code: "GHX1013",
  message,
  help,
})

export const exampleOfSameTitle = (title: string): Problem => ({
  code: "GHX1018",
  message: `another example already has the title \`${title}\``,
  help: "give each example a title of its own",
})

export const exampleBreaks = (rule: string): Problem => ({
  code: "GHX1013",
  message: `the input breaks a rule of \`require\`: ${rule.charAt(0).toLowerCase()}${rule.slice(1, -1)}`,
})

const requirement = (message: string, help?: string): Problem => ({
  code: "GHX1733",
  message,
  help,
})

export const requirementForm = () =>
  requirement(
    "a rule has `exactly_one`, `at_least_one`, or `with` and `needs`",
    "write `exactly_one: [text, number]`, or `{ with: start_side, needs: [start_line] }`",
  )

export const requirementOfOne = () =>
  requirement(
    "a rule needs at least two inputs",
    "to require a single input, write `optional: false`",
  )

export const requirementOfNone = (name: string, help: string | undefined) =>
  requirement(`\`${name}\` is not an input of this card`, help)

export const requirementOf = (name: string, why: string) =>
  requirement(
    `\`${name}\` ${why}, so a rule cannot test whether a caller sets it`,
    "use optional inputs that are not nullable and have no default",
  )

export const otherFile = (what: string, extension: string, folder: string): Problem => ({
  code: "GHX1014",
  message: `the name of a ${what} ends in \`${extension}\`: this file is ignored`,
  help: `move it out of ${folder}/`,
  severity: "warning",
})

export const otherExtension = (what: string, extension: string, name: string): Problem => ({
  code: "GHX1014",
  message: `the name of a ${what} ends in \`${extension}\``,
  help: `rename it to ${name}`,
})
