import type { Failure } from "../errors/index.js"
import type { Numbered } from "../routes/index.js"

/**
 * A number that was not found, said as what it is. GitHub counts issues and pull requests together and
 * says of one that there is no such other; to ask costs a request, and only where a call has failed.
 */
export async function wrongKind(
  failure: Failure,
  id: string,
  input: unknown,
  isPull: (numbered: Numbered) => Promise<boolean>,
): Promise<Failure> {
  const { owner, repo, issue_number: number }: Record<string, unknown> = Object(input)
  if (typeof number !== "number") return failure
  // Something else that the call names may be what is missing: a label, or the repository.
  const isNumbers = new RegExp(`(?:number of|issue_number) ${number}\\b`).test(failure.message)
  if (!isNumbers) return failure
  if (!(await isPull({ owner, repo, number }))) return failure
  return {
    ...failure,
    message: `${number} is a pull request, and ${id} takes issues: ${failure.message}`,
    details: {
      ...failure.details,
      fix: 'Use a capability for pull requests, which `list_capabilities("pr")` lists, or give the number of an issue',
    },
  }
}
