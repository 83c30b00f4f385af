import type { JsonSchema } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"
import type { Snapshot } from "../input/index.js"
import { isWithin } from "../input/index.js"
import { boundIntegers } from "./bounds.js"
import type { InputContract } from "./input-contract.js"
import { issueList } from "./issues.js"
import type { Violation } from "./keyword.js"
import { relevant } from "./relevant.js"
import { repositoryProblem } from "./repository.js"
import { violations } from "./violations.js"
import { wordViolations } from "./word.js"

export interface CheckedInput {
  /** A copy of the input with defaults; meaningful only where there are no issues. */
  readonly input: unknown
  readonly issues: ValidationIssue[]
  /** The fix, if the messages do not suffice. */
  readonly fix?: string
}

/** Keywords that only a complete value can break. */
const ofWhole: ReadonlySet<Violation["keyword"]> = new Set(["anyOf", "oneOf", "uniqueItems"])

const bounded = new WeakMap<JsonSchema, JsonSchema>()

/**
 * Applies defaults to a copy of a caller's input, and lists all its problems. Values that other steps
 * provide are checked when they are present.
 */
export async function checkInput(
  contract: InputContract,
  { value, issues, references = [] }: Snapshot,
): Promise<CheckedInput> {
  const input = withDefaults(contract.input, value)
  const schema = boundedSchema(contract)
  // Unknown fields come last: there may be so many that they hide what is missing.
  const found = relevant(violations(schema, input)).filter((violation) =>
    references.every((hole) => concerns(violation, hole.pointer)),
  )
  const isUnknown = ({ keyword }: Violation) => keyword === "additionalProperties"
  const [known, unknown] = [found.filter((each) => !isUnknown(each)), found.filter(isUnknown)]
  const broken = [
    ...(await wordViolations(known, input)),
    ...(contract.parts?.nodeIds?.(contract.input, input) ?? []),
    ...(contract.parts?.requirements?.(contract.input, input) ?? []),
    ...(await wordViolations(unknown, input)),
  ]
  // Unreadable values are null in the copy, so the schema's complaint would only confuse.
  const fresh = broken.filter(
    ({ pointer }) => !issues.some((issue) => isWithin(pointer, issue.pointer)),
  )
  const all = issueList([...issues, ...fresh])
  if (all.length > 0 || references.length > 0) return { input, issues: all }
  const repository = repositoryProblem(contract.input, input)
  if (repository) return { input, issues: [repository.issue], fix: repository.fix }
  const cursor = contract.parts?.restPages?.cursorProblem(input)
  if (cursor === undefined) return { input, issues: [] }
  return { input, issues: [{ pointer: "/after", message: cursor.message }], fix: cursor.fix }
}

/** Whether something is wrong however the value at a pointer, which is not known yet, may turn out. */
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

function withDefaults({ properties }: JsonSchema, value: unknown): unknown {
  if (!properties || typeof value !== "object" || value === null || Array.isArray(value))
    return value
  const given = Object.entries(properties).filter(
    ([name, schema]) => schema.default !== undefined && !Object.hasOwn(value, name),
  )
  for (const [name, schema] of given) Reflect.set(value, name, structuredClone(schema.default))
  return value
}
