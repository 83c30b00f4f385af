import { SeedError } from "../errors/index.js"
import type {
  SeedCheck,
  SeedDeployment,
  SeedJob,
  SeedRelease,
  SeedRepository,
  SeedRun,
  SeedStatus,
  SeedWorkflow,
} from "../public/index.js"
import {
  ALL_PERMISSIONS,
  annotationOf,
  botOfApp,
  conclusionOf,
  createCheckRun,
  createCommitStatus,
  createDeployment,
  createDeploymentStatus,
  createRelease,
  createReleaseAsset,
  insertArtifact,
  insertCache,
  insertRun,
  progressOf,
  resultsOf,
  type Session,
  sessionOf,
  setEnvironment,
} from "../state/index.js"
import {
  type Repository,
  type Store,
  timestamp,
  type Workflow,
  type WorkflowRun,
} from "../tables/index.js"
import { atTime } from "./at-time.js"
import { inPlace, requireAccount, sessionFor } from "./people.js"
import { workflowPath } from "./workflow-file.js"

export function plantReleasesAndWorkflows(store: Store, seed: SeedRepository): void {
  const repository = store.repositoryByName(seed.owner, seed.name)
  if (!repository) throw new Error(`sandbox seed: ${seed.owner}/${seed.name} was not loaded`)
  for (const release of seed.releases ?? []) plantRelease(store, repository, release)
  for (const workflow of seed.workflows ?? []) plantWorkflow(store, repository, workflow)
  for (const status of seed.statuses ?? []) plantStatus(store, repository, status)
  const owner = actorOf(store, repository, undefined, repository.name)
  // Without advancing the clock, so that they do not change the times of other objects.
  store.clock.hold(() => {
    for (const name of seed.environments ?? []) setEnvironment(owner, repository, name)
    for (const deployment of seed.deployments ?? []) plantDeployment(store, repository, deployment)
  })
  for (const { key, ref, size } of seed.caches ?? []) {
    const branch = ref ?? `refs/heads/${repository.defaultBranch}`
    insertCache(store, repository, { key, ref: branch, size: size ?? 1024 })
  }
}

function plantDeployment(store: Store, repository: Repository, seed: SeedDeployment): void {
  const place = `deployment of ${repository.name}`
  const { state, creator, ref = repository.defaultBranch, ...given } = seed
  const viewer = actorOf(store, repository, creator, place)
  inPlace(place, () => {
    const input = { ...given, ref, autoMerge: false, requiredContexts: [] }
    const row = createDeployment(viewer, repository, input)
    if (state && "kind" in row) createDeploymentStatus(viewer, row, { state })
  })
}

function plantStatus(store: Store, repository: Repository, seed: SeedStatus): void {
  const place = `status ${seed.context} of ${repository.name}`
  inPlace(place, () =>
    createCommitStatus(actorOf(store, repository, seed.creator, place), repository, {
      oid: tipOf(repository, seed.branch, place),
      state: seed.state,
      context: seed.context,
      description: seed.description ?? null,
      targetUrl: seed.target_url ?? null,
    }),
  )
}

export function plantChecks(store: Store, { owner, name, checks = [] }: SeedRepository): void {
  const repository = store.repositoryByName(owner, name)
  if (!repository) return
  store.clock.hold(() => {
    for (const check of checks) plantCheck(store, repository, check)
  })
}

function plantCheck(store: Store, repository: Repository, seed: SeedCheck): void {
  const place = `check ${seed.name} of ${repository.name}`
  const { name, branch, conclusion = "SUCCESS", annotations = [], ...check } = seed
  const grant = { permissions: ALL_PERMISSIONS, ownerId: repository.ownerId, repositoryIds: null }
  const app = sessionOf(store, { account: botOfApp(store), scopes: new Set(), grant })
  const input = { name, conclusion, check, annotations: annotations.map(annotationOf) }
  inPlace(place, () => createCheckRun(app, repository, tipOf(repository, branch, place), input))
}

function tipOf(repository: Repository, name: string | undefined, place: string): string {
  const branch = name ?? repository.defaultBranch
  const oid = repository.refs.get(`refs/heads/${branch}`)
  if (oid !== undefined) return oid
  throw new SeedError([`${place}: there is no branch ${branch}`])
}

