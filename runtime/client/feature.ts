/** The facts by which a feature decides whether it concerns a call. */
export interface CallFacts {
  readonly key?: string
}

/** A function around calls of a client, such as its interceptors. The core knows no feature by its name. */
export interface ClientFeature {
  readonly name: string
  /** The lowest is the outermost. Fixed by the feature, because the order is part of security. */
  readonly rank: number
  /** Whether it concerns a call. */
  concerns(call: CallFacts): boolean
  /** Loads the function: a `Layer` of `call/`, whose types depend on those of a client. */
  load(): Promise<unknown>
}
