import type { ChainResultEnvelope, ChainStepResult } from "../envelope/index.js"
import { LazyPromise, type SingleUse } from "../step/index.js"
import { ChainFailed } from "./chain-failed.js"

type Outcome = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

/** Starts its work once, whether awaiting or running with options comes first. */
export class RunOnce<Options extends object> extends LazyPromise<Outcome> {
  readonly #use: SingleUse
  readonly #start: (options: Options | undefined) => Promise<Outcome>

  constructor(use: SingleUse, start: (options: Options | undefined) => Promise<Outcome>) {
    super()
    this.#use = use
    this.#start = start
  }

  async run(options?: Options): Promise<Outcome> {
    return this.once(this.#use, options, () => this.#start(options))
  }

  async orThrow() {
    const envelope = await this.run()
    if (envelope.status !== "success") throw new ChainFailed(envelope)
    return envelope.results.map(({ data }) => data)
  }
}
