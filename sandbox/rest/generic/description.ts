import { readFileSync } from "node:fs"
import { pinFile } from "../../../schema/lazy/index.js"
import type { DescribedValue } from "../../synthesize/index.js"

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly schemas: Readonly<Record<string, DescribedValue>>
}

export interface DescribedOperation {
  /** Of successful answers. */
  readonly statuses?: readonly number[]
  readonly body?: DescribedValue
  readonly response?: DescribedValue
  readonly permissions?: { readonly scopes?: readonly string[] }
}

/** Read on first use, because it is large. */
let read: Description | undefined

/** GitHub's description of REST. */
export function description(): Description {
  read ??= JSON.parse(
    readFileSync(pinFile("github-rest.json", "The sandbox needs"), "utf8"),
  ) as Description
  return read
}

/** `GET /repos/{owner}/{repo}` in the description. */
export function describedAt(operation: string): DescribedOperation | undefined {
  const [method = "", path = ""] = operation.split(" ")
  return description().paths[path]?.[method.toLowerCase()]
}

/** The schema itself in place of a reference to it. */
export function resolved(schema: DescribedValue): DescribedValue {
  if (schema.$ref === undefined) return schema
  const named = description().schemas[nameOf(schema) ?? ""]
  if (!named) throw new Error(`The pinned description has no ${schema.$ref}`)
  return resolved(named)
}

/** The name that a reference refers to. */
export const nameOf = ({ $ref }: DescribedValue): string | undefined =>
  $ref?.slice($ref.lastIndexOf("/") + 1)
