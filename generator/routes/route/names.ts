const IN_FULL: Readonly<Record<string, string>> = { pr: "pull request", repo: "repository" }

/** `pr.thread.resolve` → `Resolve a pull request thread.`: a draft for the author to rephrase. */
export function draftDescription(id: string): string {
  const words = id.split(/[._]/).map((word) => IN_FULL[word] ?? word)
  const verb = words.length > 1 ? (words.pop() ?? "") : "view"
  const nouns = words.join(" ")
  if (verb === "list") return `List the ${nouns.replace(/s?$/, "s")}.`
  const article = /^[aeiou]/.test(nouns) ? "an" : "a"
  const leadingVerb = verb === "view" ? "show" : verb
  return `${leadingVerb.charAt(0).toUpperCase()}${leadingVerb.slice(1)} ${article} ${nouns}.`
}

const LONGEST = 100

/** The first sentence of a description in card style; undefined if there is none. */
export function sentenceOf(description: string | null | undefined): string | undefined {
  const [sentence] = /^[^.]+\./.exec(description?.replaceAll(/\s+/g, " ").trim() ?? "") ?? []
  if (sentence === undefined || sentence.length > LONGEST) return undefined
  return /^\p{Lu}.*\s/u.test(sentence) ? sentence : undefined
}

/** Names with their descriptions; a list if none has one. */
export function members(
  words: readonly (readonly [name: string, keywords: unknown])[],
): readonly string[] | Readonly<Record<string, unknown>> {
  if (words.every(([, keywords]) => keywords === undefined)) return words.map(([name]) => name)
  return Object.fromEntries(words.map(([name, keywords]) => [name, keywords ?? {}]))
}

/** Fields that callers usually need. */
const USUAL = new Set(
  "id number login name title slug state status body description url created_at updated_at".split(
    " ",
  ),
)

/** What an object is or has, one field for each fact. */
const FLAG = /^(?:is|has|can|any|allow)_/

/** At most eight of an object's fields, for the author to extend: the usual ones first, flags last. */
export function startingFields(names: readonly string[]): ReadonlySet<string> {
  const rank = (name: string) => (USUAL.has(name) ? 0 : FLAG.test(name) ? 2 : 1)
  return new Set([...names].sort((one, other) => rank(one) - rank(other)).slice(0, 8))
}
