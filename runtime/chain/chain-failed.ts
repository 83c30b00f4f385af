import type { ChainResultEnvelope, ChainStepResult, ErrorCode } from "../envelope/index.js"

/** The message of a valid step whose chain was rejected because of another step. */
export const heldBackMessage = "Not sent: another step made the chain invalid"

type Settled = ChainResultEnvelope<ChainStepResult<string, unknown>[]>

// The message names only the first failures; `envelope` has all.
const mostNamed = 3

/**
 * Thrown by a chain's `orThrow()` if a step failed. `envelope` holds the result of every step, including
 * those that GitHub executed. `code` is that of the first step that failed by itself.
 */
export class ChainFailed extends Error {
  override readonly name = "ChainFailed"
  readonly code: ErrorCode
  readonly envelope: Exclude<Settled, { status: "success" }>
  /** The results in the shape of the chain; a list as in `envelope` if its steps have no names. */
  readonly results: unknown

  /** @param labels - names the steps; by default their positions and capabilities do */
  constructor(
    envelope: ChainFailed["envelope"],
    labels: readonly string[] = envelope.results.map(({ task }, index) => `#${index} ${task}`),
    results: unknown = envelope.results,
  ) {
    const failures = envelope.results.flatMap((result, index) =>
      result.ok ? [] : [{ ...result, index }],
    )
    const isHeldBack = ({ error: { message, details } }: (typeof failures)[number]) =>
      message === heldBackMessage || details?.recorded !== undefined
    const [first, ...others] = [
      ...failures.filter((one) => !isHeldBack(one)),
      ...failures.filter(isHeldBack),
    ]
    const named = [first, ...others].slice(0, mostNamed).flatMap((failure) => {
      if (!failure) return []
      const { index, error } = failure
      const because = error.details?.because
      // The reason is that of the other step.
      const reason = labels.some((label) => label === because)
        ? `Not sent: ${because} failed`
        : error.message
      return [`${labels[index]}: ${reason}`]
    })
    const more = failures.length > mostNamed ? [`and ${failures.length - mostNamed} more`] : []
    const { failed, total } = envelope.meta
    super(`${failed} of ${total} steps failed: ${[...named, ...more].join("; ")}`)
    this.code = first?.error.code ?? "UNKNOWN"
    this.envelope = envelope
    this.results = results
  }
}