/** The actor: the repository's owner by default. */
function actorOf(
  store: Store,
  repository: Repository,
  login: string | undefined,
  place: string,
): Session {
  const account = login
    ? requireAccount(store, login, place)
    : store.get("accounts", repository.ownerId)
  return sessionFor(store, account)
}

function plantRelease(store: Store, repository: Repository, seed: SeedRelease): void {
  const place = `release ${seed.tag} of ${repository.name}`
  const author = actorOf(store, repository, seed.author, place)
  const { published_at } = seed
  if (published_at !== undefined && seed.draft)
    throw new SeedError([`${place}: a draft has no published_at`])
  const make = () =>
    createRelease(author, repository, {
      tagName: seed.tag,
      ...(seed.target !== undefined && { target: seed.target }),
      name: seed.name ?? null,
      body: seed.body ?? "",
      isDraft: seed.draft ?? false,
      isPrerelease: seed.prerelease ?? false,
    })
  const release = inPlace(place, () => atTime(store, published_at, make))
  if (published_at !== undefined) {
    const publishedAt = timestamp(new Date(published_at))
    store.update(release, { createdAt: publishedAt, publishedAt })
  }
  for (const { name, label = null, content_type, content } of seed.assets ?? []) {
    const file = {
      name,
      label,
      contentType: content_type ?? "text/plain",
      bytes: Buffer.from(content),
    }
    const about = `asset ${name} of ${place}`
    inPlace(about, () => createReleaseAsset(author, release, file, release.updatedAt))
  }
}

function plantWorkflow(store: Store, repository: Repository, seed: SeedWorkflow): void {
  const path = workflowPath(seed)
  const existing = store
    .rowsBy("workflows", "repository", repository.id)
    .find((one) => one.path === path)
  const workflow = existing ?? insertWorkflow(store, repository, seed, path)
  for (const run of seed.runs ?? []) plantRun(store, repository, workflow, run)
}

function insertWorkflow(
  store: Store,
  repository: Repository,
  seed: SeedWorkflow,
  path: string,
): Workflow {
  store.clock.tick()
  const inputs = Object.entries(seed.dispatch ?? {}).map(([name, input]) => [
    name,
    { required: input.required ?? false, default: input.default ?? null },
  ])
  return store.insert("workflows", {
    repositoryId: repository.id,
    name: seed.name,
    path,
    state: seed.disabled ? "DISABLED_MANUALLY" : "ACTIVE",
    dispatchInputs: seed.dispatch ? Object.fromEntries(inputs) : null,
  })
}

export function plantRun(
  store: Store,
  repository: Repository,
  workflow: Workflow,
  seed: SeedRun,
): WorkflowRun {
  const place = `a run of workflow ${workflow.name} of ${repository.name}`
  const headOid = tipOf(repository, seed.branch, place)
  const run = insertRun(store, workflow, {
    title: seed.title ?? workflow.name,
    event: seed.event ?? "push",
    headBranch: seed.branch ?? repository.defaultBranch,
    headOid,
    actorId: actorOf(store, repository, seed.actor, place).viewer.account.id,
    inputs: {},
  })
  const jobs = (seed.jobs ?? usualJobs(workflow, seed)).map((job) => plantJob(store, run, job))
  store.update(run, { ...progressOf(seed, conclusionOf(jobs)), updatedAt: store.clock.last() })
  for (const { name, files } of seed.artifacts ?? []) insertArtifact(store, run, name, files)
  return run
}

/** A completed run has at least one job. */
function usualJobs(workflow: Workflow, run: SeedRun): SeedJob[] {
  const { status = "COMPLETED", conclusion = "SUCCESS" } = run
  return status === "COMPLETED" ? [{ name: workflow.name, conclusion }] : []
}

function plantJob(store: Store, run: WorkflowRun, seed: SeedJob) {
  const startedAt = store.clock.tick()
  const results = resultsOf(seed, startedAt)
  return store.insert("workflowJobs", {
    runId: run.id,
    attempt: 1,
    name: seed.name,
    ...results,
    createdAt: startedAt,
    startedAt,
    completedAt: results.status === "COMPLETED" ? store.clock.tick() : null,
  })
}
