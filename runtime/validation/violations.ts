import type { JsonSchema } from "../definition/index.js"
import { isWithin } from "../input/index.js"
import { onlyKinds } from "./bounds.js"
import { compile } from "./compile.js"
import type { Check, Violation } from "./keyword.js"
import { issueList, issueSentence, wordViolations } from "./word.js"

/**
 * The violations that a caller can act on, without those of `anyOf` and `oneOf` branches that were not
 * meant. A branch is meant if the value has its type, or names it; if none is, the choice as a whole says
 * what was expected.
 */
export function relevant(all: readonly Violation[]): Violation[] {
  const unions = all.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
  const meant = new Map(unions.map((union) => [union, meantBranch(union, all)]))
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
  // The items of a list share a path in the schema.
  if (!isWithin(pointer, union.pointer)) return undefined
  const prefix = `${union.schema_path}/${union.keyword}/`
  if (!schema_path.startsWith(prefix)) return undefined
  return schema_path.slice(prefix.length).split("/")[0]
}

function meantBranch(union: Violation, all: readonly Violation[]): string | undefined {
  const inside = all.filter((each) => branchOf(each, union) !== undefined)
  const otherwise = inside
    .filter(({ keyword, pointer }) => isOther(keyword, pointer, union))
    .map((each) => branchOf(each, union))
  const [branch, ...others] = new Set(
    inside.map((each) => branchOf(each, union)).filter((one) => !otherwise.includes(one)),
  )
  // A value that does not say its type is of none: it could be meant to be of any.
  return union.keyword === "oneOf" && others.length > 0 ? undefined : branch
}

/** The value is of another type than a branch is of, or says that it is. */
function isOther(keyword: string, pointer: string, union: Violation): boolean {
  if (keyword === "type") return pointer === union.pointer
  return keyword === "const" && union.keyword === "oneOf" && pointer === `${union.pointer}/type`
}

const kinds = new WeakMap<JsonSchema, JsonSchema>()

/**
 * Where a result breaks its contract, in one line; undefined where it does not.
 *
 * @param whole - whether every keyword is checked, or only those that cost little
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
  return issueSentence(issueList(await wordViolations(relevant(broken), output)), "result")
}

function kindsOf(schema: JsonSchema): JsonSchema {
  const known = kinds.get(schema) ?? onlyKinds(schema)
  kinds.set(schema, known)
  return known
}

const checks = new WeakMap<JsonSchema, Check>()

/** The places where `value` breaks `schema`, the first few hundred; empty if it is valid. */
export function violations(schema: JsonSchema, value: unknown): Violation[] {
  let check = checks.get(schema)
  if (!check) {
    check = compile(schema)
    checks.set(schema, check)
  }
  // To ask whether anything is wrong takes a fraction of finding out what.
  if (check.keeps(value)) return []
  const found: Violation[] = []
  check.tell(value, { pointer: "", schema_path: "#" }, found)
  return found
}
