/** The exports of the runtime that modules of capabilities and shapes call. */
export { contentWarnings, decidedWrites, nodeIds, requirements } from "./call/index.js"
export { type CallInput, capability, listCapability } from "./capability/index.js"
export { cliRoute, isDestructive, searchedRepositories } from "./features/index.js"
export * from "./path/index.js"
export {
  graphqlAllPages,
  graphqlLookups,
  graphqlPages,
  graphqlSearch,
  graphqlWrites,
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
  writes,
} from "./routes/index.js"
export { rareKeywords } from "./validation/index.js"
