import type { JsonSchema } from "../definition/index.js"
import { isWithin } from "../input/index.js"
import { typesOnly } from "./bounds.js"
import { compile } from "./compile.js"
import { issueList, issueSentence, issuesOf } from "./issues.js"
import type { Check, Violation } from "./keyword.js"

/**
 * The violations that a caller can act on, without those of `anyOf` and `oneOf` branches that were not meant. A
 * branch is meant if the value has its type or names it. If no branch is meant, the violation of the choice as a
 * whole lists the expected values.
 */
export function relevantViolations(all: readonly Violation[]): Violation[] {
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
  const [branch, ...others] = new Set(
    inside.map((each) => branchOf(each, union)).filter((one) => !otherwise.includes(one)),
  )
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
): undefined | Promise<string> {
  if (contract.isDescribed) return undefined
  const schema = whole ? contract.output : kindsOf(contract.output)
  const broken = violations(schema, output)
  return broken.length === 0 ? undefined : sentenceOf(broken, output)
}

async function sentenceOf(broken: readonly Violation[], output: unknown): Promise<string> {
  return issueSentence(issueList(await issuesOf(relevantViolations(broken), output)), "result")
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
