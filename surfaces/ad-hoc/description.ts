/** GitHub's REST description. Only the lines that an operation needs are parsed. */
import type { RestOperation } from "../../generator/parse/index.js"
import type { JsonSchema } from "../../runtime/index.js"
import { didYouMean, suggestionsFor } from "../../runtime/suggestions/index.js"
import { correctedSchema, withSlashes } from "../../schema/lazy/index.js"
import { pin } from "./pins.js"
import type { WrittenParameter } from "./written.js"

/** An operation, and the values of parameters in a path as written. */
export interface DescribedOperation {
  readonly method: Method
  /** `/repos/{owner}/{repo}/hooks` */
  readonly path: string
  readonly operation: RestOperation
  /** Values in the written path and query, by the names of the parameters. */
  readonly values: Readonly<Record<string, string>>
  /** The values as they are sent. */
  readonly written: {
    readonly path: Readonly<Record<string, string>>
    readonly query: readonly WrittenParameter[]
  }
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Each path and each schema is on a line of its own, as `printDescription` of `generator/pin/` writes them. */
function lineOf(key: string): unknown {
  const text = pin("github-rest.json")
  const head = `\n    ${JSON.stringify(key)}: `
  const start = text.indexOf(head)
  if (start < 0) return undefined
  const end = text.indexOf("\n", start + head.length)
  return JSON.parse(text.slice(start + head.length, end).replace(/,$/, ""))
}

let paths: readonly string[] | undefined

export function describedPaths(): readonly string[] {
  paths ??= [...pin("github-rest.json").matchAll(/^ {4}"(\/[^"]*)": /gm)].map(
    ([, path = ""]) => path,
  )
  return paths
}

/** The operations of a path, by method; undefined if the description lacks the path. */
export function operationsAt(path: string): Readonly<Record<string, RestOperation>> | undefined {
  return path.startsWith("/") ? (lineOf(path) as Record<string, RestOperation>) : undefined
}

/** A named schema: `#/components/schemas/simple-user`. */
export function schemaNamed(reference: string): unknown {
  const name = reference.slice(reference.lastIndexOf("/") + 1)
  return correctedSchema(name, lineOf(name))
}

export function operationsAnswering(reference: string): readonly RestOperation[] {
  const lines = pin("github-rest.json").matchAll(
    /^ {4}("\/[^"]*"): .*"response":\{"\$ref":"([^"]+)"/gm,
  )
  const paths = [...lines].flatMap(([line, path = '""']) =>
    line.includes(reference) ? [path] : [],
  )
  const all = paths.flatMap((path) => Object.values(operationsAt(JSON.parse(path)) ?? {}))
  return all.filter(({ response }) => Object(response).$ref === reference)
}

/**
 * The path of the description that matches a written one, and the values in it. Fixed segments match before
 * parameters.
 */
export function pathFor(
  written: string,
  method: string,
): Pick<DescribedOperation, "path" | "values"> | undefined {
  if (describedPaths().includes(written)) return { path: written, values: {} }
  const fitting = describedPaths().flatMap((path) => {
    const values = valuesIn(written, path)
    return values && operationsAt(path)?.[method.toLowerCase()] ? [{ path, values }] : []
  })
  const fixed = ({ path }: { path: string }) =>
    path.split("/").filter((one) => !one.startsWith("{")).length
  const [best] = fitting.sort((a, b) => fixed(b) - fixed(a))
  return best
}

function valuesIn(written: string, path: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = path.replace(/[.*+?^$()|[\]\\]|\{([\w-]+)\}/g, (one, name?: string) => {
    if (name === undefined) return `\\${one}`
    names.push(name)
    return withSlashes.has(name) ? "(.+)" : "([^/]+)"
  })
  const found = new RegExp(`^${pattern}$`).exec(written)
  if (!found) return undefined
  // A parameter written as in the description has no value yet.
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const value = found[at + 1] ?? ""
      return value === `{${name}}` ? [] : [[name, value]]
    }),
  )
}

/**
 * Paths with the same number of segments come first. Only fixed segments are compared, because parameters differ from
 * call to call.
 */
export function similarPaths(path: string, method: string): string[] {
  const count = path.split("/").length
  const alike = describedPaths()
    .filter((one) => Math.abs(one.split("/").length - count) <= 1)
    .filter((one) => operationsAt(one)?.[method.toLowerCase()])
  const bare = (one: string) => one.replace(/\{[\w-]+\}/g, "{}")
  const byBare = new Map(alike.map((one) => [bare(one), one]))
  const own = path.replace(/^(\/repos\/)[^/]+\/[^/]+/, "$1{}/{}")
  return suggestionsFor(bare(own), [...byBare.keys()]).flatMap((one) => byBare.get(one) ?? [])
}

/** What to do in place of an unknown operation. */
export const hintFor = (near: readonly string[], method: string): string =>
  near.length > 0
    ? didYouMean(near.map((one) => `${method} ${one}`)).replace(/^d/, "D")
    : "Search for it: ghx capabilities search WORDS"

/** OpenAPI 3.0, as used by the pinned description. */
export interface Openapi {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly nullable?: boolean
  readonly enum?: JsonSchema["enum"]
  readonly properties?: Readonly<Record<string, Openapi>>
  readonly required?: readonly string[]
  readonly items?: Openapi
  readonly oneOf?: readonly Openapi[]
  readonly anyOf?: readonly Openapi[]
  readonly allOf?: readonly Openapi[]
  readonly additionalProperties?: boolean | Openapi
}

/** A schema without references, with `allOf` merged. */
export function resolved(given: Openapi): Openapi {
  if (given.$ref !== undefined) {
    const named = resolved(openapi(schemaNamed(given.$ref)) ?? {})
    return given.nullable ? { ...named, nullable: true } : named
  }
  if (!given.allOf) return given
  const { allOf, ...own } = given
  const parts = [...allOf.map(resolved), own]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = parts.flatMap((part) => part.required ?? [])
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

export function openapi(schema: unknown): Openapi | undefined {
  return typeof schema === "object" && schema !== null ? schema : undefined
}
