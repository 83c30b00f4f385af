import type { CapabilitySummary } from "./explain.js"

/**
 * Synonyms used by people, gh and similar tools. The meaning is several words that all count, or alternatives such as
 * `diff|files`. Phrases come before their words.
 */
const synonyms: readonly (readonly [phrase: string, meant: string])[] = [
  ["pull request", "pr"],
  ["merge request", "pr"],
  ["mr", "pr"],
  ["add reviewer", "reviewers request"],
  ["set labels", "labels update"],
  ["get me", "user me"],
  ["push file", "files commit"],
  ["delete a file", "files commit"],
  ["list open", "list"],
  ["list closed", "list"],
  ["list merged", "list"],
  ["show open", "list"],
  ["show closed", "list"],
  ["find open", "list"],
  ["closed issues", "issue list"],
  ["merged pr", "pr list"],
  ["post a comment", "comments create"],
  ["post", "create"],
  ["leave", "create"],
  ["automatic", "automerge"],
  ["automatically", "automerge"],
  ["output", "logs"],
  ["my profile", "user me"],
  ["profile", "user view"],
  ["person", "user"],
  ["people", "user"],
  ["organization", "org"],
  ["my organization", "user orgs"],
  ["organizations am i in", "user orgs"],
  ["my team", "user teams"],
  ["teams am i in", "user teams"],
  ["in a team", "team members"],
  ["starred", "user starred"],
  ["vulnerable dependencies", "dependabot list"],
  ["vulnerable", "advisories|dependabot"],
  ["vulnerability", "advisories|dependabot"],
  ["package", "security advisories"],
  ["cve", "security advisories"],
  ["codeql", "security code"],
  ["leaked", "security"],
  ["move issue", "issue transfer"],
  ["rename a branch", "branch rename"],
  ["ignore", "dismiss"],
  ["readme", "file"],
  ["react", "reactions add"],
  ["base branch", "update"],
  ["state", "view"],
  ["draft pr", "draft"],
  ["source code", "file"],
  ["content", "file"],
  ["contents", "file"],
  ["add a comment", "comments create"],
  ["comment on a line", "review submit"],
  ["line comment", "review submit"],
  ["with its comments", "context"],
  ["with comments", "context"],
  ["resolve a discussion", "thread resolve"],
  ["resolve discussion", "thread resolve"],
  ["ci status", "checks summary"],
  ["checks pass", "checks summary"],
  ["failing checks", "checks list"],
  ["failed checks", "checks list"],
  ["review threads", "threads"],
  ["open thread", "threads list"],
  ["status in a project", "project item"],
  ["pull request status", "pr checks summary"],
  ["put an issue", "issue item add"],
  ["on the project board", "project items"],
  ["from a project", "project item"],
  ["close a project", "project update"],
  ["on track", "project status"],
  ["card", "item"],
  ["column", "project fields"],
  ["default branch", "repo view"],
  ["ready for review", "ready"],
  ["check out", "checkout"],
  ["changelog", "notes generate"],
  ["review comment", "thread"],
  ["review conversation", "thread"],
  ["unresolved review comments", "threads list"],
  ["unresolved", "threads list"],
  ["request changes", "submit request changes"],
  ["ask for a review", "reviewers request"],
  ["ask somebody for a review", "reviewers request"],
  ["review from", "reviewers"],
  ["waiting for review", "pr search"],
  ["add a review", "review submit"],
  ["approve", "approve|submit"],
  ["approved", "reviews"],
  ["thumbs up", "reactions add"],
  ["emoji", "reactions"],
  ["like", "reactions"],
  ["file a", "create"],
  ["open issues", "list issue"],
  ["open pr", "list pr"],
  ["open", "create|reopen"],
  ["new", "create"],
  ["make", "create"],
  ["write", "create"],
  ["edit", "update"],
  ["change", "update"],
  ["changes", "diff|files"],
  ["changed files", "files list"],
  ["rename", "update"],
  ["modify", "update"],
  ["show", "view"],
  ["get", "view"],
  ["read", "view"],
  ["find", "search"],
  ["filter", "list"],
  ["all", "list"],
  ["erase", "delete"],
  ["destroy", "delete"],
  ["discard", "delete"],
  ["retry", "rerun"],
  ["restart", "rerun"],
  ["trigger", "dispatch"],
  ["pipeline", "run|workflow"],
  ["build", "workflow|run"],
  ["action", "workflow"],
  ["ci", "run|checks"],
  ["why", "failure"],
  ["fail", "failure|failed"],
  ["failing", "failure|failed|checks"],
  ["pass", "checks"],
  ["turn on", "enable"],
  ["turn off", "disable"],
  ["when checks pass", "automerge enable"],
  ["can be merged", "mergeability"],
  ["can this be merged", "mergeability"],
  ["conflict", "mergeability"],
  ["bug", "issue"],
  ["ticket", "issue"],
  ["task", "issue"],
  ["board", "project"],
  ["kanban", "project"],
  ["conversation", "thread"],
  ["answer", "reply"],
  ["respond", "reply"],
  ["duplicate", "close"],
  ["unassign", "assignees remove"],
  ["assign", "assignees add"],
  ["can be assigned", "assignables"],
  ["assigned to", "assignees"],
  ["label an", "labels add"],
  ["to milestone", "milestone set"],
  ["blocked", "blockers"],
  ["depends on", "blockers"],
  ["fix this issue", "issue prs"],
  ["close this issue", "issue prs"],
  ["happened", "timeline"],
  ["history", "timeline|commits"],
  ["event", "timeline"],
  ["reopen a resolved", "unresolve"],
  ["version", "release"],
  ["repository", "repo"],
  ["project", "project|repo"],
  ["snippet", "gist"],
  ["folder", "tree"],
  ["directory", "tree"],
  ["line", "line|blame"],
  ["who am i", "user me"],
  ["whoami", "user me"],
  ["access", "collaborators"],
  ["member", "members|collaborators"],
  ["secret", "secrets"],
  ["follow", "subscription"],
  ["watch a repo", "subscription"],
  ["watch", "wait"],
  ["until", "wait"],
  ["bookmark", "star"],
  ["upload", "artifact|asset"],
  ["as read", "read"],
  ["all notification", "notification read_all|all"],
  ["dismiss a notification", "notification done"],
  ["inbox", "notification"],
  ["mute", "subscription"],
  ["unsubscribe", "subscription set"],
  ["comment on", "comments create"],
  ["share", "create"],
  ["unanswered", "discussion list"],
  ["as the answer", "answer mark"],
  ["as answer", "answer mark"],
  ["forum", "discussion"],
]

