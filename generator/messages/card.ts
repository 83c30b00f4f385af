/** The form of a card, its identity, its routing and its examples. */
import { ROUTES } from "../../runtime/route-names/index.js"
import { type Problem, problem, warning } from "../diagnostics/index.js"

/** Keys that cards had once, and what to write instead. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  ["exists", "write `optional: keep`, and map the field: `output: { NAME: $response }`"],
  ["gone", "write `effect: destroy`, which needs no `reconcile`"],
  ["again_while", "remove it: the error of a 202 has `retry_after_ms`, so repeat the call"],
])

export const unknownKey = (owner: string, key: string, help: string | undefined) =>
  problem("GHX1002", `${owner} has no key \`${key}\``, REMOVED.get(key) ?? help)

export const missingKey = (owner: string, key: string) =>
  problem("GHX1003", `${owner} needs the key \`${key}\``)

export const noMap = (found: string) =>
  problem(
    "GHX1004",
    `a card is a map of keys, ${found}`,
    "begin with `description: …`, or remove the file",
  )

export const wrongValue = (path: string, message: string, help: string | undefined) =>
  problem("GHX1004", `\`${path}\` ${message}`, help)

export const readIsIdempotent = () =>
  wrongValue("idempotent", "must be true: a read changes nothing", "remove it")

export const notAtItsPath = (at: string, id: string, help: string) =>
  problem("GHX1005", `expected the id \`${at}\`, found \`${id}\``, help)

export const reservedSegment = (segment: string) =>
  problem(
    "GHX1006",
    `\`${segment}\` cannot be part of an id: a namespace of that name would not work in JavaScript`,
  )

export const reservedDomain = (domain: string) =>
  problem("GHX1006", `\`${domain}\` cannot be the first part of an id: the name is reserved`)

export const malformedId = (id: string, like: string) =>
  problem(
    "GHX1006",
    `\`${id}\` is not of the form domain.noun.verb in lower snake_case`,
    `write \`${like}\``,
  )

export const idTaken = (id: string, by: string) =>
  problem("GHX1007", `\`${id}\` is already the id of ${by}`)

export const typeTaken = (type: string, owner: string) =>
  problem(
    "GHX1019",
    owner === "ghx"
      ? `it generates the type \`${type}\`, a name that generated code takes from ghx`
      : `it generates the type \`${type}\`, and so does ${owner}`,
    "rename one of them: names that only differ in `.` and `_` become the same type",
  )

export const idTooLong = (id: string, most: number) =>
  problem(
    "GHX1006",
    `\`${id}\` has ${id.length} characters; the name of a model's tool has at most ${most}`,
    "shorten the id",
  )

export const idIsNamespace = (prefix: string, id: string) =>
  problem(
    "GHX1008",
    `\`${prefix}\` is a capability, so \`${id}\` cannot exist next to it: a function cannot be a namespace`,
  )

export const idOfPackage = (theirs: string, id: string) =>
  problem(
    theirs === id ? "GHX1007" : "GHX1008",
    theirs === id
      ? `\`${id}\` is a capability of ghx itself`
      : `ghx itself has \`${theirs}\`, so \`${id}\` cannot exist next to it: a function cannot be a namespace`,
    `choose another id, such as \`team.${id}\``,
  )

export const noVersion = (version: string, near: string | undefined) =>
  problem(
    "GHX1009",
    `\`${version}\` is not a semantic version such as 1.0.0`,
    near === undefined ? undefined : `write \`${near}\``,
  )

export const noSentence = (problems: string) =>
  problem("GHX1010", `expected one imperative sentence: this text ${problems}`)

export const noDescription = (text: string) =>
  problem(
    "GHX1010",
    `\`${text.length > 60 ? `${text.slice(0, 59)}…` : text}\` is not a description: a description ends with a full stop, and a single word is capitalized`,
    "to map a value, use the section of its route",
  )

export const noCharacter = () =>
  problem("GHX1011", "the file is not valid UTF-8 here", "save it as UTF-8")

export const byteOrderMark = () =>
  problem(
    "GHX1011",
    "the file begins with a byte order mark",
    "save it as UTF-8 without a byte order mark",
  )

export const invisible = (codePoint: string) =>
  problem("GHX1011", `the invisible character U+${codePoint} is not allowed`, "remove it")

export const unexpectedNull = (path: string, help: string) =>
  problem("GHX1015", `\`${path}\` has no value`, help)

/** Explains a key without a value. */
export function causeOfNull(key: string): string {
  if (/[()[\]$]/.test(key)) return "quote an expression that contains a comma inside `{ }`"
  if (ROUTES.some((route) => route === key))
    return `write \`${key}: {}\` if the route needs no keys, or remove the key`
  if (key === "type") return 'write the type in quotes: "null"'
  return "give it a value, or remove it"
}

export const duplicateSetting = (one: string, other: string) =>
  problem("GHX1016", `\`${one}\` and \`${other}\` set the same value`, "keep one of them")

export const listedTwice = (name: string) =>
  problem("GHX1016", `\`${name}\` is listed twice`, "remove one of them")

export const responseTwice = (name: string) =>
  problem(
    "GHX1016",
    `another response is already named \`${name}\``,
    "give each a name of its own: `as: …`",
  )

export const effectMissing = (cause: string, keys: readonly string[]) =>
  problem(
    "GHX1017",
    `${cause}, and the card does not state ${keys.map((key) => `\`${key}\``).join(" and ")}`,
    keys[0] === "effect"
      ? "write `effect: write`, or `destroy` if it is irreversible, and state whether it is `idempotent`"
      : "write `idempotent: true` if repeating the call changes nothing more, else `false`",
  )

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

export const noRouteLeft = () =>
  routing("the rules exclude every route of every call", "add a `predicate` to one of them")

export const sectionUnused = (route: string) =>
  routing(`the section \`${route}\` is never used`, `add \`${route}\` to routing.fallbacks`)

export const invalidExample = (message: string, help: string | undefined) =>
  problem("GHX1013", message, help)

export const exampleOfSameTitle = (title: string) =>
  problem(
    "GHX1018",
    `another example already has the title \`${title}\``,
    "give each example a title of its own",
  )

export const exampleBreaks = (rule: string) =>
  problem(
    "GHX1013",
    `the input breaks a rule of \`require\`: ${rule.charAt(0).toLowerCase()}${rule.slice(1, -1)}`,
  )

const requirement = (message: string, help?: string) => problem("GHX1733", message, help)

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

export const otherFile = (what: string, extension: string, folder: string) =>
  warning(
    "GHX1014",
    `the name of a ${what} ends in \`${extension}\`: this file is ignored`,
    `move it out of ${folder}/`,
  )

export const otherExtension = (what: string, extension: string, name: string) =>
  problem("GHX1014", `the name of a ${what} ends in \`${extension}\``, `rename it to ${name}`)

export const missingReconcile = () =>
  problem(
    "GHX1771",
    "the write is not idempotent, and the card does not state how to find out whether it was applied",
    "add `reconcile`, with a way to find what the write did, or `reconcile: { none: REASON }`",
  )

export const unfitReconcile = (message: string, help: string) => problem("GHX1772", message, help)
