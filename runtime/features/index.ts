/** What clients do besides sending calls. */
export { allPages } from "./all-pages/index.js"
export { type DryRunClient, dryRunClient, type UnsentRequest } from "./dry-run/index.js"
export { fields } from "./fields/index.js"
export { cliRoute, type GhOptions, gh } from "./gh/index.js"
export {
  type CallLimits,
  type CapabilityPattern,
  type GuardOptions,
  guardOf,
  guards,
  isDestructive,
  isOfOperations,
  loadAdmitLater,
  matches,
  searchedRepositories,
  summandsOf,
  type WithPatterns,
} from "./guards/index.js"
export {
  type Handler,
  type InterceptedCall,
  type Interceptor,
  interceptors,
  type ObservedWrite,
  observeWrites,
  refuse,
} from "./interceptors/index.js"
export { type OctokitAuth, octokit } from "./octokit/index.js"
export { once } from "./once/index.js"
export {
  type ClientOptions,
  clientOptions,
  createClient,
  type EnvironmentOptions,
  environmentClient,
  environmentRepository,
  environmentToken,
  fromEnvironment,
  type WarnedResult,
} from "./options/index.js"
export { rememberedIds } from "./remembered-ids/index.js"
export { type CachedResponse, type ResponseCache, responseCache } from "./response-cache/index.js"
export { loadUntrusted, untrusted } from "./untrusted/index.js"
export { withinBudget } from "./within-budget/index.js"
