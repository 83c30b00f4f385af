const ISSUE = [
  String.raw`(?<name>[\w.-]+\/[\w.-]+)?(?:#|\bGH-)(?<number>\d+)\b`,
  String.raw`https?:\/\/[^/\s]+\/(?<inUrl>[\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(?<ofUrl>\d+)\b`,
].join("|")

const CLOSING = new RegExp(
  String.raw`\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:${ISSUE})`,
  "gi",
)

/** An issue after a closing keyword: `Fixes #1`, `Closes owner/name#1`, `Resolves GH-1`, or its URL. */
export interface ClosedIssue {
  /** `owner/name`; undefined for an issue of the same repository. */
  readonly repository: string | undefined
  readonly number: number
}

export const closedIssuesIn = (text: string): ClosedIssue[] =>
  [...text.matchAll(CLOSING)].map(({ groups = {} }) => ({
    repository: groups.name ?? groups.inUrl,
    number: Number(groups.number ?? groups.ofUrl),
  }))

export const closedNumbers = (text: string): number[] => [
  ...new Set(closedIssuesIn(text).map(({ number }) => number)),
]
