/** The exports of the runtime that modules of capabilities and shapes call. */
export {
  capability,
  graphqlLookups,
  graphqlWrites,
  listCapability,
  nodeIds,
  requirements,
  restBytes,
  restCursors,
  restLookups,
  restPages,
  restPolling,
  restPresence,
  restScopes,
  restSealing,
  restTexts,
} from "./capability/index.js"
export * from "./path/index.js"
