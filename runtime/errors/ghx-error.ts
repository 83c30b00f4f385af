import type { ErrorCode, ResultEnvelope } from "../envelope/index.js"

type FailedEnvelope = Extract<ResultEnvelope<unknown>, { ok: false }>

/** Thrown by `orThrow()` and by list iterators; carries the envelope that the call resolved to. */
export class GhxError extends Error {
  readonly code: ErrorCode
  /** What helps, where anything does: Node prints it below the message. */
  readonly fix?: string
  readonly envelope: FailedEnvelope

  constructor(envelope: FailedEnvelope) {
    const { error, meta } = envelope
    const named = error.message.includes(meta.capability_id)
    super(named ? error.message : `${meta.capability_id}: ${error.message}`)
    this.name = "GhxError"
    this.code = error.code
    const { fix } = error.details ?? {}
    if (fix !== undefined) this.fix = fix
    this.envelope = envelope
  }
}
