import type { ChainResultEnvelope, ChainStepResult } from "../envelope/index.js"
import { LazyPromise, type SingleUse } from "../step/index.js"
import { ChainFailed } from "./chain-failed.js"

type Outcome = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

/** Starts its work once, whether awaiting or running with options comes first. */
export class RunOnce<Options> extends LazyPromise<Outcome> {
  readonly #subject: string
  readonly #use: SingleUse
  readonly #start: (options: Options | undefined) => Promise<Outcome>
  #running: Promise<Outcome> | undefined

  constructor(
    subject: string,
    use: SingleUse,
    start: (options: Options | undefined) => Promise<Outcome>,
  ) {
    super()
    this.#subject = subject
    this.#use = use
    this.#start = start
  }

  async run(options?: Options): Promise<Outcome> {
    if (!this.#running) {
      this.#use.claim("alone")
      this.#running = this.#start(options)
    } else if (options) {
      throw new Error(`${this.#subject} is already running: options no longer have an effect`)
    }
    return this.#running
  }

  async orThrow() {
    const envelope = await this.run()
    if (envelope.status !== "success") throw new ChainFailed(envelope)
    return envelope.results.map(({ data }) => data)
  }
}
