import type { ChainResultEnvelope, ChainStepResult } from "../envelope/index.js"
import { lazyPromise, type SingleUse } from "../step/index.js"
import { ChainFailed } from "./chain-failed.js"

type Outcome = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

/** Starts the work once, whether awaiting or running with options comes first. */
export function runOnce<Options>(
  subject: string,
  { claim }: SingleUse,
  start: (options: Options | undefined) => Promise<Outcome>,
) {
  let running: Promise<Outcome> | undefined

  const run = async (options?: Options): Promise<Outcome> => {
    if (!running) {
      claim("alone")
      running = start(options)
    } else if (options) {
      throw new Error(`${subject} is already running: options no longer have an effect`)
    }
    return running
  }

  const orThrow = async () => {
    const envelope = await run()
    if (envelope.status !== "success") throw new ChainFailed(envelope)
    return envelope.results.map(({ data }) => data)
  }

  return { run, orThrow, ...lazyPromise(run) }
}
