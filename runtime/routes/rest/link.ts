import { header, type ResponseHeaders } from "../../errors/index.js"

/** `rel="next"` as GitHub writes it, and in the other ways that RFC 8288 has for a proxy's: after other parameters, without quotes, as one of several relations. */
const next =
  /<([^<>]+)>(?:\s*;\s*[^\s;,="]+=(?:"[^"]*"|[^\s;,"]+))*?\s*;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?![^\s;,]))/i

/** The address of the next page, which a `Link` header names. */
export function nextAddress(headers: ResponseHeaders): string | undefined {
  return header(headers, "link")?.match(next)?.[1]
}
