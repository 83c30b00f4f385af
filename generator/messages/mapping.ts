/** Where values come from and where they go. */
import { type DiagnosticCode, problem, warning } from "../diagnostics/index.js"

/** A value whose shape does not fit its target. */
export const doesNotFit = (
  code: DiagnosticCode,
  subject: string,
  message: string,
  help: string | undefined,
) => problem(code, `${subject}: ${message}`, help)

export const mayBeAbsent = () =>
  "make the input required, give it a default, or give the expression one (`field || …`)"

export const mayBeNull = () =>
  "remove null from the type of the input, or give the expression a default (`field || …`)"

export const outputMayBeNull = () =>
  'allow null in the schema (`type: [string, "null"]`), or give the expression a default (`field || …`)'

export const valuesOfGithub = (values: readonly string[] | undefined) =>
  `GitHub's values are ${values?.join(", ")}`

export const nullItems = (subject: string, list: string) =>
  problem(
    "GHX1309",
    `${subject}: \`${list}\` can have null items, which would become objects of nulls`,
    `drop them first: \`${list}[] | [].{…}\``,
  )

const notProvided = (message: string, help?: string) => problem("GHX1305", message, help)

export const variableNotProvided = (variable: string, operation: string, help: string) =>
  notProvided(`\`$${variable}\` of \`${operation}\` is required, but nothing provides it`, help)

export const pathNotProvided = (name: string, help: string) =>
  notProvided(`\`{${name}}\` of the path has no input`, help)

export const requestNeeds = (request: string, name: string, place: string) =>
  notProvided(`${request} needs \`${name}\` in its ${place}, but nothing provides it`)

export const notByName = (request: string, name: string, place: string) =>
  problem(
    "GHX1734",
    `${request} takes \`${name}\` in its ${place}; with several requests, inputs are not matched by name`,
    `write \`${place}: { ${name}: ${name} }\`, or \`${place}: {}\` to send nothing`,
  )

const notTaken = (message: string, help: string | undefined) => problem("GHX1307", message, help)

export const noVariable = (operation: string, variable: string, help: string | undefined) =>
  notTaken(`\`${operation}\` has no variable \`$${variable}\``, help)

export const isThePageSize = "the list provides it as `first` or `after`: remove it here"

export const notInPath = (path: string, name: string, help: string | undefined) =>
  notTaken(`\`${path}\` has no \`{${name}}\``, help)

export const requestTakesNo = (
  request: string,
  name: string,
  place: string,
  help: string | undefined,
) => notTaken(`${request} takes no \`${name}\` in its ${place}`, help)

export const unusedInput = (input: string, by: string, help: string) =>
  problem("GHX1308", `the input \`${input}\` is never used${by}`, help)

export const noSource = (property: string, owner: string, help: string) =>
  problem("GHX1311", `\`${property}\` has no source: ${owner} has no such field`, help)

export const noOutput = (property: string, help: string | undefined) =>
  problem("GHX1312", `the output has no property \`${property}\``, help)

export const unusedLookup = (key: string) => warning("GHX1313", `nothing reads \`$lookups.${key}\``)

const lookup = (message: string, help?: string) => problem("GHX1314", message, help)

export const lookupIsMutation = (operation: string) =>
  lookup(`a lookup must be a query, and \`${operation}\` is a mutation`)

export const responseCalledLookups = () =>
  lookup("`$lookups` holds the lookups: give the response another name")

export const amongAndWhere = (key: "among" | "where") =>
  lookup(
    key === "among"
      ? "`among` names a list, but no `where` selects an item"
      : "`where` selects an item, but no `among` names the list",
    key === "among"
      ? "add a condition: `where: name == $input.name`"
      : "add `among`, the path of the list in the response",
  )

export const itemWithoutForeach = (key: string) =>
  lookup(`\`${key}\` needs \`foreach\`, which is missing`)

export const foreachOfNoList = (found: string) =>
  lookup(`\`foreach\` needs a list of values, found ${found}`)

export const foreachWithoutItem = (key: "as" | "item") =>
  lookup(
    `\`foreach\` needs \`${key}\`: ${key === "as" ? "the variable that gets the item" : "the name of the item"}`,
  )

export const excessType = (
  property: string,
  { never, only }: { readonly never?: string; readonly only?: string },
) =>
  warning(
    "GHX1741",
    `output \`${property}\`: ${never === undefined ? `only ${only} can occur` : `${never} can never occur`}`,
    "narrow the type, or omit it to derive it from the routes",
  )

export const neverOccurs = (property: string, values: string) =>
  warning("GHX1316", `output \`${property}\`: ${values} can never occur`)
