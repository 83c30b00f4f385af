import type { Sandbox } from "../index.js"
import { rest } from "./rest-client.js"

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")

/** A JWT as Apps send it; the signature counts for nothing. */
export function jwt(changes: object = {}): string {
  const now = Math.floor(Date.now() / 1000)
  return `${encoded({})}.${encoded({ iss: 1, iat: now - 30, exp: now + 570, ...changes })}.c2lnbmVk`
}

/** What the operation needs: a JWT, a token of an installation, or a token. */
export async function tokenFor(sandbox: Sandbox, operation: string): Promise<string> {
  // The invited account of the examples.
  if (operation.includes(" /user/repository_invitations/")) return "hubot-token"
  if (/ \/app(?:\/|$)|\/installation$/.test(operation)) return jwt()
  const isOfChecks = /^(?!GET ).*\/check-(?:runs|suites)/.test(operation)
  if (!isOfChecks && !operation.includes(" /installation/")) return sandbox.token
  const call = "POST /app/installations/1/access_tokens"
  return (await rest(sandbox, call, undefined, { token: jwt() })).body.token
}
