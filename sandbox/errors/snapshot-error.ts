/** A value that is not a snapshot, is broken, or has another version. */
export class SnapshotError extends Error {
  constructor(reason: string) {
    super(`The sandbox cannot restore the snapshot: ${reason}.`)
    this.name = "SnapshotError"
  }
}
