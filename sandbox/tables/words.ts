/** A run of letters and digits, or one emoji. Other characters are not searched. */
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu

/** The words of a string in order, in lower case. */
export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? []

export const distinctWords = (text: string): string[] => [...new Set(wordsIn(text))]

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

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
const NUMBER = /(?<![\w/&#-])(?:([\w-]+\/[\w.-]+))?(?:#|\bGH-)(\d+)\b/g
const ADDRESS = /\/\/[^/\s]+\/([\w-]+\/[\w.-]+)\/(?:issues|pull)\/(\d+)\b/g

/** An issue or pull request that a body names: `#1`, `owner/name#1`, or its address. */
export interface Mention {
  /** `owner/name`; undefined for one of the same repository. */
  readonly repository: string | undefined
  readonly number: number
}

export function mentionsIn(text: string): Mention[] {
  // Fast path: most bodies have no mention.
  if (!/[#/]|GH-/.test(text)) return []
  const prose = text.replace(CODE, " ")
  return [...prose.matchAll(NUMBER), ...prose.matchAll(ADDRESS)].map(([, repository, number]) => ({
    repository,
    number: Number(number),
  }))
}

export const mentionedNumbers = (text: string): number[] => [
  ...new Set(mentionsIn(text).map(({ number }) => number)),
]
