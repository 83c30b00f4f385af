/** Describes capabilities and their calls in few words, for terminals, pipes and models. */
import { explain, listCapabilities } from "../../../generated/calls.js"
import { compiler } from "../../../generated/on-demand.js"
import { catalog, registry } from "../../../generated/registry.js"
import { bracesOf, briefText, summaryOf } from "../../../runtime/execute/descriptions/index.js"
import {
  type CapabilitySummary,
  type Contract,
  isFound,
  isOperation,
  knownIn,
  type ResultError,
  searchCapabilities,
} from "../../../runtime/index.js"
import { contractOf } from "../input/index.js"

/** Maximum number of capabilities found by a phrase. */
export const mostFound = 3

/** Which capabilities the caller may use. */
export interface View {
  readonly isAllowed: (one: CapabilitySummary) => boolean
  /** Whether to explain operations without a capability, and to offer them if no capability fits. */
  readonly operations: boolean
  /** Whether ids are described for people, with the meaning of each input. */
  readonly isDetailed?: boolean
  /** Formats a capability of a domain, or one that a phrase found; its signature by default. */
  readonly line?: (one: CapabilitySummary) => Promise<string>
  /** The line of each that a phrase finds; otherwise `line`. */
  readonly found?: (one: CapabilitySummary) => Promise<string>
}

export const everything: View = { isAllowed: () => true, operations: true }

/**
 * Explains ids, domains and phrases. For ids, it returns what a call needs; for a domain, its capabilities; for a
 * phrase, the matching capabilities.
 */
export async function discovered(asked: readonly string[], view: View = everything) {
  const all = await Promise.all(asked.map((one) => discover(one, view)))
  const contracts = all.flatMap((one) => (typeof one === "object" && "input" in one ? [one] : []))
  const details = await catalog()
  const lines = view.isDetailed
    ? contracts.map((one) => summaryOf(one, details[one.id]))
    : contracts.length > 0
      ? [briefText(contracts, (id) => details[id])]
      : []
  return {
    texts: [...lines, ...all.flatMap((one) => (typeof one === "string" ? [one] : []))],
    errors: all.flatMap((one) => (typeof one === "object" && "code" in one ? [one] : [])),
  }
}

async function discover(asked: string, view: View): Promise<string | Contract | ResultError> {
  const isOther = view.operations && isOperation(asked)
  const contract = isOther || !isOperation(asked) ? await contractOf(asked) : undefined
  if (contract) return view.isAllowed(contract) ? contract : `${asked} is blocked here`
  if (isDomain(asked)) return domainText(asked, view)
  if (isOther || looksLikeId(asked)) {
    const envelope = await explain(asked as never)
    if (!envelope.ok) return envelope.error
  }
  return foundIn(await listCapabilities({ signatures: true }), asked, view)
}

/** Most capabilities of a domain whose signatures are listed. */
const mostSignatures = 8

async function domainText(domain: string, { isAllowed, line }: View): Promise<string> {
  const all = (await listCapabilities({ domain, signatures: true })).filter(isAllowed)
  if (line) return (await Promise.all(all.map(line))).join("\n")
  if (all.length > mostSignatures) return bracesOf(all.map(({ id }) => id))
  return all.map(callText).join("\n")
}

/** The ids of all capabilities that the caller may use. */
export async function everyCapability({ isAllowed }: View = everything): Promise<string> {
  return bracesOf((await listCapabilities()).filter(isAllowed).map(({ id }) => id))
}

/** The capabilities that match a phrase, one per line. If none matches all of it, GitHub's operations are added. */
export async function foundIn(
  all: readonly CapabilitySummary[],
  phrase: string,
  {
    isAllowed,
    operations,
    line,
    found: own = line ?? (async (one) => lineOf(one)),
  }: View = everything,
): Promise<string> {
  const found = searchCapabilities(all, phrase).filter(isAllowed).slice(0, mostFound)
  const others =
    operations && !isFound(all, phrase) ? await operationsFor(phrase, found.length > 0) : []
  return [...(await Promise.all(found.map(own))), ...others].join("\n") || nothingNear(phrase)
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
