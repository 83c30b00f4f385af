import type { RouteEmitter } from "../../../emit/index.js"
import { containsPart, type Expression } from "../../../path/index.js"
import { restRoute } from "./route.js"
import { answerTypes } from "./types.js"

export const restEmitter: RouteEmitter = {
  types: ({ rest }) => (rest ? answerTypes(rest) : []),
  members: (plan) => (plan.rest ? [restRoute(plan, plan.rest)] : []),
  parts({ rest, permissions }) {
    const { lookups = [], endpoints = [] } = rest ?? {}
    return {
      decidedWrites: endpoints.some(({ facts }) => facts.decided !== undefined),
      restAllPages: endpoints.some(({ facts }) => facts.all_pages !== undefined),
      restBytes: endpoints.some(({ facts }) => facts.bytes),
      restLookups: lookups.length > 0,
      restCursors: endpoints.some(({ paged }) => paged === "cursors"),
      restPages: endpoints.some(({ paged }) => paged === "pages"),
      restPolling: endpoints.some(({ poll }) => poll),
      restPresence: endpoints.some(({ facts }) => facts.presence && facts.method === "GET"),
      restSealing: endpoints.some(({ body }) => body.some(({ expression }) => seals(expression))),
      restTexts: endpoints.some(({ facts }) => facts.accept !== undefined && !facts.bytes),
      tokenScopes: rest !== undefined && permissions?.scopes !== undefined,
    }
  },
}

const seals = (one: Expression): boolean =>
  containsPart(one, (part) => part.kind === "helper" && part.name === "seal")
