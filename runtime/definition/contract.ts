import type { RouteType } from "../envelope/index.js"
import type { Effect } from "./capability.js"
import type { JsonSchema } from "./json-schema.js"

/** The contract of a capability: the file `generated/contracts/ID.json`. */
export interface Contract {
  readonly id: string
  readonly version: string
  readonly description: string
  readonly effect: Effect
  /** Running it twice leaves what running it once leaves. */
  readonly idempotent: boolean
  /** Routes in order of preference. */
  readonly routes: readonly RouteType[]
  /** Whether its result comes in pages. */
  readonly list?: true
  readonly input: JsonSchema
  readonly output: JsonSchema
}

/** A contract as imported from its file: TypeScript does not infer schema types from JSON. */
export interface ContractFile {
  readonly default: unknown
}
