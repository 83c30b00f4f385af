/** The REST route of a capability. */
import type { PageInfo } from "./page.js"

/** A request to one REST endpoint. */
export interface RestRequest {
  /** Values of the `{names}` in the path; they are percent-encoded. */
  readonly path: Readonly<Record<string, string | number | undefined>>
  /** Absent values are left out; a list becomes repeated names. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Absent values are omitted, null stays null; a string is sent unchanged. */
  readonly body?: object | string
  /** A file to send instead of a body. GitHub accepts files at a separate host. */
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** A GET that finds values for the endpoints, or ends the call with `NOT_FOUND`. */
export interface RestLookup<Input> {
  readonly path: string
  /** The kind of object to find, for the message if there is none: `label`. */
  readonly subject: string
  /** A missing object is omitted instead of ending the call. */
  readonly optional?: boolean
  /**
   * Set if the lookup selects one item of a list, by these inputs. If the list has pages, `request` gets the number
   * of the page.
   */
  readonly among?: { readonly by: readonly string[]; readonly paged: boolean }
  /**
   * The values to look up one by one; absent for a single lookup. `undefined` and `null` skip the lookup and become
   * its value.
   */
  foreach?(input: Input): readonly unknown[] | null | undefined
  /** `undefined` if an optional input is absent, `null` if it is null; both skip the lookup. */
  request(input: Input, item: unknown, page: number): RestRequest | null | undefined
  /** The value found, or null. With `among`, everything that the answer contains. */
  result(answer: unknown, input: Input, item: unknown): unknown
}

/** The constant parts of an endpoint. The plan of a card contains them unchanged. */
export interface RestEndpointFacts {
  /**
   * Name of its response, for later endpoints and for the result. With `foreach`, the name of the list of responses.
   */
  readonly as: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /**
   * For example `/repos/{owner}/{repo}/issues/{issue_number}`; a part in brackets is omitted if its values are
   * absent.
   */
  readonly path: string
  /** Media type of the answer. The response is text unless it is JSON. */
  readonly accept?: string
  /** The response is bytes, a `Uint8Array`. */
  readonly bytes?: true
  /** A 404 is no failure: the object is omitted from the list, or null (`keep`). */
  readonly optional?: boolean | "keep"
  /** GitHub answers without a body. */
  readonly empty?: true
  /** An existence check: GitHub answers without a body, and the response is `true`. */
  readonly presence?: true
  /** Set if earlier reads decide whether the endpoint writes. A retry then starts from them. */
  readonly decided?: true
}

/** One request of a REST route, or one for each value of a list. */
export interface RestEndpoint<Input> extends RestEndpointFacts {
  /** The answer is a list. One page is requested, and its `Link` header says whether there are more. */
  readonly paged?: true
  /** Whether to call the endpoint. If not, its response is null or the empty list. */
  when?(input: Input, responses: unknown): boolean
  foreach?(input: Input, responses: unknown): readonly unknown[] | null | undefined
  /** The request; `each` is the item of `foreach`, or the page number. */
  request(input: Input, responses: unknown, each: unknown): RestRequest
  readonly poll?: RestPoll<Input>
  /** The part of the answer to keep; all of it by default. */
  result?(answer: unknown, input: Input, responses: unknown, each: unknown): unknown
}

/** How an endpoint is polled. */
export interface RestPoll<Input> {
  /** Whether an answer ends the polling. By default, any answer does. */
  until?(answer: unknown, input: Input, responses: unknown): boolean
  /** GitHub may answer that it is still computing (202). */
  readonly accepted?: true
  readonly every_ms: number
  readonly at_most_ms: number
  /** The awaited condition, in the card's words. */
  readonly subject: string
}

/** A REST route: lookups, endpoints in order, then the mapped result. */
export interface RestRoute<Input, Output> {
  /** Run in parallel before the first endpoint; `responses.lookups` holds their results. */
  readonly lookups?: Readonly<Record<string, RestLookup<Input>>>
  /** Scopes that a classic token needs: one scope of each list. */
  readonly scopes?: readonly (readonly string[])[]
  readonly endpoints: readonly RestEndpoint<Input>[]
  /** The object that `output` reads, for the message if it is missing. */
  readonly result: string
  /**
   * The mapped result; null if the responses do not contain it. `responses` are keyed by the names of their
   * endpoints.
   */
  output(
    responses: unknown,
    input: Input,
    pageInfo: PageInfoOf,
    headers: AnswerHeaders,
  ): Output | null
}

/** The headers of the last answer, by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>

/** Makes the `page_info` of a page, given the total and whether items are missing. */
export type PageInfoOf = (total_count: number | null, incomplete?: boolean) => PageInfo
