import { type Failure, rejected } from "./failure.js"
import { header, type ResponseHeaders, ssoUrl } from "./transient.js"

/**
 * The failure of a request that GitHub refused because of its sender. The fix is what GitHub hints at, or
 * `otherwise`.
 */
export function refused(
  message: string,
  headers: ResponseHeaders,
  saml = false,
  otherwise = "Use a token with the required permission and access to this repository",
): Failure {
  return rejected("AUTH", message, authFix(message, headers, saml) ?? otherwise)
}

/** GitHub's message, sometimes without an error type, for a classic token without a scope. */
export const lacksScopes = /^Your token has not been granted the required scopes\b/

function authFix(message: string, headers: ResponseHeaders, saml: boolean): string | undefined {
  const url = ssoUrl(headers)
  if (url !== undefined) return `Authorize the token for the organization's single sign-on: ${url}`
  if (saml || /\bSAML\b/.test(message)) {
    return "Authorize the token for the organization's single sign-on at https://github.com/settings/tokens"
  }
  const scopes = missingScopes(message)
  if (scopes !== undefined) {
    return `Add one of the scopes ${scopes} to the token, for example with \`gh auth refresh --scopes\``
  }
  const fix = scopeFix(headers)
  if (fix !== undefined) return fix
  const permissions = header(headers, "x-accepted-github-permissions")
  if (permissions !== undefined) return `Grant the token the permission ${permissions}`
  if (/not accessible by (?:integration|personal access token)/i.test(message)) {
    return "Grant the token access to this repository and the required permission"
  }
  return undefined
}

/** GitHub lists the scopes only in the message, as a Ruby array. */
function missingScopes(message: string): string | undefined {
  const list = message.match(/following scopes: \[([^[\]]*)\]/)?.[1]
  return list?.replaceAll(/['"]/g, "")
}

/** The scope to add, if the token has none of those that GitHub lists for the request. */
export function scopeFix(headers: ResponseHeaders): string | undefined {
  const accepted = listed(headers, "x-accepted-oauth-scopes")
  // Fine-grained tokens have permissions instead of scopes, and no such header.
  if (headers["x-oauth-scopes"] === undefined || accepted.length === 0) return undefined
  const held = listed(headers, "x-oauth-scopes")
  if (accepted.some((scope) => held.includes(scope))) return undefined
  const has = held.length > 0 ? `it has ${held.join(", ")}` : "it has none"
  return `Add one of the scopes ${accepted.join(", ")} to the token (${has}), for example with \`gh auth refresh --scopes\``
}

function listed(headers: ResponseHeaders, name: string): string[] {
  const scopes = (header(headers, name) ?? "").split(",").map((scope) => scope.trim())
  return scopes.filter((scope) => scope !== "")
}
