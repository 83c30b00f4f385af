import { commitOf, filesOf, peel, textOf } from "../git/index.js"
import type {
  Dispatch,
  DispatchInput,
  Repository,
  Store,
  Workflow,
  WorkflowRun,
} from "../tables/index.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"
import { insertRun } from "./workflow-runs.js"

let parse: ((text: string) => unknown) | undefined

/** Loads the parser, for sandboxes in which workflow files start runs. */
export async function loadYaml(): Promise<void> {
  parse ??= (await import("yaml")).parse
}

export function parseYaml(text: string): unknown {
  if (!parse) throw new Error("yaml is not loaded yet, so the workflow file cannot be read")
  return parse(text)
}

export const isWorkflowFile = (path: string): boolean =>
  /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const mappingIn = (value: unknown): Mapping => (isMapping(value) ? value : {})

interface Pushed {
  name: string
  after: string
  changed: readonly string[]
}

/** https://docs.github.com/actions/managing-workflow-runs/skipping-workflow-runs */
const SKIPPED = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/

/**
 * Makes workflows of the workflow files of the default branch, and queues runs of those that the push triggers:
 * https://docs.github.com/actions/using-workflows/events-that-trigger-workflows#push
 */
export function startPushedWorkflows(store: Session, repository: Repository, pushed: Pushed): void {
  const { git } = store
  const oid = peel(git, pushed.after)
  const isDefault = pushed.name === `refs/heads/${repository.defaultBranch}`
  for (const { path, definition } of definitionsAt(store, oid)) {
    const events = eventsIn(definition)
    const isTriggered =
      "push" in events && matches(events.push, pushed) && !SKIPPED.test(commitOf(git, oid).message)
    if (!isTriggered && !isDefault) continue
    const workflow = workflowFor(store, repository, path, isDefault, definition)
    if (isTriggered && workflow.state === "ACTIVE") {
      const title = commitOf(git, oid).message.split("\n")[0] ?? workflow.name
      const headBranch = pushed.name.replace(/^refs\/(?:heads|tags)\//, "")
      queue(store, workflow, { event: "push", title, headBranch, headOid: oid }, definition)
    }
  }
}

/**
 * Queues runs of the workflows that an event from outside of GitHub triggers:
 * https://docs.github.com/actions/using-workflows/events-that-trigger-workflows#repository_dispatch
 */
export function dispatchRepository(
  store: Session,
  repository: Repository,
  eventType: string,
  payload: Dispatch["payload"] = {},
): void {
  authorize(store, repository, "contents", "WRITE")
  store.clock.tick()
  store.recordApplied("dispatchRepository", repository)
  const journal = store.journals.find(({ isOfTransaction }) => isOfTransaction)
  if (journal) journal.dispatched = { repository, eventType, payload }
  const headBranch = repository.defaultBranch
  const headOid = repository.refs.get(`refs/heads/${headBranch}`)
  if (headOid === undefined) return
  for (const { path, definition } of definitionsAt(store, headOid)) {
    const filters = eventsIn(definition).repository_dispatch
    if (!definition || filters === undefined) continue
    const { types } = mappingIn(filters)
    if (types !== undefined && ![types].flat().map(String).includes(eventType)) continue
    const workflow = workflowFor(store, repository, path, true, definition)
    if (workflow.state !== "ACTIVE") continue
    const run = { event: "repository_dispatch", title: eventType, headBranch, headOid }
    queue(store, workflow, run, definition)
  }
}

/** The workflow files of a commit. */
const definitionsAt = ({ git }: Store, oid: string) =>
  [...filesOf(git, oid)]
    .filter(([path]) => isWorkflowFile(path))
    .map(([path, file]) => ({ path, definition: parsed(textOf(git, file.oid)) }))

/** The definition in the file; undefined if it is none, for which GitHub's run fails. */
function parsed(text: string): Mapping | undefined {
  try {
    const definition = parseYaml(text)
    return isMapping(definition) && isMapping(definition.jobs) ? definition : undefined
  } catch {
    return undefined
  }
}

/** The events of `on`, with their filters. A file that cannot be read runs on every push. */
function eventsIn(definition: Mapping | undefined): Mapping {
  if (!definition) return { push: null }
  const { on } = definition
  if (isMapping(on)) return on
  return Object.fromEntries([on].flat().map((event) => [String(event), null]))
}

function matches(filters: unknown, { name, changed }: Pushed): boolean {
  const given = mappingIn(filters)
  const [, kind, short = ""] = /^refs\/(heads|tags)\/(.*)$/.exec(name) ?? []
  const [own, other] = kind === "tags" ? ["tags", "branches"] : ["branches", "tags"]
  const has = (key: string) => given[key] !== undefined || given[`${key}-ignore`] !== undefined
  if (!has(own) && has(other)) return false
  if (has(own) && !isWanted(given, own, [short])) return false
  // GitHub does not evaluate filters of paths for pushes of tags.
  return kind === "tags" || !has("paths") || isWanted(given, "paths", changed)
}

/** Whether one of the values passes the filter `key` and `key-ignore`. */
function isWanted(filters: Mapping, key: string, values: readonly string[]): boolean {
  const patterns = (name: string) => [filters[name] ?? []].flat().map(String)
  const ignored = patterns(`${key}-ignore`)
  const wanted = filters[key] === undefined ? ["**"] : patterns(key)
  return values.some((value) => selects(wanted, value) && !selects(ignored, value))
}

/** The last pattern that matches decides; one with an exclamation mark excludes. */
function selects(patterns: readonly string[], value: string): boolean {
  const last = patterns.findLast((one) => patternOf(one.replace(/^!/, "")).test(value))
  return last !== undefined && !last.startsWith("!")
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet */
function patternOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|[.^${}()|\\]/g, (found) => {
    if (found === "**/") return "(?:.*/)?"
    if (found === "**") return ".*"
    return found === "*" ? "[^/]*" : `\\${found}`
  })
  return new RegExp(`^${source}$`)
}

