const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:([\w.-]+\/[\w.-]+))?#(\d+)\b/gi

/** An issue after a closing keyword in a body: `Fixes #1`, `Closes owner/name#1`. */
export interface ClosedIssue {
  /** `owner/name`; undefined for an issue of the same repository. */
  readonly repository: string | undefined
  readonly number: number
}

export const closedIssuesIn = (text: string): ClosedIssue[] =>
  [...text.matchAll(CLOSING)].map(([, repository, number]) => ({
    repository,
    number: Number(number),
  }))

export const closedNumbers = (text: string): number[] => [
  ...new Set(closedIssuesIn(text).map(({ number }) => number)),
]
