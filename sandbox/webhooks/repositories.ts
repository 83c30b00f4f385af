import {
  type Commit,
  commitChanges,
  commitOf,
  commitsBetween,
  history,
  isAncestor,
  peel,
} from "../git/index.js"
import { labelShape, milestoneShape, releaseShape, simpleCommit, userById } from "../rest/index.js"
import { webUrl } from "../state/index.js"
import type { Dispatch, Repository } from "../tables/index.js"
import {
  type Change,
  changesFrom,
  type Occurrence,
  type Occurrings,
  type Scene,
  stepOf,
  teller,
} from "./change.js"
import { repositoryPart } from "./repository-part.js"

function repositoryChanged(scene: Scene, change: Change<Repository>): Occurrence[] {
  const { row, before, isGone } = change
  const told = teller("repository", () => ({}))
  if (isGone) return [told("deleted")]
  if (!before) return [...created(scene, row), ...pushes(scene, change)]
  const edits = changesFrom(change, { ...SETTINGS })
  const topics = String(before.topics) !== String(row.topics) && { topics: { from: before.topics } }
  const former = { repository: { name: { from: before.name } } }
  return [
    ...(edits || topics ? [told("edited", { changes: { ...edits, ...topics } })] : []),
    ...(before.name === row.name ? [] : [told("renamed", { changes: former })]),
    ...flagged(before.archivedAt !== null, row.archivedAt !== null, "archived", "unarchived").map(
      (action) => told(action),
    ),
    ...flagged(before.isPrivate, row.isPrivate, "privatized", "publicized").map((action) =>
      told(action),
    ),
    ...(before.isPrivate && !row.isPrivate ? [{ event: "public", body: {} }] : []),
    ...pushes(scene, change),
    ...starred(row, before),
    ...membersOf(scene, row, before),
  ]
}

const SETTINGS = {
  description: "description",
  homepageUrl: "homepage",
  defaultBranch: "default_branch",
} as const

const flagged = (was: boolean, is: boolean, on: string, off: string): string[] =>
  was === is ? [] : [is ? on : off]

function created(scene: Scene, row: Repository): Occurrence[] {
  const isNew = { event: "repository", action: "created", body: {} }
  if (row.parentId === null) return [isNew]
  const parent = scene.store.get("repositories", row.parentId)
  const forkee = { ...repositoryPart(scene, row), public: !row.isPrivate }
  return [isNew, { event: "fork", repository: parent, body: { forkee } }]
}

/** The references that moved. A fork starts with those of its parent, without any event. */
function pushes(scene: Scene, { row, before }: Change<Repository>): Occurrence[] {
  if (!before && row.parentId !== null) return []
  const former: ReadonlyMap<string, string> = before?.refs ?? new Map()
  const names = [...new Set([...former.keys(), ...row.refs.keys()])]
  return names.flatMap((name) => {
    const [from, to] = [former.get(name), row.refs.get(name)]
    return from === to ? [] : moved(scene, row, name, from, to)
  })
}

const NONE = "0".repeat(40)

function moved(
  scene: Scene,
  repository: Repository,
  name: string,
  from: string | undefined,
  to: string | undefined,
): Occurrence[] {
  const [, kind, ref = ""] = /^refs\/(heads|tags)\/(.*)$/.exec(name) ?? []
  // Notes and other refs are neither branches nor tags.
  if (kind === undefined) return []
  const ref_type = kind === "tags" ? "tag" : "branch"
  const about = { ref, ref_type, pusher_type: "user" }
  const { description, defaultBranch } = repository
  const more = { master_branch: defaultBranch, description }
  return [
    ...(from === undefined ? [{ event: "create", body: { ...about, ...more } }] : []),
    pushed(scene, repository, name, from, to),
    ...(to === undefined ? [{ event: "delete", body: about }] : []),
  ]
}

/** GitHub lists this many commits of a push. */
const MOST_COMMITS = 2048

export function pushed(
  scene: Scene,
  repository: Repository,
  ref: string,
  from: string | undefined,
  to: string | undefined,
): Occurrence {
  const { git } = scene.store
  const [old, head] = [from && peel(git, from), to && peel(git, to)]
  const known = old ?? repository.refs.get(`refs/heads/${repository.defaultBranch}`)
  const commits =
    head === undefined
      ? []
      : known === undefined || known === head
        ? ref === `refs/heads/${repository.defaultBranch}`
          ? history(git, head).reverse()
          : []
        : commitsBetween(git, known, head)
  const page = webUrl(scene.store, repository)
  const range =
    old && head ? `${old.slice(0, 12)}...${head.slice(0, 12)}` : (head ?? old ?? "").slice(0, 12)
  return {
    event: "push",
    repository,
    body: {
      ref,
      before: from ?? NONE,
      after: to ?? NONE,
      created: from === undefined,
      deleted: to === undefined,
      forced: old !== undefined && head !== undefined && !isAncestor(git, old, head),
      base_ref: null,
      compare: `${page}/compare/${range}`,
      commits: commits.slice(-MOST_COMMITS).map((commit) => commitPart(scene, repository, commit)),
      head_commit: head === undefined ? null : commitPart(scene, repository, commitOf(git, head)),
    },
  }
}

