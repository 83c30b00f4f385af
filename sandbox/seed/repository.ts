import { filesOf, writeBlob, writeCommit } from "../git/index.js"
import { createIssue } from "../state/issues.js"
import { isDefaultLabel } from "../state/labels.js"
import { nameWithOwner, repositoryByName } from "../state/lookup.js"
import { signatureOf } from "../state/merge.js"
import { insertMilestone } from "../state/milestones.js"
import { moveBranch } from "../state/refs.js"
import type { Account, Repository } from "../state/rows.js"
import { withEntry } from "../state/values.js"
import { get, insert, rowsBy, update, type World } from "../state/world.js"
import { SeedError } from "./error.js"
import { plantIssue } from "./issue.js"
import { viewerFor } from "./people.js"
import { requireAccount } from "./plant.js"
import { plantPull } from "./pull.js"
import type { SeedRepository } from "./schema.js"
import { workflowFiles } from "./workflow-file.js"

export function plantRepository(world: World, seed: SeedRepository): void {
  const where = `repository ${seed.owner}/${seed.name}`
  const owner = requireAccount(world, seed.owner, where)
  if (repositoryByName(world, seed.owner, seed.name)) {
    throw new SeedError([`${where} is given twice`])
  }
  const parent = parentOf(world, seed)
  const now = world.clock.tick()
  const repository = insert(world, "repositories", {
    kind: "Repository",
    ownerId: owner.id,
    name: seed.name,
    description: seed.description ?? null,
    homepageUrl: seed.homepage_url ?? null,
    isPrivate: seed.private ?? false,
    isTemplate: seed.template ?? false,
    archivedAt: null,
    parentId: parent?.id ?? null,
    defaultBranch: seed.default_branch ?? parent?.defaultBranch ?? "main",
    hasIssuesEnabled: seed.has_issues ?? true,
    hasWikiEnabled: true,
    hasProjectsEnabled: true,
    mergeCommitAllowed: true,
    squashMergeAllowed: true,
    rebaseMergeAllowed: true,
    deleteBranchOnMerge: seed.delete_branch_on_merge ?? false,
    allowUpdateBranch: false,
    autoMergeAllowed: false,
    collaborators: new Map(),
    stargazers: new Map(),
    watchers: new Set(),
    refs: new Map(parent?.refs),
    lastNumber: 0,
    lastMilestoneNumber: 0,
    latestReleaseId: null,
    deletedNumbers: new Set(),
    transferredNumbers: new Map(),
    createdAt: now,
    updatedAt: now,
    pushedAt: now,
  })
  plantPeople(world, repository, seed, where)
  plantLabels(world, repository, seed)
  plantMilestones(world, repository, owner, seed)
  plantBranches(world, repository, owner, seed)
  plantNumbered(world, repository, seed)
  generateIssues(world, repository, seed.generate_issues ?? 0)
  if (seed.archived) update(world, repository, { archivedAt: world.clock.tick() })
}

function plantPeople(
  world: World,
  repository: Repository,
  seed: SeedRepository,
  where: string,
): void {
  const idOf = (login: string) => requireAccount(world, login, where).id
  const collaborators = Object.entries(seed.collaborators ?? {})
  update(world, repository, {
    collaborators: new Map(
      collaborators.map(([login, permission]) => [idOf(login), permission] as const),
    ),
    stargazers: new Map(
      (seed.stargazers ?? []).map((login) => [idOf(login), world.clock.tick()] as const),
    ),
    watchers: new Set((seed.watchers ?? []).map(idOf)),
  })
}

function parentOf(world: World, seed: SeedRepository): Repository | undefined {
  if (seed.fork_of === undefined) return undefined
  const [owner = "", name = ""] = seed.fork_of.split("/")
  const parent = repositoryByName(world, owner, name)
  if (parent) return parent
  throw new SeedError([
    `repository ${seed.owner}/${seed.name}: fork_of names ${seed.fork_of}, which is not further up`,
  ])
}

