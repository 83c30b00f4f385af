import type { RestRequest } from "../../definition/index.js"
import { isRounded, roundedProblem } from "../../text/index.js"

/** Servers answer 414 to longer addresses, or hang up while they are still being sent. */
const longestAddress = 8_000

type Address = { ok: true; url: string } | { ok: false; problem: string }

/**
 * The address of an endpoint. A value is always data: it is percent-encoded, including slashes and dots, and refused
 * if it would change the path despite encoding.
 */
export function endpointUrl(base: string, template: string, request: RestRequest): Address {
  const problems: string[] = []
  const written: Readonly<Record<string, string>> = request.written?.path ?? {}
  const isGiven = (name = "") => request.path[name] !== undefined && request.path[name] !== null
  const taken = template.replace(/\[([^[\]]*)\]/g, (_, part: string) =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => isGiven(name)) ? part : "",
  )
  const path = taken.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.path[name]
    const problem = segmentProblem(value)
    if (problem !== undefined) problems.push(`${name} ${problem}`)
    return problem === undefined ? (written[name] ?? encodeURIComponent(String(value))) : ""
  })
  const { query: others, problem } = queryString(request.query ?? {})
  const query = [request.written?.query, others].filter(Boolean).join("&")
  if (problem !== undefined) problems.push(problem)
  if (problems.length > 0) return { ok: false, problem: problems.join(", ") }
  const url = `${base}${path}`
  // Final check: the parser must not change the address.
  if (new URL(url).href !== url) return { ok: false, problem: "its values would alter the path" }
  const whole = query === "" ? url : `${url}?${query}`
  if (whole.length > longestAddress) {
    return { ok: false, problem: `its address would be longer than ${longestAddress} characters` }
  }
  return { ok: true, url: whole }
}

function segmentProblem(value: string | number | undefined): string | undefined {
  if (value === undefined || value === null) return "is missing"
  const text = String(value)
  if (isRounded(value)) return roundedProblem
  if (text === "") return "is empty"
  // URL parsers decode `%2e` as a dot, so these two cannot be encoded.
  if (text === "." || text === "..") return `cannot be ${JSON.stringify(text)}`
  return /[\ud800-\udfff]/u.test(text) ? "is not well-formed text" : undefined
}

function queryString(values: Readonly<Record<string, unknown>>): {
  query: string
  problem?: string
} {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue
      if (typeof item === "object")
        return { query: "", problem: `${name} is neither a string nor a number` }
      if (isRounded(item)) return { query: "", problem: `${name} ${roundedProblem}` }
      pairs.append(name, String(item))
    }
  }
  // Octokit reads `:name` in an address as a template; URLSearchParams encodes colons and braces.
  return { query: pairs.toString() }
}

const json = "application/vnd.github+json"

/** Whether an endpoint's answer is text: everything except JSON, including GitHub's raw media types. */
export function isText(accept: string | undefined): boolean {
  if (accept === undefined) return false
  return !accept.includes("json") || /\.(?:raw|diff|patch|sha)\b/.test(accept)
}

/**
 * The `Accept` header. GitHub refuses a media type that is neither its own nor JSON, unless JSON is accepted as well.
 */
export function acceptHeader(accept: string | undefined): string {
  if (accept === undefined) return json
  return /json|vnd\.github/.test(accept) ? accept : `${accept}, ${json};q=0.5`
}
