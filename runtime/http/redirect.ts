import { header, type ResponseHeaders } from "../errors/index.js"

export interface Hop {
  readonly url: string
  /** Whether the target is the API the token was made for. */
  readonly trusted: boolean
}

/** GitHub redirects once for a renamed repository, and once more to where a log is stored. */
export const mostHops = 5

/**
 * The target of a redirect, if it may be followed.
 *
 * A read follows anywhere, but only the API itself gets the token. A write is repeated only for the
 * statuses that keep the method, and only at the API: nobody else may see its body.
 */
export function redirectOf(
  method: string,
  from: string,
  base: string,
  { status, headers }: { status: number; headers: ResponseHeaders },
): Hop | undefined {
  const location = header(headers, "location")
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  if (!URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  const api = new URL(base)
  if (target.protocol !== "https:" && target.protocol !== api.protocol) return undefined
  const trusted =
    target.origin === api.origin &&
    `${target.pathname}/`.startsWith(api.pathname.replace(/\/*$/, "/"))
  if (method !== "GET" && !(trusted && (status === 307 || status === 308))) return undefined
  return { url: literal(target), trusted }
}

/** Octokit reads `:name` and `{name}` in an address as templates: a signature may well hold them. */
function literal({ origin, pathname, search }: URL): string {
  const encode = (text: string) =>
    text.replaceAll(":", "%3A").replaceAll("{", "%7B").replaceAll("}", "%7D")
  return origin + encode(pathname) + encode(search)
}
