export interface GhOptions {
  /** Folder for gh's configuration; a fresh one by default. It is not removed. */
  configDir?: string
  /** The token that gh sends; the default viewer's by default. */
  token?: string
}

export interface ServedGh {
  /** Variables for the environment of the `gh` process. */
  env: Record<string, string>
  /** Stops listening and takes the temporary folders away; `sandbox.close()` does it too. */
  close(): Promise<void>
}
