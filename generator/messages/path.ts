/** Path expressions. */
import { type Problem, problem } from "../diagnostics/index.js"

export const syntax = (message: string) =>
  problem("GHX1301", message, "path expressions are JMESPath: https://jmespath.org")

const notSupported = (what: string, help: string | undefined) =>
  problem("GHX1302", `${what} is not supported in path expressions`, help)

export const noFunction = (name: string, help: string | undefined) =>
  notSupported(`the function \`${name}\``, help)

export const notOurs = (construct: string) =>
  notSupported(
    `\`${construct}\``,
    "docs/cards-routes.md lists the supported syntax under Path expressions",
  )

export const sealsBodiesOnly = (): Problem =>
  notSupported("`seal` outside `body`", "seal a value where a REST request sends it: in `body`")

export const noField = (name: string, owner: string, help: string) =>
  problem("GHX1303", `no field \`${name}\` in ${owner}`, help)

export const noVariable = (name: string, help: string | undefined) =>
  problem("GHX1303", `no variable \`$${name}\``, help)

const type = (message: string, help?: string): Problem => ({ code: "GHX1304", message, help })

export const hasNoFields = (name: string, found: string, isList: boolean) =>
  type(
    `\`${name}\` cannot be read from ${found}, which has no fields`,
    isList ? `project the list first: \`[].${name}\`` : undefined,
  )

export const notBeforeDot = (text: string) =>
  type(
    "`!` binds more tightly than `.`, so the field would be read from a boolean",
    `write \`!(${text})\``,
  )

export const needsList = (what: string, found: string) =>
  type(`${what} needs a list, found ${found}`)

export const needsObject = (found: string, help: string | undefined) =>
  type(`\`.*\` needs an object, found ${found}`, help)

export const needsKnownObject = () => type("`.*` needs an object whose value type is known")

export const namedAndOthers = () =>
  type(
    "`.*` cannot be read from an object with both named and unnamed properties",
    "read named properties by name",
  )

export const needsMap = (name: string, found: string) =>
  type(`\`${name}\` needs a map with arbitrary keys, found ${found}`, "read the fields by name")

export const needsPairs = (found: string) =>
  type(
    `\`from_items\` needs a list of pairs of a string and a value, found ${found}`,
    "write the pairs of one list: `from_items(files[].[name, content])`; with known names, write an object: `{a: x, b: y}`",
  )

export const stepOfZero = () => type("a slice cannot have the step 0")

export const comparesNumbers = (operator: string, found: string, help: string | undefined) =>
  type(`\`${operator}\` compares numbers, found ${found}`, help)

export const argumentCount = (name: string, wanted: number, found: number) =>
  type(`\`${name}\` takes ${wanted === 1 ? "1 argument" : `${wanted} arguments`}, found ${found}`)

export const argumentKind = (
  index: number,
  name: string,
  expected: string,
  found: string,
  help: string | undefined,
) => type(`argument ${index + 1} of \`${name}\` must be ${expected}, found ${found}`, help)

export const listOf = (name: string, kind: string, found: string, help: string | undefined) =>
  type(`\`${name}\` needs a list of ${kind}s, found ${found}`, help)

export const needsExpression = (name: string) =>
  type(`\`${name}\` needs an expression such as \`&name\``)

export const keyOfLatest = (kind: string, found: string) =>
  type(`\`latest\` compares a number for each string: expected ${kind}, found ${found}`)

export const giveDefault = (text: string) => `give it a default: \`\`${text}\`\``

export const guardIt = (text: string, input: string | undefined) =>
  input === undefined
    ? `guard it: \`${text}\``
    : `require it, \`input: { ${input}: { optional: false } }\`, or guard it: \`${text}\``

const impossible = (message: string, help?: string) => problem("GHX1315", message, help)

export const neverEqual = (left: string, right: string, why: string, help: string | undefined) =>
  impossible(`${left} is never equal to ${right}${why}`, help)

export const nothingHere = (name: string | undefined) =>
  impossible(`\`${name}\` can never have a value here: the conditions before it exclude each other`)
