/** An HTTP response; strings and bytes are sent as they are, anything else as JSON. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Absent: an answer without a body. */
  body?: unknown
}

export const DOCUMENTATION = {
  graphql: "https://docs.github.com/graphql",
  rest: "https://docs.github.com/rest",
} as const

export const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  ({ status, headers, ...(body !== undefined && { body }) }) satisfies Answer

/** An error in the form of GitHub's HTTP layer. */
export const failure = (
  status: number,
  message: string,
  documentation_url: string = DOCUMENTATION.rest,
  more: Record<string, unknown> = {},
): Answer => answer(status, { message, ...more, documentation_url, status: String(status) })

/** What to do where the sandbox can hold what is written. */
export const GENERIC = "The option `generic: true` keeps what is written to it."

/** What to do where the sandbox can synthesize an answer. */
export const SYNTHESIZE = "The option `synthesize: true` answers it from GitHub's API description."

/**
 * For requests that GitHub would answer and the sandbox cannot. Its status and type distinguish it from GitHub's own
 * answers.
 *
 * @param advice - what to do instead, as a sentence
 */
export const notModelled = (what: string, advice?: string): Answer =>
  failure(
    501,
    [`The sandbox does not model ${what}.`, advice].filter(Boolean).join(" "),
    undefined,
    {
      type: "SANDBOX_NOT_MODELLED",
    },
  )

export const malformedJson = (documentation: keyof typeof DOCUMENTATION): Answer =>
  failure(400, "Problems parsing JSON", DOCUMENTATION[documentation])

export const queryMissing = (): Answer =>
  ok({ errors: [{ message: "A query attribute must be specified and must be a string." }] })

export const ok = (body: unknown): Answer => answer(200, body)

/** The answer about a new object, which is at its URL. */
export const created = (shape: { readonly url?: string }): Answer =>
  answer(201, shape, { location: shape.url ?? "" })