function workflowFor(
  store: Store,
  repository: Repository,
  path: string,
  isDefault: boolean,
  definition: Mapping | undefined,
): Workflow {
  const now = store.clock.last()
  const known = store
    .rowsBy("workflows", "repository", repository.id)
    .find((one) => one.path === path)
  const name = typeof definition?.name === "string" ? definition.name : path
  const dispatchInputs = dispatchInputsIn(definition)
  if (!known) {
    const row = { repositoryId: repository.id, name, path, dispatchInputs }
    const times = { createdAt: now, updatedAt: now }
    const own = { kind: "Workflow", state: "ACTIVE", script: null } as const
    return store.insert("workflows", { ...own, ...row, ...times })
  }
  const isSame =
    known.name === name && JSON.stringify(known.dispatchInputs) === JSON.stringify(dispatchInputs)
  if (isDefault && definition && !isSame) {
    store.update(known, { name, dispatchInputs, updatedAt: now })
  }
  return known
}

function dispatchInputsIn(definition: Mapping | undefined): Record<string, DispatchInput> | null {
  const events = eventsIn(definition)
  if (!("workflow_dispatch" in events)) return null
  const inputs = mappingIn(mappingIn(events.workflow_dispatch).inputs)
  return Object.fromEntries(
    Object.entries(inputs).map(([name, given]) => {
      const { required, default: value } = mappingIn(given)
      return [name, { required: required === true, default: value == null ? null : String(value) }]
    }),
  )
}

function queue(
  store: Session,
  workflow: Workflow,
  event: Pick<WorkflowRun, "event" | "title" | "headBranch" | "headOid">,
  definition: Mapping | undefined,
): void {
  const actorId = store.viewer.account.id
  const run = insertRun(store, workflow, { ...event, actorId, inputs: {} })
  if (!definition) {
    store.update(run, { status: "COMPLETED", conclusion: "FAILURE" })
    return
  }
  for (const [id, given] of Object.entries(mappingIn(definition.jobs))) {
    const { name, steps } = mappingIn(given)
    store.insert("workflowJobs", {
      runId: run.id,
      attempt: 1,
      name: typeof name === "string" ? name : id,
      status: "QUEUED",
      steps: [steps ?? []].flat().map((step) => stepOf(mappingIn(step))),
      log: "",
      annotations: [],
      createdAt: run.createdAt,
      startedAt: run.createdAt,
    })
  }
}

const stepOf = ({ name, run, uses }: Mapping) => ({
  name: String(name ?? `Run ${run ?? uses ?? ""}`).split("\n")[0] ?? "",
  status: "QUEUED" as const,
  conclusion: null,
})
