/** A snapshot that is none, is broken, or is of another version. */
export class SnapshotError extends Error {
  constructor(reason: string) {
    super(`The sandbox cannot restore the snapshot: ${reason}.`)
    this.name = "SnapshotError"
  }
}
