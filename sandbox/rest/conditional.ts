import { createHash } from "node:crypto"
import { type Answer, answer } from "../http/index.js"

interface Conditions {
  readonly "if-none-match"?: string
  readonly "if-modified-since"?: string
}

/**
 * An answer with validators for conditional requests.
 *
 * @param caller - the credentials: GitHub's ETags depend on them
 */
export function withValidators(answered: Answer, isSearch: boolean, caller: string): Answer {
  const { status, body, headers } = answered
  if (status < 200 || status > 299 || body === undefined) return answered
  // GitHub does not let clients cache search results.
  if (isSearch) return { ...answered, headers: { "cache-control": "no-cache", ...headers } }
  const modified = lastModified(status, body)
  const validators = {
    etag: `W/"${createHash("sha256")
      .update(JSON.stringify([caller, body instanceof Uint8Array ? digestOf(body) : body]))
      .digest("hex")}"`,
    ...(modified !== undefined && { "last-modified": modified }),
    "cache-control": "private, max-age=60, s-maxage=60",
    vary: "Accept, Authorization, Cookie, X-GitHub-OTP",
  }
  return { ...answered, headers: { ...validators, ...headers } }
}

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** The part of a commit that has its date. */
interface CommitPart {
  readonly committer?: { readonly date?: unknown }
}

/** 304 if the client already has the same answer, else undefined. */
export function unchanged({ headers }: Answer, conditions: Conditions): Answer | undefined {
  const { etag, "last-modified": modified } = headers
  const tags = conditions["if-none-match"]
  const since = conditions["if-modified-since"]
  // The date only counts if there is no ETag.
  const isSame =
    tags === undefined
      ? modified !== undefined && Date.parse(modified) <= Date.parse(since ?? "")
      : tags.split(",").some((tag) => strong(tag) === strong(etag ?? ""))
  return isSame ? answer(304, undefined, headers) : undefined
}

const strong = (tag: string): string => tag.trim().replace(/^W\//, "")

/** GitHub dates single objects, but neither lists nor new objects. */
function lastModified(status: number, body: unknown): string | undefined {
  if (status !== 200 || typeof body !== "object" || body === null) return undefined
  const { updated_at, commit } = body as { updated_at?: unknown; commit?: CommitPart }
  const date = updated_at ?? commit?.committer?.date
  return typeof date === "string" ? new Date(date).toUTCString() : undefined
}
