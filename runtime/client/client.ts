import type { ResultWarning, RouteType } from "../envelope/index.js"
import type { Failure } from "../errors/index.js"
import type { GraphqlTransport, Identities, LookupCache, Remembered } from "../graphql/index.js"
import type { Credentials, Endpoint, Http, HttpOptions, TokenSource } from "../http/index.js"
import type { CleanResult, Described } from "../text/index.js"
import type { RetryPolicy } from "../timing/index.js"
import type { Traffic } from "../traffic/index.js"
import type { Gh } from "./gh.js"
import type { Guard } from "./guard.js"
import type { DocumentSizes } from "./limits.js"
import type { Recording } from "./recording.js"

/** A connection to one GitHub. A client has no state of single calls, so all calls can share it. */
export interface Client {
  readonly endpoint: Endpoint
  readonly http: Http
  /** Decides when requests may be sent. */
  readonly traffic: Traffic
  readonly graphql: GraphqlTransport
  readonly retry: RetryPolicy
  /** The routes that may be taken, in order; undefined if the card decides. */
  readonly routes: readonly RouteType[] | undefined
  /** Time limit of one request, and of one `gh` command. */
  readonly timeout_ms: number
  /** Maximum number of bytes that are read of an answer. */
  readonly max_response_bytes: number
  readonly gh: Gh
  readonly guard: Guard
  /** Removes hidden characters from messages. */
  clean<T>(value: T): T
  /** Removes hidden characters from the prose in a result. */
  cleanProse<T>(
    data: T,
    schema: Described,
    clean?: (text: string, name: string) => string,
  ): CleanResult<T>
  /** How much shares a document. All calls of the client learn from the same answers. */
  readonly batch: DocumentSizes
  /** What all calls and chains of this client join, if they share documents with those of other clients. */
  readonly batcher?: Batcher
  /** The cache of lookups; undefined if the client does not remember any. */
  readonly lookups: LookupCache | undefined
  /** Gives access to the answers that the chain of this client already knows. */
  readonly remembered?: () => Promise<Remembered>
  /** Ids from results, for lookups of later calls; undefined if the client does not remember any. */
  readonly identities: Identities | undefined
  readonly validate_output: boolean
  /** Reports the warnings of a call or a chain whose caller gets only data. */
  report?(of: {
    readonly warnings?: ResultWarning[]
    readonly capability_id?: string
  }): Promise<void>
  /** Copies plain data without tokens: the client's own, and anything that looks like one. */
  redact<T>(value: T): T
  /** The reason why no HTTP request is possible; undefined if one is. */
  unauthenticated(): Failure | undefined | Promise<Failure | undefined>
  /** Before and around the calls, by rank. */
  readonly features: readonly ClientFeature[]
  /** Requests are only noted. */
  readonly dry_run?: true
  /** Where writes are recorded instead of being sent. */
  readonly recording?: Recording | undefined
}

/** The part of a client with `raw_text`. */
export const withoutCleaning: Pick<Client, "clean" | "cleanProse"> = {
  clean: (value) => value,
  cleanProse: (data) => ({ data, cleaned: [] }),
}

/** Throws if the argument is not a client, for example if it is the options of one. */
export function checkClient(client: Client): void {
  if ("guard" in Object(client)) return
  throw new TypeError("The client must come from createClient")
}

/** A part of a client, such as its guards or its interceptors. The core knows none by its name. */
export interface ClientFeature {
  readonly name: string
  /** The lowest is the outermost. Fixed by the feature, because the order is part of security. */
  readonly rank: number
  /** The API, if the caller names none. */
  readonly base_url?: string
  /** Where the token comes from. */
  credentials?(
    endpoint: Endpoint,
    given: { readonly token: TokenSource | undefined } & Pick<HttpOptions, "fetch">,
  ): Credentials
  /** What it changes of the connection. */
  connect?(connection: HttpOptions, endpoint: Endpoint): Partial<HttpOptions>
  /** What it changes of the client. */
  client?(client: Client, connection: HttpOptions): Partial<Client>
  /** The options of calls that it takes. It then only acts before calls that have one of them. */
  readonly options?: readonly string[]
  /** Whether it is around a call; by default, it is. */
  concerns?(call: { readonly key?: string; readonly all?: object }): boolean
  /**
   * Loads its `FeatureCode`, whose types in `call/` depend on those of a client. Without it, nothing is loaded for
   * calls.
   */
  load?(): Promise<unknown>
}

export interface Batcher {
  /**
   * Adds a handler, which works until it waits or settles.
   *
   * @param order - sorts the mutations that are sent together; compared element by element
   */
  join(order: readonly number[]): Handler
}

/** A participant of a batch, such as a step of a chain. */
export interface Handler {
  transport(inner: GraphqlTransport, sizes: DocumentSizes): GraphqlTransport
  /** Reports that the handler has its result. */
  settle(): void
  /** Reports that the handler sends nothing together with the others until it resumes. */
  leave(): void
  /** Reports that the handler is working again, so the others wait for it. */
  resume(): void
}
