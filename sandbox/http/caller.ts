import type { IncomingMessage } from "node:http"
import type { Viewer } from "../state/index.js"
import { ANONYMOUS, isAnonymous } from "./anonymous.js"
import type { Counted } from "./rate-limit.js"

/** The sender of a request. */
export interface Caller {
  /** Undefined if the sandbox does not know the credential. */
  viewer: Viewer | undefined
  /** The rate limit that the request counts against. */
  counted: Counted
}

export function callerOf(
  viewerOf: (token: string) => Viewer | undefined,
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
): Caller {
  const viewer = headers.authorization
    ? tokensIn(headers.authorization).map(viewerOf).find(Boolean)
    : ANONYMOUS
  // A Unix socket has no address, but is local.
  const address = socket.remoteAddress ?? "127.0.0.1"
  return {
    viewer,
    counted: viewer && !isAnonymous(viewer) ? { account: viewer.account } : { address },
  }
}

/**
 * Candidates for the token in the header. In Basic authentication it is the password, with any user name. git sends
 * it as the user name, with no password or a filler.
 */
export function tokensIn(authorization: string): string[] {
  const [, scheme = "", value = ""] = /^(\w+)\s+(.+)$/.exec(authorization.trim()) ?? []
  switch (scheme.toLowerCase()) {
    case "bearer":
    case "token":
      return [value]
    case "basic": {
      const [, name = "", password = ""] =
        /^([^:]*):?(.*)$/s.exec(Buffer.from(value, "base64").toString("utf8")) ?? []
      return [password, name]
    }
    default:
      return []
  }
}
