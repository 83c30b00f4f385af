/** Keywords that few contracts have. Only modules of capabilities with such a contract import them. */
import type { Keyword, RareKeywords, Violation } from "../definition/index.js"
import { isObject } from "../errors/index.js"
import { isWithin } from "../input/index.js"
import { add, isFull, limit, ofList, ofText, within } from "./keywords.js"

/**
 * The violations that a caller can act on, without those of `anyOf` and `oneOf` branches that were not meant. A
 * branch is meant if the value has its type or names it; of several, the one with the fewest violations. If no branch
 * is meant, the violation of the choice as a whole lists the expected values.
 */
function relevant(all: readonly Violation[]): readonly Violation[] {
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

/** Checks members that `properties` does not name. */
const others: Keyword["checkOf"] = ({ properties = {}, additionalProperties }, compile) => {
  if (typeof additionalProperties !== "object") return undefined
  const check = compile(additionalProperties)
  const unknown = (value: unknown) =>
    isObject(value)
      ? Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name))
      : []
  return {
    keeps: (value) => unknown(value).every(([, member]) => check.keeps(member)),
    report(value, at, found) {
      for (const [name, member] of unknown(value)) {
        if (isFull(found)) return
        check.report(member, within(at, name, "additionalProperties"), found)
      }
    },
  }
}

/** Checks that at least one of several schemas matches; with `oneOf`, exactly one. */
const choice =
  (keyword: "anyOf" | "oneOf"): Keyword["checkOf"] =>
  (schema, compile) => {
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

/** Whether a string can be decoded, without its white space; the padding may be missing. */
function isBase64(text: string): boolean {
  const digits = text.replace(/\s/g, "")
  const isWhole = digits.length % 4 === 0 || (digits.length % 4 !== 1 && !digits.endsWith("="))
  return isWhole && /^[A-Za-z\d+/]*={0,2}$/.test(digits)
}

/** A canonical form: equal values have equal forms, whatever the order of their members. */
function canonical(value: unknown): unknown {
  if (typeof value !== "object" && typeof value !== "string") return value
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

export const rareKeywords: RareKeywords = {
  // Bundlers keep a call at the top level, even if nothing uses its value.
  keywords: () => [
    { keyword: "additionalProperties", checkOf: others },
    limit("uniqueItems", ({ uniqueItems }) =>
      ofList((list) => !uniqueItems || new Set(list.map(canonical)).size === list.length),
    ),
    limit("contentMediaType", () => (value) => value instanceof Uint8Array),
    limit("contentEncoding", () => ofText(isBase64)),
    limit("const", (schema) => (value) => value === schema.const),
    { keyword: "anyOf", checkOf: choice("anyOf") },
    { keyword: "oneOf", checkOf: choice("oneOf") },
  ],
  relevant,
}