/** GitHub sends it to Apps alone. */
export const dispatched = ({ repository, eventType, payload }: Dispatch): Occurrence => ({
  event: "repository_dispatch",
  action: eventType,
  repository,
  body: { branch: repository.defaultBranch, client_payload: payload },
})

function commitPart(scene: Scene, repository: Repository, commit: Commit) {
  const changes = commitChanges(scene.store.git, commit)
  const paths = (...types: string[]) =>
    changes.filter(({ changeType }) => types.includes(changeType)).map(({ path }) => path)
  const person = (who: { name: string; email: string }) => {
    const account = scene.store.rowBy("accounts", "email", who.email)
    return { ...who, ...(account && { username: account.login }) }
  }
  const simple = simpleCommit(commit)
  return {
    ...simple,
    distinct: true,
    url: `${webUrl(scene.store, repository)}/commit/${commit.oid}`,
    author: person(simple.author),
    committer: person(simple.committer),
    added: paths("ADDED", "RENAMED"),
    removed: paths("DELETED"),
    modified: paths("MODIFIED", "CHANGED"),
  }
}

function starred(row: Repository, before: Repository): Occurrence[] {
  const star = (actorId: number, action: string, starred_at: string | null): Occurrence => ({
    ...{ event: "star", action, actorId, body: { starred_at } },
  })
  const added = [...row.stargazers].filter(([id]) => !before.stargazers.has(id))
  const removed = [...before.stargazers.keys()].filter((id) => !row.stargazers.has(id))
  return [
    ...added.flatMap(([actorId, at]) => [
      star(actorId, "created", at),
      { event: "watch", action: "started", actorId, body: {} },
    ]),
    ...removed.map((actorId) => star(actorId, "deleted", null)),
  ]
}

function membersOf(scene: Scene, row: Repository, before: Repository): Occurrence[] {
  const ids = [...new Set([...row.collaborators.keys(), ...before.collaborators.keys()])]
  return ids.flatMap((id): Occurrence[] => {
    const [was, is] = [before.collaborators.get(id), row.collaborators.get(id)]
    if (was === is) return []
    const [action, changes] = !is
      ? ["removed", undefined]
      : was
        ? ["edited", { old_permission: { from: was.toLowerCase() } }]
        : ["added", { permission: { to: is === "ADMIN" ? "admin" : "write" } }]
    return [{ event: "member", action, body: { member: userById(scene, id), changes } }]
  })
}

export const repositoryOccurrings: Occurrings = {
  repositories: repositoryChanged,

  labels(scene, change) {
    const { row } = change
    const step = stepOf(change)
    const changes = changesFrom(change, {
      name: "name",
      color: "color",
      description: "description",
    })
    if (step === "edited" && !changes) return []
    return [{ event: "label", action: step, body: { label: labelShape(scene, row), changes } }]
  },

  milestones(scene, change) {
    const { row, before, isGone } = change
    const step = stepOf(change)
    const changes = changesFrom(change, {
      title: "title",
      description: "description",
      dueOn: "due_on",
    })
    const told = teller("milestone", () => ({ milestone: milestoneShape(scene, row) }))
    const isMoved = before && !isGone && before.state !== row.state
    return [
      ...(step === "edited" ? [] : [told(step)]),
      ...(changes && !isGone ? [told("edited", { changes })] : []),
      ...(isMoved ? [told(row.state === "OPEN" ? "opened" : "closed")] : []),
    ]
  },

  releases(scene, change) {
    const { row, before, isGone } = change
    const told = teller("release", () => ({ release: releaseShape(scene, row) }))
    if (isGone) return [told("deleted")]
    const isPublished = !row.isDraft && (before?.isDraft ?? true)
    const changes = changesFrom(change, { name: "name", body: "body" })
    const isPromoted = before && !before.isDraft && before.isPrerelease && !row.isPrerelease
    return [
      ...(before ? [] : [told("created")]),
      ...(changes ? [told("edited", { changes })] : []),
      ...(isPublished ? [told("published")] : []),
      ...(isPublished || isPromoted ? [told(row.isPrerelease ? "prereleased" : "released")] : []),
      ...(before && !before.isDraft && row.isDraft ? [told("unpublished")] : []),
    ]
  },
}
