/** Somebody pressed Ctrl-C while a call was under way. */
export class Interrupted extends Error {
  override readonly name = "Interrupted"

  /** @param writes - whether the call may have changed something by then */
  constructor(readonly writes: boolean) {
    super("interrupted")
  }
}
