/** The public types. They import nothing from other folders: neither internals of the sandbox nor its libraries. */
export type { Applied } from "./applied.js"
export type { Fault, FaultMatch, GraphQLFault } from "./faults.js"
export type { GhOptions, ServedGh } from "./gh.js"
export type { LoggedRequest, LogLimit } from "./log.js"
export type { SandboxOptions } from "./options.js"
export type { Sandbox } from "./sandbox.js"
export type * from "./seed.js"
export type * from "./seed-rules.js"
