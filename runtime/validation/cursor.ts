import { type PageRequest, readCursor } from "../input/index.js"
import type { InputContract } from "./input-contract.js"

/** What is wrong with the cursor of a list over REST, and what to do. */
export interface CursorProblem {
  readonly message: string
  readonly fix: string
}

/** A page is counted in pages of its own size: with another one, items would be skipped or come twice. */
export function cursorProblem({ rest }: InputContract, input: unknown): CursorProblem | undefined {
  if (!rest?.endpoints.some(({ paged }) => paged)) return undefined
  const { first, after }: { first?: unknown; after?: unknown } = Object(input)
  if (typeof after !== "string") return undefined
  const page: PageRequest | undefined = readCursor(after)
  if (page === undefined) {
    return {
      message: "expected an end_cursor of this list, found another text",
      fix: "Pass the end_cursor of the page before as it is, or leave `after` out for the first page",
    }
  }
  if (page.size === first) return undefined
  return {
    message: `made with first: ${page.size}, and cannot go on with first: ${first}`,
    fix: `Give first: ${page.size} with this cursor, or leave \`after\` out and begin again`,
  }
}
