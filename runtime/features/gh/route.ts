import type { Client } from "../../client/index.js"
import { reasonOf, unsupported } from "../../errors/index.js"
import type { Route } from "../../routes/index.js"

const notLoaded = (error: unknown) =>
  unsupported(`The code of the cli route could not be loaded: ${reasonOf(error)}`)

/** `gh`, and everything that only it needs, is loaded by the first call on this route. */
export const cliRoute: Route = {
  type: "cli",
  preflight: (client: Client) =>
    import("./preflight.js").then(({ ghProblem }) => ghProblem(client), notLoaded),
  attempt: async (call) => (await import("./attempt.js")).attempt(call),
}
