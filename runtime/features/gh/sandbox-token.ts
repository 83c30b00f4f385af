import { permanent } from "../../errors/index.js"
import { type Credentials, credentialsOf, networkFailure, type Token } from "../../http/index.js"

/** The credentials that a sandbox on this machine provides; otherwise those of `login`. */
export function sandboxCredentials(
  rest: string,
  fix: string,
  login: Credentials,
  fetch: typeof globalThis.fetch | undefined,
): Pick<Credentials, "token" | "missing"> {
  let asking: Promise<Token | null> | undefined
  const token = async (): Promise<Token> => {
    asking ??= sandboxToken(rest, fix, fetch)
    const known = await asking
    if (known?.ok && known.value) login.remember(known.value)
    else if (known?.ok) asking = undefined
    return known ?? login.token()
  }
  const missing = async () => {
    const known = await token()
    return known.ok ? undefined : known.failure
  }
  return { token, missing }
}

/**
 * The token that a sandbox on this machine gives to callers without one; undefined if nothing listens at
 * the address, null if the server is no sandbox.
 */
async function sandboxToken(
  rest: string,
  fix: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Token | null> {
  const url = new URL("/.well-known/ghx-sandbox", rest)
  const { host } = url
  const failed = (message: string): Token => ({
    ok: false,
    failure: permanent("AUTH", "not_sent", message, { fix }),
  })
  let body: unknown
  try {
    const signal = AbortSignal.timeout(30_000)
    const answer = await fetch(url, { signal, redirect: "manual" })
    const text = answer.ok ? await answer.text() : ""
    body = text.startsWith("{") && JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    const { outcome } = await networkFailure(error, host, true, false)
    // If nothing listens, the call itself reports that best.
    if (outcome === "not_sent") return { ok: true, value: undefined }
    return failed(`There is no token for ${host}, which does not say whether it is a sandbox`)
  }
  const { sandbox, token }: { sandbox?: unknown; token?: unknown } = Object(body)
  if (sandbox !== "ghx" || typeof token !== "string") return null
  const known = await credentialsOf(token, host, fix).token()
  return known.ok ? known : failed(`The sandbox at ${host} returned a token that cannot be sent`)
}
