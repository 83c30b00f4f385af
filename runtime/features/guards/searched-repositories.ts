/** Reads the query of a search. Only modules of capabilities that search import this. */
import type { Sendable } from "../../client/index.js"

/**
 * The repositories that a search is limited to; undefined if that is unknown. GitHub combines several
 * `repo:`, `user:` and `org:` qualifiers as a union. Only its search for issues has alternatives and parentheses.
 */
export function searchedRepositories({ graphql }: Sendable, input: unknown): string[] | undefined {
  const { query, ...others }: Record<string, unknown> = Object(input)
  if (typeof query !== "string" || /[\\“-‟]|[^\S\t\n\r ]/.test(query)) return undefined
  // Another string of the input may become part of the search query.
  if (Object.values(others).some((one) => typeof one === "string" && !/^[\w.+/=-]*$/.test(one))) {
    return undefined
  }
  // Quoted text is searched for literally.
  const pieces = query.split('"')
  if (pieces.length % 2 === 0) return undefined
  const bare = pieces.filter((_, at) => at % 2 === 0).join('"')
  // Negated parentheses, and parentheses and quotes within a word.
  if (/[^\s(]\(|[-!]\s+\(|\)[^\s)]|[^\s:,(-]"/.test(bare)) return undefined
  const repositories: string[] = []
  let form = ""
  for (const word of bare.match(/[()]|[^\s()"]+/g) ?? []) {
    const [, one] = /^repo:([\w.-]+\/[\w.-]+)$/i.exec(word) ?? []
    if (one !== undefined) repositories.push(one)
    else if (!/^(?:OR|AND)$/.test(word) && unprovable.test(word)) return undefined
    form += /[()]/.test(word) ? word : word === "OR" ? "|" : one === undefined ? "0" : "1"
  }
  if (/[|()]/.test(form) && !/\btype\s*:\s*ISSUE\b/.test(graphql?.operation.document ?? ""))
    return undefined
  return isLimited(form) ? repositories : undefined
}

/** Matched anywhere in a word: GitHub does not document the meaning of `!user:` or `x,repo:`. */
const unprovable = /^(?:or|not|and)$|(?:user|org|owner|enterprise|repo|repository):/i

/** Whether each alternative of a search has a term `1`, which limits it. GitHub nests five levels. */
function isLimited(form: string, levels = 5): boolean {
  if (levels === 0 || !/[()]/.test(form))
    return form.split("|").every((terms) => /^0*1[01]*$/.test(terms))
  const flat = form.replaceAll(/\(([01|]*)\)/g, (_, inner) => (isLimited(inner) ? "1" : "0"))
  return isLimited(flat, levels - 1)
}
