import { diffFiles, type File, filesOf, peel } from "../git/index.js"
import { type Repository, type Store, withItem } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { isWorkflowFile, startPushedWorkflows } from "./pushed-workflows.js"
import { createRef, deleteRef, updateRef } from "./refs.js"
import type { Session, Viewer } from "./session.js"

/** The change of one reference; an id is absent if the reference is created or deleted. */
export interface RefUpdate {
  name: string
  before: string | undefined
  after: string | undefined
}

const BRANCH = "refs/heads/"

/**
 * Applies the update of a reference by `git push`, whose objects are already in the store.
 *
 * @throws Refusal
 */
export function pushRef(
  store: Session,
  repository: Repository,
  { name, before, after }: RefUpdate,
): void {
  const current = repository.refs.get(name)
  if (current !== before) {
    const is = current === undefined ? "unable to resolve reference" : `is at ${current} but`
    throw unprocessable(`cannot lock ref '${name}': ${is} expected ${before ?? "no reference"}`)
  }
  if (after === undefined) {
    if (before !== undefined) deleteRef(store, repository, name)
    return
  }
  // Of others, such as notes, the trees are not those of the project.
  const isOfProject = /^refs\/(?:heads|tags)\//.test(name)
  const changed = isOfProject ? changedPaths(store, repository, before, after) : []
  requireWorkflowScope(store.viewer, changed)
  const isFirst = repository.refs.size === 0
  store.update(repository, { looseObjects: withItem(repository.looseObjects, after) })
  if (before === undefined) createRef(store, repository, name, after)
  else updateRef(store, repository, name, after, true)
  if (isFirst && name.startsWith(BRANCH)) {
    store.update(repository, { defaultBranch: name.slice(BRANCH.length) })
  }
  if (isOfProject) startPushedWorkflows(store, repository, { name, after, changed })
}

/** The files that the push changes; those of a new reference are compared with the default branch. */
function changedPaths(
  { git }: Store,
  { refs, defaultBranch }: Repository,
  before: string | undefined,
  after: string,
): string[] {
  const files = (oid: string | undefined): Map<string, File> => {
    const commit = oid === undefined ? undefined : git.commits.get(peel(git, oid))
    return commit ? filesOf(git, commit.oid) : new Map()
  }
  const base = before ?? refs.get(BRANCH + defaultBranch)
  return diffFiles(git, files(base), files(after)).map(({ path }) => path)
}

/** https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps#available-scopes */
function requireWorkflowScope(viewer: Viewer, changed: readonly string[]): void {
  const path = changed.find(isWorkflowFile)
  const { grant, scopes } = viewer
  const isAllowed = grant ? grant.permissions.workflows === "write" : scopes.has("workflow")
  if (path === undefined || isAllowed) return
  const [who, what] = grant
    ? ["GitHub App", "`workflows` permission"]
    : ["Personal Access Token", "`workflow` scope"]
  throw unprocessable(
    `refusing to allow a ${who} to create or update workflow \`${path}\` without ${what}`,
  )
}
