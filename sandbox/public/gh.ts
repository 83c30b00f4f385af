export interface GhOptions {
  /** Folder for gh's configuration; a fresh one by default. It is not removed. */
  configDir?: string
  /** The token that gh sends; the default viewer's by default. */
  token?: string
}

export interface ServedGh {
  /** Variables for the environment of the `gh` process. */
  env: Record<string, string>
  /** Stops listening and removes the temporary folders. `sandbox.close()` also does that. */
  close(): Promise<void>
}
