import { cliRoute } from "./cli/index.js"
import { graphqlRoute } from "./graphql/index.js"
import { restRoute } from "./rest/index.js"
import type { CompilerRoute } from "./route/index.js"

export type { CompilerRoute } from "./route/index.js"

/** The routes that cards can have: what the stages do for each, they ask these for. */
export const routes: readonly CompilerRoute[] = [graphqlRoute, restRoute, cliRoute]
