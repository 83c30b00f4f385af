export interface GhOptions {
  /** Where to write gh's configuration; a fresh folder unless given. It is not taken away. */
  configDir?: string
  /** The token that gh sends; the default viewer's unless given. */
  token?: string
}

export interface ServedGh {
  /** What to add to the environment of the `gh` process. */
  env: Record<string, string>
  /** Stops listening and takes the temporary folders away; `sandbox.close()` does it too. */
  close(): Promise<void>
}
