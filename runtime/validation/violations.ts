import type { JsonSchema } from "../definition/index.js"
import { isObject } from "../errors/index.js"
import { isWithin } from "../input/index.js"
import { typesOnly } from "./bounds.js"
import { issueList, issueSentence, issuesOf } from "./issues.js"
import * as limits from "./keywords.js"
import { add, type Check, isFull, type Keyword, type Violation, within } from "./keywords.js"

/**
 * The violations that a caller can act on, without those of `anyOf` and `oneOf` branches that were not meant. A
 * branch is meant if the value has its type or names it; of several, the one with the fewest violations. If no branch
 * is meant, the violation of the choice as a whole lists the expected values.
 */
export function relevantViolations(all: readonly Violation[]): readonly Violation[] {
  if (all.length === 0) return all
  const unions = all.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
  const meant = new Map(unions.map((union) => [union, intendedBranch(union, all)]))
  return all.filter((violation) => {
    if (meant.get(violation) !== undefined) return false
    return unions.every((union) => {
      const branch = branchOf(violation, union)
      return branch === undefined || branch === meant.get(union)
    })
  })
}

/** The branch of `union` that `violation` comes from. */
function branchOf({ schema_path, pointer }: Violation, union: Violation): string | undefined {
  // All items of a list have the same path in the schema.
  if (!isWithin(pointer, union.pointer)) return undefined
  const prefix = `${union.schema_path}/${union.keyword}/`
  if (!schema_path.startsWith(prefix)) return undefined
  return schema_path.slice(prefix.length).split("/")[0]
}

function intendedBranch(union: Violation, all: readonly Violation[]): string | undefined {
  const inside = all.filter((each) => branchOf(each, union) !== undefined)
  const otherwise = inside
    .filter(({ keyword, pointer }) => isOtherType(keyword, pointer, union))
    .map((each) => branchOf(each, union))
  const counts = new Map<string | undefined, number>()
  for (const each of inside) {
    const branch = branchOf(each, union)
    if (!otherwise.includes(branch)) counts.set(branch, (counts.get(branch) ?? 0) + 1)
  }
  const [[branch] = [], ...others] = [...counts].sort(([, one], [, other]) => one - other)
  // A value without a discriminator could belong to any branch.
  return union.keyword === "oneOf" && others.length > 0 ? undefined : branch
}

/** Whether the value has, or names, another type than the branch. */
function isOtherType(keyword: string, pointer: string, union: Violation): boolean {
  if (keyword === "type") return pointer === union.pointer
  return keyword === "const" && union.keyword === "oneOf" && pointer === `${union.pointer}/type`
}

const kinds = new WeakMap<JsonSchema, JsonSchema>()

/**
 * The violations of a contract by a result, in one line; undefined if there are none.
 *
 * @param whole - check every keyword, instead of only those that are cheap
 */
export function outputProblem(
  contract: { readonly output: JsonSchema; readonly isDescribed?: true },
  output: unknown,
  whole: boolean,
): string | undefined {
  if (contract.isDescribed) return undefined
  const broken = violations(whole ? contract.output : kindsOf(contract.output), output)
  if (broken.length === 0) return undefined
  const issues = relevantViolations(broken).flatMap((each) => issuesOf(each, output))
  return issueSentence(issueList(issues), "result")
}

function kindsOf(schema: JsonSchema): JsonSchema {
  const known = kinds.get(schema) ?? typesOnly(schema)
  kinds.set(schema, known)
  return known
}

const checks = new WeakMap<JsonSchema, Check>()

/** The violations of `schema` by `value`, at most a few hundred; empty if the value is valid. */
export function violations(schema: JsonSchema, value: unknown): Violation[] {
  let check = checks.get(schema)
  if (!check) {
    check = compile(schema)
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
function compile(schema: JsonSchema): Check {
  const checks = keywords.flatMap(({ keyword, checkOf }) =>
    schema[keyword] === undefined ? absent : (checkOf(schema) ?? absent),
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

/** Checks `additionalProperties: false`, or the schema for members that `properties` does not name. */
const additionalProperties: Keyword["checkOf"] = (schema) => {
  const { properties = {}, additionalProperties: others } = schema
  if (others === undefined || others === true) return undefined
  const known = new Set(Object.keys(properties))
  if (others === false) {
    const keeps = (value: unknown) => {
      if (!isObject(value)) return true
      for (const name of Object.keys(value)) if (!known.has(name)) return false
      return true
    }
    return {
      keeps,
      report(value, at, found) {
        if (!keeps(value)) add(found, "additionalProperties", schema, at)
      },
    }
  }
  const check = compile(others)
  const unknown = (value: object) => Object.entries(value).filter(([name]) => !known.has(name))
  return {
    keeps: (value) => !isObject(value) || unknown(value).every(([, member]) => check.keeps(member)),
    report(value, at, found) {
      if (!isObject(value)) return
      for (const [name, member] of unknown(value)) {
        if (isFull(found)) return
        check.report(member, within(at, name, "additionalProperties"), found)
      }
    },
  }
}

const properties: Keyword["checkOf"] = ({ properties: schemas, required = [] }) => {
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

const items: Keyword["checkOf"] = (schema) => {
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

/** Checks that at least one of several schemas matches; with `oneOf`, exactly one. */
const choice =
  (keyword: "anyOf" | "oneOf"): Keyword["checkOf"] =>
  (schema) => {
    const branches = schema[keyword]?.map(compile)
    if (!branches) return undefined
    const keeps = (value: unknown) =>
      keyword === "anyOf"
        ? branches.some((branch) => branch.keeps(value))
        : branches.filter((branch) => branch.keeps(value)).length === 1
    return {
      keeps,
      report(value, at, found) {
        // If the violation of the choice itself is not reported, each branch would look like the intended one.
        if (keeps(value) || isFull(found)) return
        add(found, keyword, schema, at)
        // If several branches match, nothing more can be said.
        if (branches.some((branch) => branch.keeps(value))) return
        for (const [index, branch] of branches.entries()) {
          const inside: Violation[] = []
          branch.report(value, within(at, undefined, keyword, String(index)), inside)
          found.push(...inside)
        }
      },
    }
  }

/** Keywords in the order in which their violations are reported. */
const keywords: readonly Keyword[] = [
  limits.type,
  limits.required,
  { keyword: "additionalProperties", checkOf: additionalProperties },
  { keyword: "properties", checkOf: properties },
  { keyword: "items", checkOf: items },
  limits.minItems,
  limits.maxItems,
  limits.uniqueItems,
  limits.minLength,
  limits.maxLength,
  limits.pattern,
  limits.minimum,
  limits.maximum,
  limits.bytes,
  limits.encoding,
  limits.constant,
  limits.enumeration,
  { keyword: "anyOf", checkOf: choice("anyOf") },
  { keyword: "oneOf", checkOf: choice("oneOf") },
]
