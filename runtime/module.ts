/** The exports of the runtime that modules of capabilities and shapes call. */
export {
  type CallInput,
  capability,
  decidedWrites,
  graphqlLookups,
  graphqlPages,
  graphqlWrites,
  listCapability,
  nodeIds,
  requirements,
  restAllPages,
  restBytes,
  restCursors,
  restLookups,
  restPages,
  restPolling,
  restPresence,
  restSealing,
  restTexts,
  tokenScopes,
} from "./capability/index.js"
export * from "./path/index.js"
