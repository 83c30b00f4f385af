import { type Failure, permanent, reasonOf } from "../errors/index.js"

/** A token, or a function that returns a fresh one. */
export type TokenSource = string | (() => string | Promise<string>)

export type Token = { ok: true; value: string | undefined } | { ok: false; failure: Failure }

/** The credentials of a client. */
export interface Credentials {
  /** The reason why no request is possible; undefined if one is. It only asks gh, and only once. */
  missing(): Failure | undefined | Promise<Failure | undefined>
  /** The token to send; no value if Octokit brings its own. Returned without a promise if it is known. */
  token(): Token | Promise<Token>
  /** Every known token, so that messages can be redacted. */
  readonly secrets: ReadonlySet<string>
  /** Remembers a token from another source. */
  remember(token: string): void
}

// Maximum number of remembered tokens: a token function that rotates them hourly must not make the set grow without
// limit.
const remembered = 8

// `fetch` refuses a header with any other character, by an error that contains the header.
const sendable = /^[\x21-\x7e]+$/

/** Credentials of a client for `host`; `fix` is the advice if there is no token. */
export function credentialsOf(
  source: TokenSource | undefined,
  host: string,
  fix: string,
): Credentials {
  const { secrets, remember } = lastTokens()
  if (typeof source === "string" && source !== "") remember(source)
  const none = () => unauthenticated(`There is no token for ${host}`, fix)
  const problemOf = (token: string | undefined): Failure | undefined => {
    if (!token) return none()
    if (sendable.test(token)) return undefined
    const message = `The token for ${host} holds characters that no token has`
    return unauthenticated(message, "Look for a line break or a space that was copied along")
  }

  if (typeof source !== "function") {
    const failure = problemOf(source)
    const token: Token = failure ? { ok: false, failure } : { ok: true, value: source }
    return { secrets, remember, missing: () => failure, token: () => token }
  }
  return {
    secrets,
    remember,
    missing: () => undefined,
    async token() {
      try {
        const value = await source()
        const failure = problemOf(value)
        if (failure) return { ok: false, failure }
        remember(value)
        return { ok: true, value }
      } catch (error) {
        const message = `The token function for ${host} failed: ${reasonOf(error)}`
        return { ok: false, failure: unauthenticated(message, fix) }
      }
    },
  }
}

/** Credentials of a client whose Octokit authenticates by itself. */
export function octokitCredentials(): Credentials {
  return {
    ...lastTokens(),
    missing: () => undefined,
    token: () => ({ ok: true, value: undefined }),
  }
}

/** Credentials of a client that must not send any; `message` says why. */
export function noCredentials(message: string, fix: string): Credentials {
  const failure = unauthenticated(message, fix)
  return { ...lastTokens(), missing: () => failure, token: () => ({ ok: false, failure }) }
}

function lastTokens(): { secrets: Set<string>; remember(token: string): void } {
  const secrets = new Set<string>()
  return {
    secrets,
    remember(token) {
      // Moves the token to the end of the set, so that it is removed last.
      secrets.delete(token)
      secrets.add(token)
      const [oldest] = secrets
      if (secrets.size > remembered && oldest !== undefined) secrets.delete(oldest)
    },
  }
}

/** Credentials of a client without a token that may use gh's login. */
export function loginCredentials(
  ask: () => Promise<string | undefined>,
  host: string,
  fix: string,
): Credentials {
  let login: Promise<string | undefined> | undefined
  const known = async (): Promise<string> => {
    login ??= ask()
    const token = await login.catch((error: unknown) => {
      login = undefined
      throw error
    })
    // The user may log in while a long-lived process runs.
    if (token === undefined) login = undefined
    return token ?? ""
  }
  const credentials = credentialsOf(known, host, fix)
  const missing = async () => {
    const token = await credentials.token()
    return token.ok ? undefined : token.failure
  }
  return { ...credentials, missing }
}

function unauthenticated(message: string, fix: string): Failure {
  return permanent("AUTH", "not_sent", message, { fix })
}