/** Stop words: a search ignores them. */
const fillers = new Set(
  "a all an and another are at be been by can do does for from has have how i if in into is it its me my not of on one or somebody someone that the there these this those to up us was what when which who with within you".split(
    " ",
  ),
)

/** Words of ids that queries omit, with the penalty for omitting them. */
const omissionPenalties: Readonly<Record<string, number>> = {
  list: 0,
  view: 0,
  workflow: 0,
  repo: 0,
  run: 0,
  create: 0.1,
  set: 0.1,
  submit: 0,
  // People who name no domain mean issues or pull requests.
  issue: 0.5,
  pr: 0.5,
}
const beyondWords = 0.6

/** Destructive capabilities rank last unless the query has one of these words. */
const destroying = new Set(["delete", "remove"])

interface Term {
  readonly word: string
  /** The words used in ids. */
  readonly meant: readonly string[]
}

/**
 * The capabilities that match a phrase, best first. Rare words weigh more than common ones, and words of an
 * id more than those of a description; words of an id that the text lacks count against it. Destructive
 * capabilities come last unless the text asks to delete or remove. Empty if no word is known.
 *
 * @example
 * searchCapabilities(await listCapabilities(), "why did CI fail") // workflow.run.failure, …
 */
export function searchCapabilities(
  lines: readonly CapabilitySummary[],
  text: string,
): CapabilitySummary[] {
  const terms = termsOf(text)
  const isHarmless = !terms.some(({ word, meant }) =>
    [word, ...meant].some((one) => destroying.has(one)),
  )
  const docs = lines.map(documentOf)
  const weighed = terms.map((term) => {
    const hits = docs.map((one) => matchOf(term, one))
    const known = hits.filter((one) => one > 0).length
    return { hits, weight: known === 0 ? 0 : Math.log(1 + lines.length / known) }
  })
  const rated = docs.map((doc, at) => {
    const found = weighed.reduce((sum, { hits, weight }) => sum + (hits[at] ?? 0) * weight, 0)
    const beyond = doc.names.filter((name) => !terms.some((term) => isMatch(term, name)))
    const order = beyond.reduce(
      (sum, name) => sum + (omissionPenalties[name] ?? beyondWords),
      doc.names.length * 0.05,
    )
    const line = doc.line
    return { line, found, points: found - order - (isHarmless && destroys(line) ? 100 : 0) }
  })
  const most = Math.max(0, ...rated.map(({ found }) => found))
  return rated
    .filter(({ found }) => found > 0 && found >= most / 2)
    .sort((one, other) => other.points - one.points)
    .map(({ line }) => line)
}

