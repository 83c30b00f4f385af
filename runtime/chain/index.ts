export { chain } from "./chain.js"
export { ChainAborted } from "./chain-aborted.js"
export { type ChainEntry, runChain } from "./run-chain.js"
export type { Chain, ChainItem, ChainOptions, ChainResults } from "./types.js"
