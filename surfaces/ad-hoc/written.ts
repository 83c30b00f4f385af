/** An operation as a caller writes it: `GET /repos/octocat/hello-world/contents/a%20b?ref=main`. */

/** A path and a query, sent as they are written. */
interface WrittenAddress {
  readonly path: string
  /** The parts of the query, with the values that they stand for. */
  readonly query: readonly WrittenParameter[]
}

export interface WrittenParameter {
  readonly name: string
  readonly value: string
  readonly text: string
}

/** Reads an address without changing it; only characters that no address may have are percent-encoded. */
export function readAddress(text: string): WrittenAddress | { readonly problem: string } {
  if (/\p{Surrogate}/u.test(text)) return { problem: "an unpaired surrogate" }
  if (text.includes("#")) return { problem: "a fragment: write # as %23" }
  const [path = "", ...rest] = `/${text}`.split("?")
  const problem = pathProblem(path)
  if (problem !== undefined) return { problem }
  const parts = rest.join("?").split("&")
  const query = parts.flatMap((part): WrittenParameter[] => {
    const [pair] = new URLSearchParams(part)
    return pair ? [{ name: pair[0], value: pair[1], text: encoded(part) }] : []
  })
  return { path: encoded(path), query }
}

function pathProblem(path: string): string | undefined {
  if (path === "/") return undefined
  const segments = path.split("/").slice(1)
  if (segments.includes("")) return "an empty segment"
  try {
    const parts = segments.flatMap((one) => decodeURIComponent(one).split(/[/\\]/))
    return parts.includes(".") || parts.includes("..") ? "a segment . or .." : undefined
  } catch {
    return "a percent sign that encodes nothing: write % as %25"
  }
}

/** Encodes what a URL parser would encode or replace, except braces: parameters have them. */
function encoded(text: string): string {
  return text.replace(/[^\x21-\x7e]+|["<>\\^`]/gu, encodeURIComponent)
}

export function withoutBraces(text: string): string {
  return text.replace(/[{}]/g, encodeURIComponent)
}
