import { SeedError } from "../errors/index.js"
import { filesOf, isAlsoFolder, writeCommit, writeFile } from "../git/index.js"
import type { SeedRepository } from "../public/index.js"
import { branchTip, createIssue, moveBranch, putSetting, signatureOf } from "../state/index.js"
import { type Account, type Repository, type Store, withEntry } from "../tables/index.js"
import { plantDiscussions } from "./discussions.js"
import { plantIssue } from "./issue.js"
import { plantLabels, plantMilestones } from "./labels-and-milestones.js"
import { type IsNew, inPlace, requireAccount, sessionFor } from "./people.js"
import { plantPull } from "./pull.js"
import { extendRepository, type Plot, plantRow } from "./repository-row.js"
import { workflowFiles } from "./workflow-file.js"

export function plantRepository(store: Store, isNew: IsNew, seed: SeedRepository): void {
  const where = `repository ${seed.owner}/${seed.name}`
  const owner = requireAccount(store, seed.owner, where)
  const existing = store.repositoryByName(seed.owner, seed.name)
  if (existing && isNew("repositories", existing)) {
    throw new SeedError([`${where} is given twice`])
  }
  const repository = existing
    ? extendRepository(store, existing, seed, where)
    : plantRow(store, owner, seed)
  const plot = { store, repository, owner, seed, where }
  plantPeople(plot)
  for (const kind of ["secrets", "variables"] as const)
    for (const [name, value] of Object.entries(seed[kind] ?? {}))
      putSetting(store, repository, kind, name, value, repository.createdAt)
  plantLabels(plot)
  plantMilestones(plot)
  if (!existing && repository.parentId === null) plantFiles(plot)
  plantBranches(plot)
  if (existing) plantWorkflowFiles(plot)
  plantNumbered(plot)
  plantDiscussions(store, repository, seed)
  inPlace(where, () => generateIssues(store, repository, seed.generate_issues ?? 0))
  if (seed.archived && repository.archivedAt === null) {
    store.update(repository, { archivedAt: store.clock.tick() })
  }
}

function plantPeople({ store, repository, seed, where }: Plot): void {
  const idOf = (login: string) => requireAccount(store, login, where).id
  const collaborators = Object.entries(seed.collaborators ?? {}).map(
    ([login, permission]) => [idOf(login), permission] as const,
  )
  const stargazers = (seed.stargazers ?? []).map((one) =>
    typeof one === "string"
      ? ([idOf(one), store.clock.tick()] as const)
      : ([idOf(one.user), one.starred_at] as const),
  )
  store.update(repository, {
    collaborators: new Map([...repository.collaborators, ...collaborators]),
    stargazers: new Map([...repository.stargazers, ...stargazers]),
    watchers: new Set([...repository.watchers, ...(seed.watchers ?? []).map(idOf)]),
  })
}

function plantFiles(plot: Plot): void {
  const { repository, owner, seed } = plot
  const { files = { "README.md": `# ${seed.name}\n` }, workflows = [] } = seed
  const all = { ...workflowFiles(workflows), ...files }
  if (files === null && workflows.length === 0) return
  commit(plot, owner, repository.defaultBranch, "Initial commit", all)
}

/** Adds workflow files to a repository that exists already. */
function plantWorkflowFiles(plot: Plot): void {
  const { store, repository, owner, seed } = plot
  const tip = branchTip(store, repository.id, repository.defaultBranch)
  const there = tip === undefined ? new Map() : filesOf(store.git, tip)
  const missing = Object.entries(workflowFiles(seed.workflows ?? [])).filter(
    ([path]) => !there.has(path),
  )
  if (missing.length === 0) return
  commit(plot, owner, repository.defaultBranch, "Add workflows", Object.fromEntries(missing))
}

function plantBranches(plot: Plot): void {
  const { store, repository, owner, seed, where } = plot
  for (const branch of seed.branches ?? []) {
    const from = branch.from ?? repository.defaultBranch
    const start = repository.refs.get(`refs/heads/${from}`)
    if (start === undefined) throw new SeedError([`${where}: there is no branch ${from}`])
    const name = `refs/heads/${branch.name}`
    if (!repository.refs.has(name)) {
      store.update(repository, { refs: withEntry(repository.refs, name, start) })
    }
    for (const one of branch.commits ?? []) {
      const author = one.author ? requireAccount(store, one.author, where) : owner
      commit(plot, author, branch.name, one.message, one.files)
    }
  }
}

function commit(
  { store, repository, owner }: Plot,
  author: Account,
  branch: string,
  message: string,
  changes: Record<string, string | null>,
): void {
  const parent = repository.refs.get(`refs/heads/${branch}`)
  const files = new Map(parent === undefined ? [] : filesOf(store.git, parent))
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) files.delete(path)
    else files.set(path, writeFile(store.git, content))
  }
  const crossing = Object.keys(changes).find((path) => files.has(path) && isAlsoFolder(files, path))
  if (crossing !== undefined) {
    const where = `repository ${store.nameWithOwner(repository)}`
    throw new SeedError([`${where}: ${crossing} cannot be both a file and a folder`])
  }
  const { oid } = writeCommit(store.git, {
    files,
    parents: parent === undefined ? [] : [parent],
    message,
    author: signatureOf(author, store.clock.tick()),
  })
  moveBranch(sessionFor(store, owner), repository, branch, oid)
}

/** Issues and pull requests in the order of their numbers, since they share one sequence. */
function plantNumbered({ store, repository, seed }: Plot): void {
  const where = `repository ${store.nameWithOwner(repository)}`
  const all = [
    ...(seed.issues ?? []).map((issue) => ({ number: issue.number, issue })),
    ...(seed.pull_requests ?? []).map((pull) => ({ number: pull.number, pull })),
  ]
  const given = all.flatMap(({ number }) => (number === undefined ? [] : [number]))
  const twice = given.find((number, index) => given.indexOf(number) !== index)
  if (twice !== undefined) throw new SeedError([`${where}: the number ${twice} is given twice`])
  // Issues without a number follow those with one, in the order of the file.
  all.sort((a, b) => (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER))
  for (const entry of all) {
    if (entry.number !== undefined) skipTo(store, repository, entry.number, where)
    if ("issue" in entry) plantIssue(store, repository, entry.issue)
    else plantPull(store, repository, entry.pull)
  }
}

/** Numbers only increase: a skipped one is never used. */
function skipTo(store: Store, repository: Repository, number: number, where: string): void {
  if (number <= repository.lastNumber) {
    const next = repository.lastNumber + 1
    throw new SeedError([`${where}: the number ${number} is too low, the next one is ${next}`])
  }
  store.update(repository, { lastNumber: number - 1 })
}

function generateIssues(store: Store, repository: Repository, count: number): void {
  const owner = sessionFor(store, store.get("accounts", repository.ownerId))
  const labels = store.rowsBy("labels", "repository", repository.id)
  for (let index = 1; index <= count; index++) {
    const label = labels[index % (labels.length + 1)]
    createIssue(owner, repository, {
      title: `Generated issue ${index}`,
      body: `Body of generated issue ${index}.`,
      labelIds: label ? [label.id] : [],
    })
  }
}