function plantLabels(world: World, repository: Repository, seed: SeedRepository): void {
  for (const label of seed.labels ?? []) {
    const now = world.clock.tick()
    insert(world, "labels", {
      kind: "Label",
      repositoryId: repository.id,
      name: label.name,
      color: label.color ?? "ededed",
      description: label.description ?? null,
      isDefault: isDefaultLabel(label.name),
      createdAt: now,
      updatedAt: now,
    })
  }
}

function plantMilestones(
  world: World,
  repository: Repository,
  owner: Account,
  seed: SeedRepository,
): void {
  const creatorId = viewerFor(world, owner).account.id
  for (const milestone of seed.milestones ?? []) {
    insertMilestone(world, repository, creatorId, {
      title: milestone.title,
      description: milestone.description ?? null,
      dueOn: milestone.due_on ?? null,
      state: milestone.state ?? "OPEN",
    })
  }
}

function plantBranches(
  world: World,
  repository: Repository,
  owner: Account,
  seed: SeedRepository,
): void {
  const where = `repository ${seed.owner}/${seed.name}`
  if (repository.parentId === null) {
    const files = seed.files ?? { "README.md": `# ${seed.name}\n` }
    const all = { ...workflowFiles(seed.workflows ?? []), ...files }
    commit(world, repository, owner, repository.defaultBranch, "Initial commit", all)
  }
  for (const branch of seed.branches ?? []) {
    const from = branch.from ?? repository.defaultBranch
    const start = repository.refs.get(`refs/heads/${from}`)
    if (start === undefined) throw new SeedError([`${where}: there is no branch ${from}`])
    const name = `refs/heads/${branch.name}`
    if (!repository.refs.has(name)) {
      update(world, repository, { refs: withEntry(repository.refs, name, start) })
    }
    for (const one of branch.commits ?? []) {
      const author = one.author ? requireAccount(world, one.author, where) : owner
      commit(world, repository, author, branch.name, one.message, one.files)
    }
  }
}

function commit(
  world: World,
  repository: Repository,
  author: Account,
  branch: string,
  message: string,
  changes: Record<string, string | null>,
): void {
  const parent = repository.refs.get(`refs/heads/${branch}`)
  const files = new Map(parent === undefined ? [] : filesOf(world.git, parent))
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) files.delete(path)
    else files.set(path, writeBlob(world.git, content))
  }
  const { oid } = writeCommit(world.git, {
    files,
    parents: parent === undefined ? [] : [parent],
    message,
    author: signatureOf(author, world.clock.tick()),
  })
  moveBranch(world, repository, branch, oid)
}

/** Issues and pull requests in the order of their numbers, since they share one sequence. */
function plantNumbered(world: World, repository: Repository, seed: SeedRepository): void {
  const where = `repository ${nameWithOwner(world, repository)}`
  const all = [
    ...(seed.issues ?? []).map((issue) => ({ number: issue.number, issue })),
    ...(seed.pull_requests ?? []).map((pull) => ({ number: pull.number, pull })),
  ]
  const given = all.flatMap(({ number }) => (number === undefined ? [] : [number]))
  const twice = given.find((number, index) => given.indexOf(number) !== index)
  if (twice !== undefined) throw new SeedError([`${where}: the number ${twice} is given twice`])
  // Those without a number come after those with one, in the order of the file.
  all.sort((a, b) => (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER))
  for (const entry of all) {
    if (entry.number !== undefined) update(world, repository, { lastNumber: entry.number - 1 })
    if ("issue" in entry) plantIssue(world, repository, entry.issue)
    else plantPull(world, repository, entry.pull)
  }
}

function generateIssues(world: World, repository: Repository, count: number): void {
  const owner = viewerFor(world, get(world, "accounts", repository.ownerId))
  const labels = rowsBy(world, "labels", "repository", repository.id)
  for (let index = 1; index <= count; index++) {
    const label = labels[index % (labels.length + 1)]
    createIssue(world, owner, repository, {
      title: `Generated issue ${index}`,
      body: `Body of generated issue ${index}.`,
      labelIds: label ? [label.id] : [],
    })
  }
}
