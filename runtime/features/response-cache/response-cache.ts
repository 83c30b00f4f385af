import { header, type ResponseHeaders } from "../../errors/index.js"
import type { HttpRequest, ResponseStore } from "../../http/index.js"

/** An answer from GitHub, as plain data for any store. */
export interface CachedResponse {
  /** The version of the response, by which GitHub decides whether it is still valid. */
  readonly etag: string
  readonly body: string
  /** The `Link` header, which says whether a list continues. */
  readonly link?: string
}

/** A store of answers: a `Map`, an `lru-cache`, or anything that stores plain data by a string. */
export interface ResponseCache {
  get(key: string): CachedResponse | null | undefined | Promise<CachedResponse | null | undefined>
  set(key: string, response: CachedResponse): unknown
}

/**
 * Uses a cache. GitHub confirms every answer before it is used, so no answer is outdated. A cache that throws or
 * returns garbage merely saves nothing.
 */
export function responseStore(cache: ResponseCache): ResponseStore {
  // The account of a caller's Octokit is unknown, so its answers are only used by that client.
  let anonymous: string | undefined
  const identityOf = (token: string | undefined): string => {
    // Created by the first request, because edge workers forbid randomness while they start.
    if (token === undefined) anonymous ??= crypto.randomUUID()
    return token ?? anonymous ?? ""
  }
  return {
    async recall(request, token) {
      const key = await keyOf(request, () => identityOf(token))
      if (key === undefined) return undefined
      const kept = await readStored(cache, key, isText(request))
      return {
        etag: kept?.etag,
        confirmed: (headers) => ({
          ok: true,
          body: kept?.body,
          headers: { ...(kept?.link !== undefined && { link: kept.link }), ...headers },
        }),
        keep: (body, headers) => void store(cache, key, body, headers),
      }
    },
  }
}

function isText({ expect }: HttpRequest): boolean {
  return typeof expect === "object" && expect.gives === "text"
}

/**
 * The key of a request. Different identities, addresses or media types never share a key, and no token can be derived
 * from it.
 */
async function keyOf(
  { url, headers }: HttpRequest,
  identity: () => string,
): Promise<string | undefined> {
  try {
    const text = new TextEncoder().encode(JSON.stringify([identity(), url, headers]))
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text))
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  } catch {
    // Pages without TLS have no Web Crypto, so they cache nothing.
    return undefined
  }
}

// A string with other characters is not an ETag, or would end the header.
const tag = /^(?:W\/)?"[\x21\x23-\x7e]*"$/

interface StoredResponse {
  readonly etag: string
  readonly link: string | undefined
  readonly body: unknown
}

/** The caller's store may have truncated or replaced the entry. */
async function readStored(
  cache: ResponseCache,
  key: string,
  isText: boolean,
): Promise<StoredResponse | undefined> {
  try {
    const kept: unknown = await cache.get(key)
    if (typeof kept !== "object" || kept === null) return undefined
    const { etag, link, body }: Partial<Record<keyof CachedResponse, unknown>> = kept
    if (typeof etag !== "string" || !tag.test(etag) || typeof body !== "string") return undefined
    if (link !== undefined && typeof link !== "string") return undefined
    // Parsed for each reader, so that callers do not share mutable objects.
    return { etag, link, body: isText ? body : JSON.parse(body) }
  } catch {
    return undefined
  }
}

/** Stores an answer. A slow or broken store is ignored, because the caller already has the answer. */
async function store(
  cache: ResponseCache,
  key: string,
  body: unknown,
  headers: ResponseHeaders,
): Promise<void> {
  const etag = header(headers, "etag")
  const link = header(headers, "link")
  if (etag === undefined || !tag.test(etag)) return
  // A caller's Octokit returns an empty string for a body that breaks off.
  if (body === "" || body instanceof Uint8Array) return
  try {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    await cache.set(key, { etag, body: text, ...(link !== undefined && { link }) })
  } catch {}
}
