/**
 * jq expressions for gh's results, in which people and labels are objects (`.author.login`, `.labels[].name`) and
 * members have other names (`.comments[].createdAt`). With `--json`, ghx has these objects as well, with one member, or
 * with `is_bot` and `login`.
 */
import type { JsonSchema } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import { contractName } from "./fields.js"
import { isOptional, refuseLacking, sampleOf } from "./members.js"
import type { Asked, Planned } from "./options.js"
import { textMembers } from "./table/index.js"

/**
 * A member of a person or a label: read directly, after a pipe, or in `map(`, `any(` or similar. The author of a commit as
 * Git has it is no person.
 */
const member = new RegExp(
  `(?<!\\.commit)(\\.(${Object.keys(textMembers).join("|")})(?:\\.?\\[-?\\d*\\]|\\?)*` +
    "(?:\\s*[|;]\\s*(?:(?:map|any|all|select)\\(\\s*)*)?)" +
    "\\.([A-Za-z]\\w*)(?!\\()",
  "g",
)

/** A comparison with the login that gh prints of a bot. */
const ofBot = /\.(?:author|mergedBy|merged_by)(?:\.login)?\s*[!=]=\s*"app\//

/**
 * The expression for results of the contracts, and the value that it is applied to.
 *
 * @param asked - the fields that `--json` names; without it, people and labels are strings
 * @throws UsageError for a camelCase member that no result has, or a member that a nested object lacks, because jq
 * would return null
 */
export function forContracts(
  expression: string,
  steps: readonly Planned[],
  asked: Asked | undefined,
): { readonly jq: string; readonly forJq: (value: unknown) => unknown } {
  const names = asked?.names
  if (!names && ofBot.test(expression)) {
    throw new UsageError(
      "Without --json, the login of a bot has no app/",
      "Omit app/, or use --json",
    )
  }
  const known = new Set(steps.flatMap(({ contract }) => propertiesIn(contract.output)))
  const lists = steps.flatMap((step) => Object.entries(step.lists ?? {}))
  const members = lists.flatMap((list) => Object.entries(list[1].members))
  const sample = sampleOf(steps, asked)
  const listed = [
    ...[...lists, ...members].map(([name]) => name),
    ...(names ? namesIn(sample) : []),
  ]
  const empty = steps.map(() => ({ items: [] }))
  for (const name of Object.keys(Object(steps.at(-1)?.combines?.(empty)))) known.add(name)
  const read: string[] = []
  const renamed = new Map<string, string>()
  const jq = outsideOfStrings(expression, (code) => {
    read.push(...[...code.matchAll(/(?<![\w$])[a-z]+[A-Z]\w*/g)].map(([name]) => name))
    for (const [name] of code.matchAll(/(?<![\w$])[a-z]+(?:_[a-z]+)+/g)) {
      const own = members.find(([, column]) => column === name)
      if (own) renamed.set(own[0], name)
    }
    return code.replaceAll(member, (whole, path: string, name: string, inner: string) => {
      const only = textMembers[name]
      const isBot = `${contractName(name, (one) => known.has(one))}_is_bot`
      if (inner === "is_bot" && known.has(isBot)) {
        if (names) return whole
        if (path === `.${name}`) return `.${isBot}`
        throw new UsageError(`${name} has no is_bot here, only login`, `Use ${isBot}`)
      }
      if (inner !== only && objectMembers.has(inner) && !isOptional(inner, code)) {
        throw new UsageError(
          `${name} has no ${inner} here, only ${names && known.has(isBot) ? "is_bot and login" : only}`,
          only === "name"
            ? "Use ghx label list --json"
            : `ghx api users/LOGIN returns the ${inner === "is_bot" ? "type" : inner}`,
        )
      }
      if (inner !== only || names) return whole
      return /[|;]/.test(path) ? `${path}.` : path
    })
  })
  for (const name of read) {
    const own = contractName(name, (one) => known.has(one))
    if (known.has(own)) renamed.set(own, name)
    else if (
      !names?.includes(name) &&
      !listed.includes(name) &&
      !new RegExp(`\\b${name}\\s*:|\\bdef\\b`).test(jq)
    )
      throw new UsageError(`The result has no field ${name}`, "ghx explain lists its fields")
    // gh has one name for the ids of runs and of their jobs.
    if (name === "databaseId" && known.has("job_id")) renamed.set("job_id", name)
  }
  const forJq = (value: unknown) => (renamed.size === 0 ? value : withNames(value, renamed))
  const code = outsideOfStrings(jq, (code) => code, asCode)
  refuseLacking(code, forJq(sample))
  return { jq, forJq }
}

/** Members of people and labels in gh. A contract has one text in place of the object. */
const objectMembers = new Set(["color", "description", "email", "id", "is_bot", "name"])

/** A copy with other names of members, at any depth. */
function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, names))
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [names.get(name) ?? name, withNames(one, names)]),
  )
}

const namesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== "object" || value === null) return []
  return [...Object.keys(value), ...Object.values(value).flatMap(namesIn)]
}

function propertiesIn({ properties = {}, items, oneOf = [], anyOf = [] }: JsonSchema): string[] {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...oneOf, ...anyOf]
  return [...Object.keys(properties), ...inner.flatMap(propertiesIn)]
}

/** A delimiter of a string literal, as code without literals: a comma for a quote, a parenthesis for that of `\(…)`. */
const asCode = (token: string) => ({ '"': ",", "\\(": "(" })[token] ?? ""

/** Changes the code of an expression, including code inside `"\(…)"`, and the parts of its strings. */
function outsideOfStrings(
  expression: string,
  change: (code: string) => string,
  changePart = (token: string) => token,
): string {
  const tokens = expression.match(/\\\(|\\.|["()]|[^\\"()]+|\\/gs) ?? []
  // For each open string, the number of open parentheses in its `\(`; the last entry belongs to the code being read.
  const open: number[] = [0]
  let isText = false
  let code = ""
  let all = ""
  const flush = () => {
    all += change(code)
    code = ""
  }
  for (const token of tokens) {
    if (isText) {
      all += changePart(token)
      if (token === '"') isText = false
      if (token === "\\(") {
        isText = false
        open.push(0)
      }
      continue
    }
    const depth = open.length - 1
    if (token === '"') {
      flush()
      all += changePart(token)
      isText = true
    } else if (token === ")" && open[depth] === 0 && depth > 0) {
      flush()
      all += token
      open.pop()
      isText = true
    } else {
      if (token === "(") open[depth] = (open[depth] ?? 0) + 1
      if (token === ")") open[depth] = (open[depth] ?? 0) - 1
      code += token
    }
  }
  flush()
  return all
}
