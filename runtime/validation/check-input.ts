import type { JsonSchema, RareKeywords, Violation } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import { isWithin, type Snapshot } from "../input/index.js"
import { boundIntegers } from "./bounds.js"
import { issueList, issuesOf } from "./issues.js"
import { violations } from "./violations.js"

/**
 * The problem of an input that has a repository's full name or URL in place of its name. No name on GitHub contains a
 * slash, so every route would report that it was not found.
 */
function repositoryProblem(
  { properties }: JsonSchema,
  input: unknown,
): { readonly issue: ValidationIssue; readonly fix: string } | undefined {
  if (!properties?.owner || !properties.repo) return undefined
  const { owner, repo }: { owner?: unknown; repo?: unknown } = Object(input)
  const name = [repo, owner].find((part) => typeof part === "string" && part.includes("/"))
  if (typeof name !== "string") return undefined
  const pointer = name === repo ? "/repo" : "/owner"
  const [first, second] = partsOf(name)
  const what = pointer === "/repo" ? "a repository's name" : "an account's login"
  return {
    issue: {
      pointer,
      message: `expected ${what} without a slash, found ${JSON.stringify(name.slice(0, 100))}`,
    },
    fix:
      first && second
        ? `Pass owner: ${JSON.stringify(first)} and repo: ${JSON.stringify(second)}`
        : "Pass owner and repo separately, without a slash",
  }
}

/** Parses `octocat/hello-world`, also as a URL. */
function partsOf(name: string): string[] {
  const path = name.slice(0, 500).replace(/^(?:https?:\/\/|git@)[^/:]*[/:]/, "")
  return path.split("/").map((part) => part.replace(/\.git$/, ""))
}

interface CheckedInput {
  /** A copy of the input with defaults; only meaningful if there are no issues. */
  readonly input: unknown
  readonly issues: ValidationIssue[]
  /** The fix, if the messages do not suffice. */
  readonly fix?: string
}

/** Keywords whose violation depends on the whole value. */
const ofWhole: ReadonlySet<Violation["keyword"]> = new Set(["anyOf", "oneOf", "uniqueItems"])

const bounded = new WeakMap<JsonSchema, JsonSchema>()

/**
 * Applies defaults to a copy of a caller's input, and lists all its problems. Values that other steps
 * provide are checked when they are present.
 */
export function checkInput(
  contract: InputContract,
  { value, issues, references = [] }: Snapshot,
): CheckedInput {
  const input = withDefaults(contract.input, value)
  const schema = boundedSchema(contract)
  const { parts } = contract
  const found = violations(schema, input, parts?.rareKeywords)
  const ofParts = [
    ...(parts?.nodeIds?.(contract.input, input) ?? []),
    ...(parts?.requirements?.(contract.input, input) ?? []),
  ]
  if (found.length > 0 || ofParts.length > 0 || issues.length > 0) {
    const relevant = (parts?.rareKeywords?.relevant(found) ?? found).filter((violation) =>
      references.every((hole) => concerns(violation, hole.pointer)),
    )
    const issuesIn = (some: readonly Violation[]) => some.flatMap((one) => issuesOf(one, input))
    // Unknown fields come last, because many of them could hide missing ones.
    const broken = [
      ...issuesIn(relevant.filter((one) => !isUnknown(one))),
      ...ofParts,
      ...issuesIn(relevant.filter(isUnknown)),
    ]
    // Unreadable values are null in the copy, so the schema's complaint would only confuse.
    const fresh = broken.filter(
      ({ pointer }) => !issues.some((issue) => isWithin(pointer, issue.pointer)),
    )
    const all = issueList([...issues, ...fresh])
    if (all.length > 0) return { input, issues: all }
  }
  if (references.length > 0) return { input, issues: [] }
  const repository = repositoryProblem(contract.input, input)
  if (repository) return { input, issues: [repository.issue], fix: repository.fix }
  const cursor = parts?.restPages?.cursorProblem(input)
  if (cursor === undefined) return { input, issues: [] }
  return { input, issues: [{ pointer: "/after", message: cursor.message }], fix: cursor.fix }
}

/** Whether a violation is a field that the schema does not name. */
const isUnknown = ({ keyword }: Violation) => keyword === "additionalProperties"

/** Whether a violation stands whatever the unknown value at a pointer will be. */
function concerns({ keyword, pointer }: Violation, hole: string): boolean {
  return ofWhole.has(keyword) ? !isWithin(hole, pointer) : !isWithin(pointer, hole)
}

function boundedSchema({ input, graphql }: InputContract): JsonSchema {
  const known = bounded.get(input)
  if (known) return known
  const schema = boundIntegers(input, graphql !== undefined)
  bounded.set(input, schema)
  return schema
}

const defaults = new WeakMap<JsonSchema, readonly (readonly [string, unknown])[]>()

function withDefaults(schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  for (const [name, given] of defaultsOf(schema)) {
    if (!Object.hasOwn(value, name)) Reflect.set(value, name, structuredClone(given))
  }
  return value
}

function defaultsOf(schema: JsonSchema): readonly (readonly [string, unknown])[] {
  const known = defaults.get(schema)
  if (known) return known
  const found = Object.entries(schema.properties ?? {}).flatMap(([name, { default: given }]) =>
    given === undefined ? [] : [[name, given] as const],
  )
  defaults.set(schema, found)
  return found
}

/** The parts of a definition that describe its input. */
export interface InputContract {
  readonly input: JsonSchema
  readonly graphql?: unknown
  readonly parts?: {
    readonly rareKeywords?: RareKeywords
    nodeIds?(schema: JsonSchema, input: unknown): readonly ValidationIssue[]
    requirements?(schema: JsonSchema, input: unknown): readonly ValidationIssue[]
    readonly restPages?: {
      cursorProblem(input: unknown): { readonly message: string; readonly fix: string } | undefined
    }
  }
}
