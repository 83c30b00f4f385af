import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  addFirstFiles,
  createRepository,
  deleteRepository,
  dispatchRepository,
  forkRepository,
  Refusal,
  type RepositorySettings,
  readmeOf,
  setArchived,
  syncFork,
  updateRepository,
} from "../../state/index.js"
import type { Account, Repository } from "../../tables/index.js"
import { flags, invalid, maybe, type RestRequest, refuse, routesOf, texts } from "../route/index.js"
import { fullRepositoryShape, repositoryUrl } from "../shapes/index.js"

const FLAGS = {
  has_issues: "hasIssuesEnabled",
  has_projects: "hasProjectsEnabled",
  has_wiki: "hasWikiEnabled",
  has_discussions: "hasDiscussionsEnabled",
  is_template: "isTemplate",
  allow_squash_merge: "squashMergeAllowed",
  allow_merge_commit: "mergeCommitAllowed",
  allow_rebase_merge: "rebaseMergeAllowed",
  allow_auto_merge: "autoMergeAllowed",
  delete_branch_on_merge: "deleteBranchOnMerge",
  allow_update_branch: "allowUpdateBranch",
} as const satisfies Record<string, keyof RepositorySettings>

const settings = {
  ...texts("description", "homepage"),
  ...flags("private"),
  visibility: maybe(Type.Enum(["public", "private"])),
  ...flags(...(Object.keys(FLAGS) as (keyof typeof FLAGS)[])),
}

const newRepository = Type.Object({
  ...settings,
  name: Type.String({ minLength: 1 }),
  ...flags("auto_init"),
  ...texts("gitignore_template"),
})

const changes = Type.Object({
  ...settings,
  ...texts("name", "default_branch"),
  ...flags("archived"),
})

type Given = Partial<Record<keyof typeof settings, string | boolean | null>>

/** Converts settings to the state's names. Null is treated as absent; an empty text clears the value. */
function settingsIn(body: Given): RepositorySettings {
  const { description, homepage, visibility } = body
  const isPrivate = visibility ? visibility === "private" : body.private
  const given = Object.entries(FLAGS).flatMap(([name, property]) => {
    const value = body[name as keyof typeof FLAGS]
    return typeof value === "boolean" ? [[property, value]] : []
  })
  return {
    ...Object.fromEntries(given),
    ...(typeof description === "string" && { description: description || null }),
    ...(typeof homepage === "string" && { homepageUrl: homepage || null }),
    ...(typeof isPrivate === "boolean" && { isPrivate }),
  }
}

/** Creation, settings, forks and the end of repositories. */
const dispatch = Type.Object({
  event_type: Type.String({ minLength: 1, maxLength: 100 }),
  client_payload: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 10 })),
})

export const repositoryLifeRoutes = routesOf({
  "POST /repos/{owner}/{repo}/dispatches": (request) => {
    const repository = request.repository()
    const { event_type, client_payload } = request.read("RepositoryDispatch", dispatch)
    dispatchRepository(request.store, repository, event_type, client_payload)
  },

  "POST /user/repos": (request) => create(request, request.viewer.account),

  "POST /orgs/{org}/repos": (request) => create(request, request.organization()),

  "PATCH /repos/{owner}/{repo}": (request) => {
    const { store } = request
    const repository = request.repository()
    const body = request.read("Repository", changes)
    const { name, default_branch, archived } = body
    const given = {
      ...settingsIn(body),
      ...(name && { name }),
      ...(default_branch && { defaultBranch: default_branch }),
    }
    const isChanged = typeof archived === "boolean" && archived !== (repository.archivedAt !== null)
    // An archived repository must be unarchived before other changes.
    if (isChanged && !archived) setArchived(store, repository, false)
    const hasSettings = Object.keys(given).length > 0
    if (hasSettings || !isChanged) updateRepository(store, repository, given)
    if (isChanged && archived) setArchived(store, repository, true)
    return ok(fullRepositoryShape(request, repository))
  },

  "DELETE /repos/{owner}/{repo}": (request) =>
    deleteRepository(request.store, request.repository()),

  "POST /repos/{owner}/{repo}/forks": (request) => {
    const { store, viewer } = request
    const repository = request.repository()
    const fork = Type.Object({ ...texts("organization", "name"), ...flags("default_branch_only") })
    const { organization, name, default_branch_only } = request.read("Fork", fork)
    const owner = organization ? store.accountByLogin(organization) : viewer.account
    if (!owner) throw invalid("Fork", "organization", "invalid", organization)
    const created = forkRepository(store, repository, owner, {
      name: name ?? undefined,
      defaultBranchOnly: default_branch_only ?? false,
    })
    return answer(202, fullRepositoryShape(request, created))
  },

  "POST /repos/{owner}/{repo}/merge-upstream": (request) => {
    const repository = request.repository()
    const { branch } = request.read("Repository", Type.Object({ branch: Type.String() }))
    if (!repository.refs.has(`refs/heads/${branch}`)) throw refuse(404, "Branch not found")
    return ok(syncFork(request.store, repository, branch))
  },
})

/** GitHub has its own words for a name that is taken or invalid, if the repository is new. */
function reworded(create: () => Repository): Repository {
  try {
    return create()
  } catch (error) {
    if (!(error instanceof Refusal) || error.detail?.field !== "name") throw error
    const errors = [{ ...error.detail, message: error.message }]
    throw refuse(422, "Repository creation failed.", { errors })
  }
}

function create(request: RestRequest, owner: Account) {
  const body = request.read("Repository", newRepository)
  const repository = reworded(() =>
    createRepository(request.store, owner, {
      ...settingsIn(body),
      name: body.name,
    }),
  )
  addFirstFiles(request.store, repository, {
    ...(body.auto_init && { "README.md": readmeOf(repository) }),
    // GitHub has the text.
    ...(body.gitignore_template && { ".gitignore": `# ${body.gitignore_template}\n` }),
  })
  const location = repositoryUrl(request, repository)
  return answer(201, fullRepositoryShape(request, repository), { location })
}
