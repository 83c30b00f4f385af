import type { Check, JsonSchema, Keyword, RareKeywords, Violation } from "../definition/index.js"
import { isObject } from "../errors/index.js"
import { typesOnly } from "./bounds.js"
import { issueList, issueSentence, issuesOf } from "./issues.js"
import * as limits from "./keywords.js"
import { isFull, within } from "./keywords.js"

const kinds = new WeakMap<JsonSchema, JsonSchema>()

/**
 * The violations of a contract by a result, in one line; undefined if there are none.
 *
 * @param whole - check every keyword, instead of only those that are cheap
 */
export function outputProblem(
  contract: {
    readonly output: JsonSchema
    readonly isDescribed?: true
    readonly parts?: { readonly rareKeywords?: RareKeywords }
  },
  output: unknown,
  whole: boolean,
): string | undefined {
  if (contract.isDescribed) return undefined
  const rare = contract.parts?.rareKeywords
  const broken = violations(whole ? contract.output : kindsOf(contract.output), output, rare)
  if (broken.length === 0) return undefined
  const issues = (rare?.relevant(broken) ?? broken).flatMap((each) => issuesOf(each, output))
  return issueSentence(issueList(issues), "result")
}

function kindsOf(schema: JsonSchema): JsonSchema {
  const known = kinds.get(schema) ?? typesOnly(schema)
  kinds.set(schema, known)
  return known
}

const checks = new WeakMap<JsonSchema, Check>()

/**
 * The violations of `schema` by `value`, at most a few hundred; empty if the value is valid.
 *
 * @param rare - needed if the schema has one of these keywords
 */
export function violations(schema: JsonSchema, value: unknown, rare?: RareKeywords): Violation[] {
  let check = checks.get(schema)
  if (!check) {
    check = compilerWith(rare)(schema)
    checks.set(schema, check)
  }
  // Checking whether anything is wrong takes a fraction of the time of finding all violations.
  if (check.keeps(value)) return []
  const found: Violation[] = []
  check.report(value, { pointer: "", schema_path: "#" }, found)
  return found
}

const absent: readonly Check[] = []

/**
 * Compiles a schema to a list of checks, one for each keyword. These are functions rather than generated source text,
 * which edge platforms forbid.
 */
function compilerWith(rare: RareKeywords | undefined): (schema: JsonSchema) => Check {
  const all = rare ? [...keywords, ...rare.keywords()] : keywords
  const compile = (schema: JsonSchema): Check => {
    if (!rare && isRare(schema))
      throw new Error("rareKeywords is not among the parts of the capability")
    const checks = all.flatMap(({ keyword, checkOf }) =>
      schema[keyword] === undefined ? absent : (checkOf(schema, compile) ?? absent),
    )
    const [only] = checks
    if (only && checks.length === 1) return only
    return {
      keeps(value) {
        for (const check of checks) if (!check.keeps(value)) return false
        return true
      },
      report(value, at, found) {
        for (const check of checks) check.report(value, at, found)
      },
    }
  }
  return compile
}

const rareNames = ["anyOf", "oneOf", "uniqueItems", "const", "contentEncoding", "contentMediaType"]

/** Whether a schema itself has a keyword that only `rareKeywords` has. */
export function isRare(schema: JsonSchema): boolean {
  return (
    typeof schema.additionalProperties === "object" ||
    rareNames.some((name) => Reflect.get(schema, name) !== undefined)
  )
}

const properties: Keyword["checkOf"] = ({ properties: schemas, required = [] }, compile) => {
  if (!schemas) return undefined
  const members = Object.entries(schemas).map(([name, schema]) => {
    return { name, check: compile(schema), isRequired: required.includes(name) }
  })
  type Member = (typeof members)[number]
  // An optional member may be undefined; `required` reports absent members.
  const isThere = (value: Readonly<Record<string, unknown>>, { name, isRequired }: Member) =>
    Object.hasOwn(value, name) && (isRequired || value[name] !== undefined)
  return {
    keeps(value) {
      if (!isObject(value)) return true
      for (const member of members) {
        if (isThere(value, member) && !member.check.keeps(value[member.name])) return false
      }
      return true
    },
    report(value, at, found) {
      if (!isObject(value)) return
      for (const member of members) {
        if (isFull(found)) return
        if (!isThere(value, member)) continue
        const { name, check } = member
        check.report(value[name], within(at, name, "properties", name), found)
      }
    },
  }
}

const items: Keyword["checkOf"] = (schema, compile) => {
  if (!schema.items) return undefined
  const check = compile(schema.items)
  return {
    keeps: (value) => !Array.isArray(value) || value.every((item) => check.keeps(item)),
    report(value, at, found) {
      if (!Array.isArray(value)) return
      for (const [index, item] of value.entries()) {
        if (isFull(found)) return
        if (!check.keeps(item)) check.report(item, within(at, String(index), "items"), found)
      }
    },
  }
}

/** Keywords in the order in which their violations are reported. */
const keywords: readonly Keyword[] = [
  limits.type,
  limits.required,
  limits.additionalProperties,
  { keyword: "properties", checkOf: properties },
  { keyword: "items", checkOf: items },
  limits.minItems,
  limits.maxItems,
  limits.minLength,
  limits.maxLength,
  limits.pattern,
  limits.minimum,
  limits.maximum,
  limits.enumeration,
]
