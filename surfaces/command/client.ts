import {
  type CachedResponse,
  type Client,
  type ClientOptions,
  createClient,
  fromEnvironment,
  type GuardOptions,
  type Intent,
  type ResultError,
} from "../../runtime/index.js"
import type { CommandBudget } from "./budget.js"
import { commandFetch } from "./fetch.js"
import { statusOf, usable, whileShown } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/** Of the answers that a client keeps. */
const MOST_CHARACTERS = 2 ** 25

/** How a command connects to GitHub. */
export interface Connection {
  /** An existing client with bounds of its own; the options below then do not apply. */
  readonly client?: Client
  /** Confirms destructive operations. */
  readonly yes?: boolean
  /** The GitHub that an address or a repository names. */
  readonly host?: string | undefined
  /** Sends in place of the command's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** The token, in place of that of the environment. */
  readonly token?: string | undefined
  /** Use an in-memory GitHub that ends with the command. */
  readonly sandbox?: boolean
  /** A file in which writes are recorded instead of being sent. */
  readonly record?: string | undefined
  /** How untrusted content is returned, if not unchanged. */
  readonly untrusted?: GuardOptions["untrusted"]
  /** Print results as GitHub answers, with hidden characters. */
  readonly rawText?: boolean | undefined
  /** The rate budget that it shares with other processes. */
  readonly shared?: ClientOptions["budget"]
  /** For models, who read again what they have read: an answer of REST that GitHub confirms costs no point. */
  readonly keepsAnswers?: boolean
  /** The client's guards. Their `confirm` replaces the question on the terminal. */
  readonly guards?: GuardOptions
}

export interface Verbosity {
  /** Print what would be sent instead of sending it. */
  readonly dryRun?: boolean
  /** Report the routes that were tried. */
  readonly trace?: boolean
}

/** Whether the only problem of a call in a dry run is that it was not sent. */
export function isRehearsed(
  one: { readonly ok: true } | { readonly ok: false; readonly error: ResultError },
): boolean {
  return one.ok || one.error.details?.dry_run === true
}

/** Runs `work` with a client, from the environment or of a sandbox, that asks before destructive operations. */
export async function withClient<T>(
  connection: Connection,
  terminal: Terminal,
  work: (client: Client, budget?: CommandBudget) => Promise<T>,
): Promise<T> {
  const { client: own, yes, host, sandbox, record, token: typed } = connection
  const { untrusted, rawText, shared, keepsAnswers } = connection
  const { guards = {}, fetch = commandFetch() } = connection
  if (own) return work(own)
  await compileQuickly()
  const { GHX_LOG, GHX_BUDGET, GHX_PRIORITY } = process.env
  const budget = GHX_BUDGET
    ? await (await import("./budget.js")).openBudget(GHX_BUDGET, GHX_PRIORITY || undefined)
    : undefined
  const use = async (client: Client) => {
    if (record === undefined) return work(client, budget)
    const { recordingIn } = await import("./task-file.js")
    const { client: own, end } = recordingIn(record, client, terminal)
    return work(own).finally(end)
  }
  const asked = async (intent: Intent) => (await import("./ask.js")).confirm(intent, terminal)
  const confirm = async (intent: Intent) =>
    yes === true || statusOf(terminal.stderr).paused(() => asked(intent))
  const interceptors = GHX_LOG ? [(await import("./log.js")).logging(GHX_LOG, terminal)] : []
  const bounds = {
    confirm,
    interceptors,
    ...(untrusted && { untrusted }),
    ...(rawText && { raw_text: true }),
    ...(shared && { budget: shared }),
    ...(keepsAnswers && { response_cache: await answers() }),
    ...guards,
    ...(fetch && { fetch: shownWhile(fetch, terminal) }),
    ...(budget && { budget: budget.options }),
  }
  try {
    if (!sandbox)
      return await use(clientOf(host, { ...bounds, ...(typed !== undefined && { token: typed }) }))
    const { openSandbox } = await import("./sandbox.js")
    const { url, token, close } = await openSandbox()
    return await use(createClient({ base_url: url, token, ...bounds })).finally(close)
  } finally {
    await budget?.close()
  }
}

/** Operations without a capability, and the requests of programs, have no other sign of life. */
function shownWhile(send: typeof globalThis.fetch, { stderr }: Terminal) {
  const shown: typeof send = (...request) => whileShown(send(...request), stderr)
  return stderr.isTTY ? shown : send
}

async function answers(): Promise<NonNullable<ClientOptions["response_cache"]>> {
  const { LRUCache } = await import("lru-cache")
  return new LRUCache<string, CachedResponse>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ body }) => body.length + 1,
  })
}

/**
 * Node's `fetch` and jq consist partly of WebAssembly. Code that runs once is not worth optimizing: the optimizing
 * compiler would make it a quarter slower.
 */
async function compileQuickly(): Promise<void> {
  if (Number.parseInt(process.versions.v8, 10) > 13) return
  const { setFlagsFromString } = await import("node:v8")
  setFlagsFromString("--liftoff-only")
}

const clientOf = (host: string | undefined, bounds: ClientOptions): Client =>
  usable(
    () => createClient({ ...fromEnvironment(host === undefined ? {} : { host }), ...bounds }),
    TypeError,
  )
