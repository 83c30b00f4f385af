import { SeedError } from "../errors/index.js"
import { filesOf, writeBlob, writeCommit } from "../git/index.js"
import type { SeedRepository } from "../public/index.js"
import { branchTip, createIssue, moveBranch, signatureOf } from "../state/index.js"
import {
  type Account,
  get,
  nameWithOwner,
  type Repository,
  repositoryByName,
  rowsBy,
  update,
  type World,
  withEntry,
} from "../tables/index.js"
import { type IsNew, requireAccount } from "./accounts.js"
import { inPlace } from "./in-place.js"
import { plantIssue } from "./issue.js"
import { plantLabels, plantMilestones } from "./labels-and-milestones.js"
import { viewerFor } from "./people.js"
import { plantPull } from "./pull.js"
import { extendRepository, insertRepository } from "./repository-row.js"
import { workflowFiles } from "./workflow-file.js"

export function plantRepository(world: World, isNew: IsNew, seed: SeedRepository): void {
  const where = `repository ${seed.owner}/${seed.name}`
  const owner = requireAccount(world, seed.owner, where)
  const existing = repositoryByName(world, seed.owner, seed.name)
  if (existing && isNew("repositories", existing)) {
    throw new SeedError([`${where} is given twice`])
  }
  const repository = existing
    ? extendRepository(world, existing, seed, where)
    : insertRepository(world, owner, seed)
  plantPeople(world, repository, seed, where)
  plantLabels(world, repository, seed, where)
  plantMilestones(world, repository, owner, seed, where)
  if (!existing && repository.parentId === null) plantFiles(world, repository, owner, seed)
  plantBranches(world, repository, owner, seed)
  if (existing) plantWorkflowFiles(world, repository, owner, seed)
  plantNumbered(world, repository, seed)
  inPlace(where, () => generateIssues(world, repository, seed.generate_issues ?? 0))
  if (seed.archived && repository.archivedAt === null) {
    update(world, repository, { archivedAt: world.clock.tick() })
  }
}

function plantPeople(
  world: World,
  repository: Repository,
  seed: SeedRepository,
  where: string,
): void {
  const idOf = (login: string) => requireAccount(world, login, where).id
  const collaborators = Object.entries(seed.collaborators ?? {}).map(
    ([login, permission]) => [idOf(login), permission] as const,
  )
  const stargazers = (seed.stargazers ?? []).map(
    (login) => [idOf(login), world.clock.tick()] as const,
  )
  update(world, repository, {
    collaborators: new Map([...repository.collaborators, ...collaborators]),
    stargazers: new Map([...repository.stargazers, ...stargazers]),
    watchers: new Set([...repository.watchers, ...(seed.watchers ?? []).map(idOf)]),
  })
}

function plantFiles(
  world: World,
  repository: Repository,
  owner: Account,
  seed: SeedRepository,
): void {
  const files = seed.files ?? { "README.md": `# ${seed.name}\n` }
  const all = { ...workflowFiles(seed.workflows ?? []), ...files }
  commit(world, repository, owner, repository.defaultBranch, "Initial commit", all)
}

/** The files of workflows that come to a repository later. */
function plantWorkflowFiles(
  world: World,
  repository: Repository,
  owner: Account,
  seed: SeedRepository,
): void {
  const tip = branchTip(world, repository.id, repository.defaultBranch)
  const there = tip === undefined ? new Map() : filesOf(world.git, tip)
  const missing = Object.entries(workflowFiles(seed.workflows ?? [])).filter(
    ([path]) => !there.has(path),
  )
  if (missing.length === 0) return
  const files = Object.fromEntries(missing)
  commit(world, repository, owner, repository.defaultBranch, "Add workflows", files)
}

function plantBranches(
  world: World,
  repository: Repository,
  owner: Account,
  seed: SeedRepository,
): void {
  const where = `repository ${seed.owner}/${seed.name}`
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
    if (entry.number !== undefined) skipTo(world, repository, entry.number, where)
    if ("issue" in entry) plantIssue(world, repository, entry.issue)
    else plantPull(world, repository, entry.pull)
  }
}

/** Numbers only go up: one that was passed by is never given again. */
function skipTo(world: World, repository: Repository, number: number, where: string): void {
  if (number <= repository.lastNumber) {
    const next = repository.lastNumber + 1
    throw new SeedError([`${where}: the number ${number} is past, the next one is ${next}`])
  }
  update(world, repository, { lastNumber: number - 1 })
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