/** Whether some capability matches every word. */
export function isFound(lines: readonly CapabilitySummary[], text: string): boolean {
  const terms = termsOf(text)
  return lines.map(documentOf).some((doc) => terms.every((term) => matchOf(term, doc) > 0))
}

const destroys = ({ effect }: CapabilitySummary) => effect === "destroy"

function termsOf(text: string): Term[] {
  // Splits `addLabels` into two words, and joins `re-run`.
  const plain = text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/\bre[- ](?=run|open|request)/g, "re")
  let rest = ` ${(plain.match(/[a-z\d]+/g) ?? []).join(" ")} `
  const terms: Term[] = []
  for (const [synonym, meant] of longestFirst) {
    const found = rest.match(new RegExp(` ${synonym}(?:s|es|ed|ing)? `))
    if (!found) continue
    rest = rest.replace(found[0], "  ")
    const word = stem(synonym)
    terms.push(...meant.split(" ").map((one) => ({ word, meant: one.split("|") })))
  }
  const others = rest.split(" ").filter((word) => word !== "")
  const words = others.filter((word) => !fillers.has(word))
  const own = words.length + terms.length > 0 ? words : others
  return [...terms, ...own.map((word) => ({ word: stem(word), meant: [word] }))]
}

const longestFirst = [...synonyms].sort(
  ([one], [other]) => other.split(" ").length - one.split(" ").length,
)

interface Doc {
  readonly line: CapabilitySummary
  readonly names: readonly string[]
  readonly description: ReadonlySet<string>
}

function documentOf(line: CapabilitySummary): Doc {
  const words = line.description.toLowerCase().match(/[a-z\d]+/g) ?? []
  return { line, names: line.id.split(/[._]/), description: new Set(words.map(stem)) }
}

/** The score of a word for a capability, from 0 (no match) to 1 (a word of its id). */
function matchOf(term: Term, { names, description }: Doc): number {
  // `comments` is a list, of which `comment` is an item.
  if (term.meant.some((one) => names.includes(one))) return 1
  if (names.some((name) => isMatch(term, name))) return 0.9
  if (names.some((name) => term.word.length > 2 && stem(name).startsWith(term.word))) return 0.7
  return description.has(term.word) ? 0.35 : 0
}

const isMatch = ({ word, meant }: Term, name: string) =>
  stem(name) === word || meant.some((one) => stem(one) === stem(name))

/** A word without its ending: `replies`, `merged`, `listing`. */
function stem(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/ies$/, "y")
    .replace(/(?:[^s])s$/, (end) => end.slice(0, 1))
    .replace(/(?:ing|ed)$/, "")
    .replace(/(.)\1$/, "$1")
    .replace(/e$/, "")
}
