import { type Answer, answer } from "../../http/index.js"
import { refuse } from "./errors.js"

/** The media type of the `Accept` header, and whether a route has read it. */
export interface Media {
  /** Whether the file's bytes are requested. */
  ofBytes: boolean
  /** Whether the answer is requested in this format; calling it marks the format as supported. */
  is: (format: string) => boolean
  /** The requested format, if no route supports it. */
  unread: () => string | undefined
  /** For `x-github-media-type`. */
  parameter: string | undefined
  /** The requested type, which non-JSON answers repeat. */
  type: string
}

const JSON_TYPES = new Set(["application/json", "application/*", "*/*"])

/** `application/vnd.github.v3.raw+json`. Version, previews and format are optional. */
const GITHUB_TYPE = /^application\/vnd\.github((?:\.[\w-]+)*)(?:\+json)?$/

/** Previews have ended and do not change the answer. */
const isFormat = (part: string): boolean => !/^(?:v\d+|beta|.*-preview)$/.test(part)

const OCTETS = "application/octet-stream"

/**
 * The most preferred of the available media types.
 *
 * @param hasBytes - whether there are bytes besides JSON
 * @throws 415 if none is acceptable
 */
export function mediaOf(accept: string | undefined, hasBytes = false): Media {
  for (const type of typesIn(accept || "*/*")) {
    if (hasBytes && type === OCTETS) return { ...media(type, undefined), ofBytes: true }
    if (JSON_TYPES.has(type)) return media(type, undefined)
    const [, parts] = GITHUB_TYPE.exec(type) ?? []
    if (parts !== undefined) return media(type, parts.split(".").slice(1).find(isFormat))
  }
  throw refuse(415, `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`)
}

function media(type: string, format: string | undefined): Media {
  let isRead = false
  return {
    ofBytes: false,
    is(wanted) {
      if (wanted === format) isRead = true
      return wanted === format
    },
    // In JSON, bodies are raw Markdown anyway.
    unread: () => (isRead || format === "raw" ? undefined : format),
    parameter: format,
    type,
  }
}

/** The media types in the header, most preferred first. */
function typesIn(accept: string): string[] {
  return accept
    .split(",")
    .map((one) => {
      const [type = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase())
      const [quality = "1"] = parameters.flatMap((part) => /^q=(.+)$/.exec(part)?.[1] ?? [])
      return { type, quality: Number(quality) }
    })
    .filter(({ type, quality }) => type !== "" && quality !== 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ type }) => type)
}

/** A text or bytes in the requested format. */
export const textAnswer = (format: string, text: string | Uint8Array) =>
  answer(200, text, { "content-type": `application/vnd.github.${format}; charset=utf-8` })

const isRaw = (body: unknown): boolean => typeof body === "string" || body instanceof Uint8Array

/** Adds the header with the answer's format. */
export function withMediaType({ parameter, type }: Media, answered: Answer): Answer {
  const isGitHubs = answered.headers["content-type"]?.startsWith("application/vnd.github.") === true
  const parts = [
    "github.v3",
    ...(parameter === undefined ? [] : [`param=${parameter}`]),
    ...(isRaw(answered.body) ? [] : ["format=json"]),
  ]
  return {
    ...answered,
    headers: {
      "x-github-media-type": parts.join("; "),
      ...answered.headers,
      ...(isGitHubs && { "content-type": `${type}; charset=utf-8` }),
    },
  }
}
