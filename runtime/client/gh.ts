import type { Failure } from "../errors/index.js"
import type { Token } from "../http/index.js"

/** How a client runs `gh`. */
export interface Gh {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | undefined
  /** Whether the client brings a token. Without one, gh uses its own login. */
  readonly hasToken: boolean
  /** The token for gh; no value if gh uses its own login. */
  token(): Promise<Token>
  /** In a dry run: records a command instead of running it. */
  note?(argv: readonly string[]): Failure
}
