import { commitOf } from "../git/index.js"
import type { WebhookEvent } from "../public/index.js"
import { type Delivery, organizationSummary, simpleHook, simpleUser } from "../rest/index.js"
import {
  type App,
  type Installation,
  isInstalledOn,
  ownerOfHook,
  repositoryOf,
  sessionOf,
  type Viewer,
} from "../state/index.js"
import {
  type Account,
  given,
  type Hook,
  type Journal,
  type Repository,
  type Store,
  tableNameOf,
} from "../tables/index.js"
import {
  type Change,
  changesIn,
  type Occurrence,
  type Occurring,
  type Occurrings,
  type Scene,
} from "./change.js"
import { checkOccurrings } from "./checks.js"
import { conversations } from "./conversations.js"
import { discussionOccurrings } from "./discussions.js"
import { organizationOccurrings } from "./organizations.js"
import { dispatched, pushed, repositoryOccurrings } from "./repositories.js"
import { repositoryPart } from "./repository-part.js"
import { securityOccurrings } from "./security.js"
import { bodyFor, isLocal, OUTSIDE, send, signaturesOf } from "./send.js"

/** What the deliveries need of a sandbox. */
export interface Sender {
  readonly store: () => Store
  readonly app: () => App
  readonly apiUrl: () => string
  /** Hear of every event, also without a webhook. */
  readonly listeners: ReadonlySet<(event: WebhookEvent) => unknown>
}

const OCCURRINGS: Occurrings = {
  ...conversations,
  ...repositoryOccurrings,
  ...checkOccurrings,
  ...discussionOccurrings,
  ...organizationOccurrings,
  ...securityOccurrings,
  hooks(scene, { row, before, isGone }) {
    if (isGone) return isWanted(row, "meta") ? [forgotten(scene, row)] : []
    return before ? [] : [pinged(scene, row)]
  },
}

/** An event of a webhook that only the webhook itself hears of. */
function ofHook(scene: Scene, hook: Hook, told: Occurrence): Occurrence {
  const owner = ownerOfHook(scene.store, hook)
  return {
    ...(owner?.kind === "Repository"
      ? { repository: owner }
      : { organization: owner ?? undefined }),
    hook,
    ...told,
  }
}

function pinged(scene: Scene, hook: Hook): Occurrence {
  const isOfApp = ownerOfHook(scene.store, hook) === null
  const shape = { ...simpleHook(scene, hook), ...(isOfApp && { app_id: scene.app.id ?? 1 }) }
  const body = { zen: "A hook hears of each change once.", hook_id: hook.id, hook: shape }
  return ofHook(scene, hook, { event: "ping", body })
}

function forgotten(scene: Scene, hook: Hook): Occurrence {
  const { url: _, ping_url: __, deliveries_url: ___, ...shape } = simpleHook(scene, hook)
  const body = { hook_id: hook.id, hook: shape }
  return ofHook(scene, hook, { event: "meta", action: "deleted", body })
}

/** GitHub itself, which sees everything. */
const GITHUB: Viewer = {
  account: { kind: "User", id: 0, login: "github" } as Account,
  scopes: new Set(),
  isGitHub: true,
}

