import { defaultSeed, silentSeed } from "./default-seed.js"
import { DEFAULT_RATE_LIMIT, type RateLimitOptions } from "./http/index.js"
import type { SandboxOptions, Seed, SeedApp } from "./public/index.js"
import {
  ALL_SCOPES,
  checkedApp,
  checkedTokens,
  installationTokens,
  plant,
  plantedStore,
  requireOwner,
} from "./seed/index.js"
import { DEFAULT_TOKEN } from "./server/index.js"
import type { Tokens } from "./snapshot/index.js"
import { setAppHook } from "./state/index.js"
import type { Store } from "./tables/index.js"
import { clockOf, type Time } from "./time.js"

/** Signs the deliveries to the webhook of the options. */
const DEFAULT_SECRET = "sandbox-secret"

/** The initial state, to which a reset returns. */
export interface Origin {
  readonly store: Store
  readonly tokens: Tokens
  readonly limits: RateLimitOptions
  readonly app: SeedApp
  /** For a store whose rows are dated by the caller's clock: when the clock has moved, a reset dates them again. */
  readonly plantAgain?: () => Store
}

export async function originOf(
  { seed: source, now, synthesize = false, webhook }: SandboxOptions,
  time: Time,
): Promise<Origin> {
  const ownClock = now && clockOf(now, time)
  const ownSeed = synthesize === false ? defaultSeed : silentSeed
  const { seed, store } = await plantedStore(source, ownSeed, ownClock)
  const app = checkedApp(store, seed.app ?? {})
  const withWebhook = (planted: Store): Store => {
    if (webhook !== undefined) setAppHook(planted, { url: webhook, secret: DEFAULT_SECRET })
    return planted
  }
  return {
    store: withWebhook(store),
    tokens: new Map([...tokensOf(store, seed), ...installationTokens(store, app)]),
    app,
    limits: { ...DEFAULT_RATE_LIMIT, ...seed.rate_limit },
    ...(now && { plantAgain: () => withWebhook(plant(seed, clockOf(now, time))) }),
  }
}

function tokensOf(store: Store, seed: Seed): Tokens {
  const login = seed.viewer ?? seed.users[0]?.login ?? ""
  const viewer = { login: requireOwner(store, login, "viewer"), scopes: ALL_SCOPES }
  return new Map([[DEFAULT_TOKEN, viewer], ...checkedTokens(store, seed.tokens ?? [])])
}
