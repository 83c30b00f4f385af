import type { Client } from "../../client/index.js"
import type { Route } from "../route/index.js"

/** `gh`, and everything that only it needs, is loaded by the first call that takes this route. */
export const cliRoute: Route = {
  type: "cli",
  serves: (definition) => definition.cli !== undefined,
  preflight: async (client: Client) => (await import("./preflight.js")).obstacle(client),
  attempt: async (call) => (await import("./attempt.js")).attempt(call),
}
