import { type Failure, rejected } from "./failure.js"
import { shorten } from "./shorten.js"
import { type ResponseHeaders, serverFailed } from "./transient.js"

/**
 * The failure of a server to which GitHub redirects, such as the store of artifacts and logs. It never gets the
 * token, so its refusal says nothing about the token.
 */
export function storageFailure(
  host: string,
  status: number,
  headers: ResponseHeaders,
  body: unknown,
): Failure {
  const text = typeof body === "string" ? body.slice(0, 10_000) : ""
  const why = ["Code", "Message"]
    .flatMap((name) => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1]?.trim().split("\n", 1) ?? [])
    .filter((one) => one !== "")
  const reason = why.length > 0 ? `: ${shorten(why.join(": "), 300)}` : ""
  const message = `${host}, to which GitHub redirects, answered HTTP ${status}${reason}`
  if (status === 404 || status === 410) {
    return rejected("NOT_FOUND", message, "The stored file may have expired or been deleted")
  }
  const fix =
    "Repeat the call: GitHub signs a new address. If that fails, check the proxy or firewall"
  const failure = serverFailed(message, headers)
  return { ...failure, details: { ...failure.details, fix } }
}
