import { expectUse } from "./unawaited.js"

/** How a step or chain is executed: alone, or as part of a chain. */
export type Use = "alone" | "chain"

/** Guards a step or a chain against being sent twice, and against being forgotten. */
export interface SingleUse {
  /** Reserves it for its one use; throws when it has had it. */
  claim(use: Use): void
  /** Its result was requested, so it was not forgotten. */
  asked(): void
}

/**
 * @param subject - its name in messages: `Step issue.view`
 * @param content - what is not sent unless awaited: `issue.view`; only called then
 */
export function singleUse(subject: string, content: () => string): SingleUse {
  const asked = expectUse(content)
  let used: Use | undefined
  const claim = (use: Use) => {
    if (used !== undefined) {
      const before = used === "alone" ? "already ran by itself" : "already belongs to a chain"
      const after = use === "alone" ? "run by itself" : "join a chain"
      throw new Error(
        `${subject} ${before} and cannot ${after}: call the capability again for a new one`,
      )
    }
    used = use
    asked()
  }
  return { claim, asked }
}
