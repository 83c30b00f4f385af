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
