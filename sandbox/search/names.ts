import { canSee, type Session } from "../state/index.js"
import { PEOPLE } from "./people-qualifiers.js"
import { invalidSearch, UnmodelledSearch } from "./refusals.js"
import { accountOf, SCOPES } from "./terms.js"
import { type Term, tokensOf } from "./tokens.js"

const NO_SCOPE =
  "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them."
const NO_USER =
  "The listed users cannot be searched either because the users do not exist or you do not have permission to view the users."

/** Over REST, a search whose scopes all do not exist, or are hidden, is an error. */
export function checkNames(store: Session, text: string): void {
  const terms = termsOf(text)
  const scopes = terms.filter((term) => SCOPES.includes(term.qualifier))
  if (scopes.length > 0 && !scopes.some((term) => isThere(store, term))) {
    throw invalidSearch(NO_SCOPE)
  }
  const people = terms.filter((term) => PEOPLE.includes(term.qualifier) && term.value !== "*")
  const unknown = people.filter((term) => accountOf(store, term.value) === undefined)
  const [first] = unknown
  if (!first) return
  if (unknown.length === people.length) throw invalidSearch(NO_USER)
  throw new UnmodelledSearch(`\`${first.text}\` names no account, while other terms do`)
}

/** Terms that are not negated. */
function termsOf(text: string): Term[] {
  const tokens = tokensOf(text)
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1]
    const isNegated =
      before?.kind === "minus" || (before?.kind === "operator" && before.operator === "NOT")
    return token.kind === "term" && !isNegated ? [token] : []
  })
}

function isThere(store: Session, { qualifier, value }: Term): boolean {
  if (qualifier !== "repo") return value === "@me" || store.accountByLogin(value) !== undefined
  const [owner = "", name = ""] = value.split("/")
  const repository = store.repositoryByName(owner, name)
  return repository !== undefined && canSee(store, repository)
}
