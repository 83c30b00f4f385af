import { METHODS } from "node:http"
import { closestMatch } from "leven"

/** The expected kind of a member, in words and as a test. */
interface Kind {
  is: (value: unknown) => boolean
  words: string
}

const TEXT: Kind = { is: (value) => typeof value === "string", words: "a string" }
const BOOLEAN: Kind = { is: (value) => typeof value === "boolean", words: "true or false" }
const OBJECT: Kind = { is: isObject, words: "an object" }
const ANYTHING: Kind = { is: () => true, words: "anything" }

const count = (least: number): Kind => ({
  is: (value) => Number.isInteger(value) && Number(value) >= least,
  words: `an integer, ${least} or more`,
})

const MATCH: Record<string, Kind> = {
  operation_name: {
    is: (value) => typeof value === "string" && /^[_a-z]\w*$/i.test(value),
    words: "the name of a GraphQL operation",
  },
  path: {
    is: (value) =>
      value instanceof RegExp || (typeof value === "string" && /^\/[^?]*$/.test(value)),
    words: 'a regular expression, or a path that begins with "/" and has no query',
  },
  method: {
    is: (value) => typeof value === "string" && METHODS.includes(value.toUpperCase()),
    words: "an HTTP method",
  },
  body_includes: TEXT,
}

const HEADERS: Kind = {
  is: (value) => isObject(value) && Object.values(value).every((one) => typeof one === "string"),
  words: "an object of strings",
}

/** The actions of rules, and their further members. */
const ACTIONS: Record<string, { kind: Kind; besides: Record<string, Kind> }> = {
  status: {
    kind: {
      is: (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
      words: "a status from 200 to 599",
    },
    besides: { body: ANYTHING, headers: HEADERS, applied: BOOLEAN },
  },
  delay_ms: {
    kind: {
      is: (value) => typeof value === "number" && value >= 0 && value < 2 ** 31,
      words: "a number of milliseconds, not negative",
    },
    besides: {},
  },
  drop: {
    kind: { is: (value) => value === "before" || value === "after", words: '"before" or "after"' },
    besides: {},
  },
  truncate: { kind: { is: (value) => value === true, words: "true" }, besides: {} },
  graphql_error: {
    kind: {
      is: (value) => isObject(value) && typeof value.message === "string",
      words: "an object with a `message`",
    },
    besides: { partial: BOOLEAN, headers: HEADERS },
  },
}

const ERROR: Record<string, Kind> = {
  type: TEXT,
  message: TEXT,
  path: { is: Array.isArray, words: "a list of names and indexes" },
  extensions: OBJECT,
}

const COMMON: Record<string, Kind> = { match: OBJECT, times: count(1), skip: count(0) }

/** The reason why a rule can never apply; undefined if it can. */
export function ruleProblem(rule: unknown): string | undefined {
  if (!isObject(rule)) return "a rule is an object"
  const given = Object.keys(ACTIONS).filter((name) => rule[name] !== undefined)
  const [name] = given
  const action = name === undefined ? undefined : ACTIONS[name]
  const known = { ...COMMON, ...allMembers(action ? [action] : Object.values(ACTIONS)) }
  const actions = Object.keys(ACTIONS).map((one) => `\`${one}\``)
  return (
    (given.length > 1 ? `it has two actions: ${quoted(given)}. Write two rules` : undefined) ??
    problemIn(rule, { ...known, ...actionKinds(given) }, "") ??
    (given.length === 0 ? `it has no action: use one of ${actions.join(", ")}` : undefined) ??
    problemIn(rule.match, MATCH, "match.") ??
    problemIn(rule.graphql_error, ERROR, "graphql_error.")
  )
}

const allMembers = (actions: readonly { besides: Record<string, Kind> }[]): Record<string, Kind> =>
  Object.fromEntries(actions.flatMap(({ besides }) => Object.entries(besides)))

const actionKinds = (names: readonly string[]): Record<string, Kind> =>
  Object.fromEntries(
    Object.entries(ACTIONS)
      .filter(([name]) => names.length === 0 || names.includes(name))
      .map(([name, { kind }]) => [name, kind]),
  )

const quoted = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(" and ")

/** The first unknown or invalid member. */
function problemIn(value: unknown, kinds: Record<string, Kind>, at: string): string | undefined {
  if (!isObject(value)) return undefined
  for (const [name, member] of Object.entries(value)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (!kind) {
      return `\`${at}${name}\` is not a key (did you mean \`${closestMatch(name, Object.keys(kinds))}\`?)`
    }
    if (member !== undefined && !kind.is(member)) return `\`${at}${name}\` must be ${kind.words}`
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
