import type { WebhookEvent } from "./public/index.js"
import type { Deliveries } from "./rest/index.js"
import type { App } from "./state/index.js"
import type { Journal, Store } from "./tables/index.js"

export type Listeners = Set<(event: WebhookEvent) => unknown>

/** The webhooks of a sandbox, whose code is loaded once somebody wants to hear of changes. */
export interface Webhooks extends Deliveries {
  committed(journal: Journal): void
  /** Waits for the code, if it is needed. */
  ready(isNeeded: boolean): Promise<unknown> | undefined
  clear(): void
}

/** Whether there is an active webhook, or a changed one. */
const isHeard = ({ tables: { hooks } }: Store, { rows }: Journal): boolean =>
  hooks.values().some(({ active }) => active) ||
  [...rows.keys()].some(({ kind }) => kind === "Hook")

export function createWebhooks(sender: {
  readonly store: () => Store
  readonly app: () => App
  readonly apiUrl: () => string
  readonly listeners: Listeners
}): Webhooks {
  let loaded: (Deliveries & Pick<Webhooks, "clear" | "committed">) | undefined
  let loading: Promise<unknown> | undefined
  let waiting: Journal[] = []
  const load = async () => {
    const { createDeliveries } = await import("./webhooks/index.js")
    loaded = createDeliveries(sender)
    for (const journal of waiting) loaded.committed(journal)
    waiting = []
  }
  const ready = (isNeeded: boolean) => {
    if (isNeeded) loading ??= load()
    return loading
  }
  return {
    ready,
    committed(journal) {
      if (sender.listeners.size === 0 && !isHeard(sender.store(), journal)) return
      if (loaded) return loaded.committed(journal)
      waiting.push(journal)
      void ready(true)
    },
    of: (hook) => loaded?.of(hook) ?? [],
    repeat: (hook, delivery) => loaded?.repeat(hook, delivery),
    ping: (hook) => loaded?.ping(hook),
    test: (hook) => loaded?.test(hook),
    clear() {
      waiting = []
      loaded?.clear()
    },
  }
}
