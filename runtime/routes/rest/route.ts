import { notLoaded } from "../../errors/index.js"
import type { Route } from "../route/index.js"

let attempt: Route["attempt"] | undefined

/** Most calls take GraphQL, so the code of this route is loaded by the first call on it. */
export const restRoute: Route = {
  type: "rest",
  preflight: (client) => client.unauthenticated(),
  attempt: (call) =>
    attempt?.(call) ??
    import("./attempt.js").then(
      (loaded) => {
        attempt = loaded.attempt
        return attempt(call)
      },
      (error) => ({ ok: false, failure: notLoaded("the REST route", error) }),
    ),
}