/** Turns changes of the state into events, and delivers them to the webhooks that want them. */
export function createDeliveries(sender: Sender) {
  let all: Delivery[] = []
  let [lastId, lastGuid] = [0, 0]
  /** Aborted once the deliveries under way are forgotten. */
  let ended = new AbortController()
  /** The end of the deliveries to each webhook, which gets them one after the other. */
  const queues = new Map<number, Promise<void>>()

  const sceneOf = (journal?: Journal): Scene => ({
    ...{ store: sessionOf(sender.store(), GITHUB), app: sender.app(), apiUrl: sender.apiUrl() },
    viewer: GITHUB,
    applied: journal && sender.store().applied[journal.applied],
    isNew: (row) => journal?.rows.get(row) === null,
    changed: (table) =>
      [...(journal?.rows.keys() ?? [])].filter((row) => tableNameOf(row.kind) === table) as never,
  })

  function tell(scene: Scene, occurrence: Occurrence, login?: string): void {
    const { store, app } = scene
    const { event, action, repository } = occurrence
    const installation = app.installations.find((one) => covers(store, one, occurrence))
    const payload = payloadOf(scene, occurrence, login)
    const ofApp = installation
      ? { ...payload, installation: { id: installation.id, node_id: nodeIdOf(installation) } }
      : payload
    lastGuid += 1
    const guid = guidOf(lastGuid)
    for (const hook of hooksFor(store, occurrence, installation)) {
      const isOfApp = ownerOfHook(store, hook) === null
      deliver(hook, {
        ...{ guid, event, action: action ?? null, redelivery: false },
        installationId: isOfApp ? (installation?.id ?? null) : null,
        repositoryId: repository?.id ?? null,
        payload: isOfApp ? ofApp : payload,
      })
    }
    if (occurrence.hook || (isForApps(event) && !installation)) return
    for (const listener of sender.listeners) {
      try {
        listener({ id: guid, name: event, payload: structuredClone(ofApp) })
      } catch (error) {
        // Not an answer to the request, which was applied.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  function deliver(hook: Hook, about: Omit<Delivery, "at" | "headers" | "hookId" | "id" | "url">) {
    const body = bodyFor(hook, about.payload)
    lastId += 1
    const delivery: Delivery = {
      ...{ ...about, id: lastId, hookId: hook.id, url: hook.url },
      at: sender.store().clock.last(),
      headers: {
        ...headersFor(hook, about, sender.app().id ?? 1),
        ...signaturesOf(hook.secret, body),
      },
    }
    all.push(delivery)
    const target = { ...hook }
    const settled = (result: Delivery["result"]) => Object.assign(delivery, { result })
    if (!isLocal(hook.url)) settled(OUTSIDE)
    else {
      const queue = queues.get(hook.id) ?? Promise.resolve()
      const { signal } = ended
      queues.set(
        hook.id,
        queue.then(async () => {
          if (!signal.aborted) settled(await send(target, delivery, body, signal))
        }),
      )
    }
  }

  /** GitHub pinged the webhooks of the seed when they were made. Those of this machine would hear it now. */
  function pingSeeded(): void {
    const scene = sceneOf()
    const [journal] = scene.store.journals
    const isSeeded = (hook: Hook) => !isLocal(hook.url) && journal?.rows.get(hook) !== null
    for (const hook of scene.store.where("hooks", isSeeded)) tell(scene, pinged(scene, hook))
  }
  pingSeeded()

  return {
    /** The only place where transitions of the state become events. */
    committed(journal: Journal): void {
      const scene = sceneOf(journal)
      const { store, applied } = scene
      const login = applied?.actor
      if (journal.dispatched) tell(scene, dispatched(journal.dispatched), login)
      for (const change of changesIn(store, journal)) {
        const occurring: Occurring<never> | undefined = OCCURRINGS[tableNameOf(change.row.kind)]
        const occurred = occurring?.(scene, change as Change<never>) ?? []
        for (const one of occurred) {
          const isElsewhere = one.repository !== undefined || one.organization !== undefined
          const repository = isElsewhere ? one.repository : repositoryOf(store, change.row)
          tell(scene, { ...one, repository }, login)
        }
      }
    },
    of: (hook: Hook): readonly Delivery[] =>
      all.filter(({ hookId, result }) => hookId === hook.id && result).reverse(),
    ping: (hook: Hook): void => tell(sceneOf(), pinged(sceneOf(), hook)),
    test(hook: Hook): void {
      const scene = sceneOf()
      const repository = scene.store.get("repositories", hook.repositoryId ?? 0)
      const ref = `refs/heads/${repository.defaultBranch}`
      const head = repository.refs.get(ref)
      if (head === undefined || !isWanted(hook, "push")) return
      const [before] = commitOf(scene.store.git, head).parents
      tell(scene, { ...pushed(scene, repository, ref, before, head), hook })
    },
    repeat: (hook: Hook, delivery: Delivery): void =>
      deliver(hook, { ...delivery, redelivery: true }),
    /** Forgets the deliveries, also those that are still under way. */
    clear(): void {
      ended.abort()
      ended = new AbortController()
      queues.clear()
      all = []
      lastId = 0
      lastGuid = 0
      pingSeeded()
    },
  }
}

function payloadOf(scene: Scene, occurrence: Occurrence, login: string | undefined) {
  const { store } = scene
  const { event, action, repository, organization, actorId, body } = occurrence
  const owner = store.find("accounts", repository?.ownerId ?? organization?.id)
  const actor = store.find("accounts", actorId) ?? store.accountByLogin(login ?? "") ?? owner
  const isPush = event === "push"
  return {
    ...(action !== undefined && { action }),
    ...given(body),
    ...(isPush && actor && { pusher: { name: actor.login, email: actor.email } }),
    ...(repository && {
      repository: { ...repositoryPart(scene, repository), ...(isPush && pushPart(repository)) },
    }),
    ...(owner?.kind === "Organization" && { organization: organizationSummary(scene, owner) }),
    ...(actor && { sender: simpleUser(scene, actor) }),
  }
}

function headersFor(hook: Hook, { event, guid }: Pick<Delivery, "event" | "guid">, appId: number) {
  const [type, id] =
    hook.repositoryId !== null
      ? ["repository", hook.repositoryId]
      : hook.organizationId !== null
        ? ["organization", hook.organizationId]
        : ["integration", appId]
  const content = hook.contentType === "json" ? "json" : "x-www-form-urlencoded"
  return {
    "content-type": `application/${content}`,
    "user-agent": "GitHub-Hookshot/ghx-sandbox",
    "x-github-delivery": guid,
    "x-github-event": event,
    "x-github-hook-id": String(hook.id),
    "x-github-hook-installation-target-id": String(id),
    "x-github-hook-installation-target-type": String(type),
  }
}

const guidOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`

/** GitHub sends times of pushes as seconds. */
const pushPart = (repository: Repository) => ({
  created_at: Date.parse(repository.createdAt) / 1000,
  pushed_at: Date.parse(repository.pushedAt) / 1000,
  stargazers: repository.stargazers.size,
  master_branch: repository.defaultBranch,
})

const nodeIdOf = ({ id }: Installation): string =>
  Buffer.from(`23:IntegrationInstallation${id}`).toString("base64")

const covers = (store: Store, one: Installation, { repository, organization }: Occurrence) =>
  repository
    ? isInstalledOn(store, one, repository)
    : store.accountByLogin(one.login) === organization

/** Whether webhooks of repositories and organizations cannot hear of it. */
const isForApps = (event: string): boolean => event === "repository_dispatch"

const isWanted = ({ events }: Hook, event: string): boolean =>
  events.includes(event) || events.includes("*")

function hooksFor(
  store: Store,
  { event, repository, organization, hook: only }: Occurrence,
  installation: Installation | undefined,
): Hook[] {
  if (only) return [only]
  const ownerId = repository?.ownerId ?? organization?.id
  return store.where("hooks", (hook) => {
    if (!hook.active || !isWanted(hook, event)) return false
    const isOfApp = hook.repositoryId === null && hook.organizationId === null
    if (isForApps(event) && !isOfApp) return false
    if (hook.repositoryId !== null) return hook.repositoryId === repository?.id
    if (hook.organizationId !== null) return hook.organizationId === ownerId
    return installation !== undefined
  })
}
