/** Describes capabilities and their calls in few words, for terminals, pipes and models. */
import { explain, listCapabilities } from "../../../generated/calls.js"
import { compiler } from "../../../generated/on-demand.js"
import { catalog, registry } from "../../../generated/registry.js"
import {
  type CapabilitySummary,
  isFound,
  isOperation,
  knownIn,
  type ResultError,
  searchCapabilities,
} from "../../../runtime/index.js"
import { summaryOf } from "../../../runtime/properties/index.js"
import { contractOf } from "../input/index.js"

/** Maximum number of capabilities found by a phrase. */
export const mostFound = 5

/** Descriptions of what was requested, and unknown names. */
export interface Discovered {
  readonly texts: readonly string[]
  readonly errors: readonly ResultError[]
}

/** Which capabilities the caller may use. */
export interface View {
  readonly isAllowed: (one: CapabilitySummary) => boolean
  /** Whether to explain operations without a capability, and to offer them if no capability fits. */
  readonly operations: boolean
  /** Formats a capability of a domain, or one that a phrase found; its signature by default. */
  readonly line?: (one: CapabilitySummary) => Promise<string>
}

const everything: View = { isAllowed: () => true, operations: true }

/**
 * Explains ids, domains and phrases. For an id, it returns everything that a call needs; for a domain, how to call
 * each capability; for a phrase, the matching capabilities.
 */
export async function discovered(
  asked: readonly string[],
  view: View = everything,
): Promise<Discovered> {
  const all = await Promise.all(asked.map((one) => discover(one, view)))
  return {
    texts: all.flatMap((one) => (typeof one === "string" ? [one] : [])),
    errors: all.flatMap((one) => (typeof one === "string" ? [] : [one])),
  }
}

async function discover(asked: string, view: View): Promise<string | ResultError> {
  const isOther = view.operations && isOperation(asked)
  const contract = isOther || !isOperation(asked) ? await contractOf(asked) : undefined
  if (contract) return summaryOf(contract, (await catalog())[asked])
  if (isDomain(asked)) {
    const all = await listCapabilities({ domain: asked, signatures: true })
    const { isAllowed, line = async (one) => callText(one) } = view
    return (await Promise.all(all.filter(isAllowed).map(line))).join("\n")
  }
  if (isOther || looksLikeId(asked)) {
    const envelope = await explain(asked as never)
    if (!envelope.ok) return envelope.error
  }
  return foundIn(await listCapabilities({ signatures: true }), asked, view)
}

/** The capabilities that match a phrase, one per line. If none matches all of it, GitHub's operations are added. */
export async function foundIn(
  all: readonly CapabilitySummary[],
  phrase: string,
  { isAllowed, operations, line = async (one) => lineOf(one) }: View = everything,
): Promise<string> {
  const found = searchCapabilities(all, phrase).filter(isAllowed).slice(0, mostFound)
  const others =
    operations && !isFound(all, phrase) ? await operationsFor(phrase, found.length > 0) : []
  return [...(await Promise.all(found.map(line))), ...others].join("\n") || nothingNear(phrase)
}

/**
 * Documented operations for tasks that perhaps no capability covers.
 *
 * @param isNear - whether capabilities match a part of the phrase
 */
async function operationsFor(phrase: string, isNear: boolean): Promise<string[]> {
  const found = await (await compiler()).search(phrase)
  const lead = isNear ? "If no capability fits, use" : "No capability; use"
  return found.map(({ operation, title }) => `${lead} the operation ${operation}: ${title}`)
}

/** The answer to a phrase of which no word is known. */
const nothingNear = (phrase: string): string =>
  `No capability matches ${JSON.stringify(phrase)}. The domains are ${domains().join(", ")}`

/** Splits words into ids and domains, or keeps them together as a phrase. */
export function apart(words: readonly string[]): readonly string[] {
  const eachItself = words.every((word) => looksLikeId(word) || isDomain(word) || / /.test(word))
  return eachItself ? words : [words.join(" ")]
}

const looksLikeId = (word: string) => /^\w+(?:\.\w+)+$/.test(word)

const isDomain = (word: string) =>
  [...knownIn(registry).keys()].some((id) => id.startsWith(`${word}.`))

function domains(): string[] {
  return [...new Set([...knownIn(registry).keys()].map((id) => id.split(".")[0] ?? ""))]
}

/** `issue.close(owner, repo, issue_number, state_reason?) write: Close an issue and say why.` */
export function lineOf(one: CapabilitySummary): string {
  return `${callText(one)}: ${one.description}`
}

function callText({ id, signature = id, effect }: CapabilitySummary): string {
  return effect === "read" ? signature : `${signature} ${effect}`
}
