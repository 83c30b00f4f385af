/** Shared definitions, and derived inputs. */
import { type Note, type Problem, problem, warning } from "../diagnostics/index.js"

export const otherFile = (known: readonly string[], near: string | undefined) =>
  warning(
    "GHX1014",
    `this file is ignored: shared files are ${listed(known.map((path) => `\`${path}\``))}`,
    near === undefined ? undefined : `did you mean \`${near}\`?`,
  )

export const unused = (name: string) => warning("GHX1742", `no card uses the ${name}`, "remove it")

/** @param filled - the type that GitHub describes, if a request takes the input */
export const inputWithoutType = (name: string, type: string, filled: string | undefined) =>
  problem(
    "GHX1731",
    filled === undefined
      ? `\`${name}\` has no type: no variable, parameter, property or flag has its name or takes its value unchanged`
      : `the card has to describe \`${name}\` (GitHub: ${filled})`,
    `write \`${name}: { type: ${type} }\` under \`input\``,
  )

/** An input of which only the name is known. */
export const inputThatNothingReads = (name: string, near: string | undefined) =>
  problem(
    "GHX1308",
    `nothing reads \`${name}\`: no variable, parameter, property or flag has its name, and no expression reads it`,
    near ?? "remove it, or map it in the section of a route",
  )

export const noLookup = (name: string, route: string, help: string) =>
  problem("GHX1711", `the library has no lookup \`${name}\` for ${route}`, help)

export const lookupElsewhere = (route: string, known: readonly string[]): string => {
  const there = `it exists for ${route}`
  const here = listed(known.map((one) => `\`${one}\``))
  return here === "" ? there : `${there}; this route has ${here}`
}

export const lookupDoesNotRead = (
  lookup: string,
  name: string,
  help: string | undefined,
  note: Note | undefined,
) => problem("GHX1712", `\`${lookup}\` does not read \`${name}\``, help, note)

/** The text of a note about a library lookup. */
export const lookupOf = (route: string, name: string): string =>
  `the ${route} lookup \`${name}\` of the library`

/** The text of a note about an input in the vocabulary. */
export const inputOf = (name: string): string => `\`${name}\` in the vocabulary`

/** The text of a note about a document's variable. */
export const variableOf = (name: string): string => `the variable \`$${name}\``

/** The text of a note about a named expression. */
export const expressionOf = (name: string): string => `the expression \`${name}\``

export const noOneResult = (document: string) =>
  problem(
    "GHX1713",
    `\`${document}\` selects more than one leaf`,
    "add `result` with the path of the value",
  )

export const amongNoList = (found: string) =>
  problem("GHX1713", `\`among\` needs a list, found ${found}`)

export const amongNodes = (connection: string) =>
  problem(
    "GHX1713",
    "these are the nodes of one page only: the lookup would miss later pages",
    `write \`among: ${connection}\`, which is paginated`,
  )

export const readTwoWays = (document: string, other: string) =>
  problem(
    "GHX1713",
    `\`${document}\` is used differently in ${other}: one of the two paginates it, or both paginate different lists`,
    "give one of the two its own document",
  )

const malformed = (message: string, help?: string): Problem => ({ code: "GHX1721", message, help })

export const malformedHead = (key: string) =>
  malformed(`\`${key}\` is not a name with parameters`, "write `login($user): …`")

export const malformedBody = (name: string) =>
  malformed(
    `\`${name}\` is neither an expression nor a table`,
    'a table has one parameter and maps strings to strings: `{ open: OPEN, "*": CLOSED }`',
  )

export const expressionTwice = (name: string) =>
  malformed(`there is another expression \`${name}\``, "give one of them another name")

export const nameOfFunction = (name: string) =>
  malformed(`\`${name}\` is a function of path expressions`, "give it another name")

export const parameterNames = (reserved: readonly string[]) =>
  malformed(
    "each parameter needs a distinct name",
    `${listed(reserved.map((name) => `\`$${name}\``))} are reserved`,
  )

export const expressionUnreadable = (message: string) =>
  malformed(message, "expressions are JMESPath: https://jmespath.org")

export const expressionsInCircle = (names: readonly string[]) =>
  malformed(
    `${names.map((name) => `\`${name}\``).join(" calls ")}`,
    "an expression cannot call itself",
  )

export const noParameter = (name: string, near: string | undefined) =>
  malformed(
    `\`$${name}\` is not a parameter`,
    near?.replace(/`(\w+)`/, "`$$$1`") ?? "make it a parameter of the expression",
  )

export const bodyReadsCurrent = (parameter: string) =>
  malformed(
    "the expression reads the current value of its caller, which differs at every use",
    `write \`$${parameter}\` or a field of it, and pass it in the call: \`f(@)\``,
  )

export const parameterUnused = (name: string) =>
  malformed(`\`$${name}\` is never read`, "use it, or remove it")

const noCall = (message: string, help: string | undefined, note?: Note) =>
  problem("GHX1722", message, help, note)

export const noExpression = (name: string, near: string) =>
  noCall(`there is no expression \`${name}\``, near)

export const argumentCount = (
  name: string,
  wanted: readonly string[],
  found: number,
  note: Note | undefined,
) =>
  noCall(
    `\`${name}\` takes ${wanted.length === 1 ? "1 argument" : `${wanted.length} arguments`}, found ${found}`,
    `write \`${name}(${wanted.join(", ")})\``,
    note,
  )

export const callAfterDot = (name: string, subject: string) =>
  noCall(
    `\`${name}\` is called after a dot`,
    `pass the part before the dot as an argument: \`${name}(${subject || "…"})\``,
  )

function listed(names: readonly string[]): string {
  return names.join(", ").replace(/, ([^,]*)$/, " and $1")
}
