import { type Answer, DOCUMENTATION, failure, notModelled, SYNTHESIZE } from "../../http/index.js"
import { NotAllowed, Refusal } from "../../state/index.js"

/** A refusal that only HTTP can express. */
export class HttpRefusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`HTTP ${answer.status}`)
    this.name = "HttpRefusal"
    this.answer = answer
  }
}

export const refuse = (
  status: number,
  message: string,
  more: Record<string, unknown> = {},
): HttpRefusal => new HttpRefusal(failure(status, message, undefined, more))

/** A 422 about one field. */
export const invalid = (
  resource: string,
  field: string,
  code: "invalid" | "missing" | "missing_field" | "already_exists" = "invalid",
  value?: unknown,
): HttpRefusal =>
  refuse(422, "Validation Failed", {
    errors: [{ ...(value !== undefined && { value }), resource, field, code }],
  })

export const missing = (): HttpRefusal => refuse(404, "Not Found")

/** The value, if there is one. @throws HttpRefusal otherwise */
export function orMissing<Value>(value: Value | undefined | null | false): Value {
  if (value === undefined || value === null || value === false) throw missing()
  return value
}

/** The answer to a request about an issue of a repository without issues; pull requests are still answered. */
export const issuesDisabled = (): HttpRefusal =>
  new HttpRefusal(
    failure(410, "Issues are disabled for this repo", "https://docs.github.com/v3/issues/"),
  )

/** Thrown by a route without an answer, so that the sandbox may synthesize one. */
export class NotModelled extends HttpRefusal {
  constructor(what: string) {
    super(notModelled(what, SYNTHESIZE))
  }
}

/** The answer to a request without a required token. */
export function refuseAnonymous(path: string): Answer {
  const message = "Must be authenticated to access the code search API"
  const errors = [{ message, resource: "Search", field: "q", code: "invalid" }]
  const more = path === "/search/code" ? { errors } : {}
  return failure(401, "Requires authentication", undefined, more)
}

/** Adds the page about the operation to an error that names no page. */
export function documentedAt(answered: Answer, docs: string | undefined): Answer {
  const { body } = answered
  if (docs === undefined || typeof body !== "object" || body === null) return answered
  if (Reflect.get(body, "documentation_url") !== DOCUMENTATION.rest) return answered
  const isAboutToken = Reflect.get(body, "message") === "Bad credentials"
  return isAboutToken ? answered : { ...answered, body: { ...body, documentation_url: docs } }
}

/** REST's answer for a refusal by the state; undefined for a defect of the sandbox. */
export function refusalAnswer(error: unknown): Answer | undefined {
  if (error instanceof HttpRefusal) return error.answer
  if (!(error instanceof Refusal)) return undefined
  switch (error.type) {
    case "NOT_FOUND":
      return failure(404, "Not Found")
    // GitHub does not reveal to a classic token that an object exists which it may not change.
    case "INSUFFICIENT_SCOPES":
      return failure(404, "Not Found")
    case "FORBIDDEN":
      return failure(
        403,
        error instanceof NotAllowed && error.message === ""
          ? "Must have admin rights to Repository."
          : error.message,
      )
    case "UNPROCESSABLE":
      return unprocessable(error)
    case "SANDBOX_NOT_MODELLED":
      return failure(501, error.message, undefined, { type: error.type })
  }
}

function unprocessable({ message, detail }: Refusal): Answer {
  if (!detail) return failure(422, message)
  // Reviews and merges have their own form: plain sentences.
  if (detail.code === "unprocessable") {
    return failure(422, "Unprocessable Entity", undefined, { errors: [message] })
  }
  // The texts of comments are validated by another layer of GitHub.
  if (detail.resource === "IssueComment" && detail.code === "custom") {
    const { resource } = detail
    return failure(422, "Validation Failed", undefined, {
      errors: [{ resource, code: "unprocessable", field: "data", message }],
    })
  }
  // A new pull request's branches have no message, a changed base has one.
  const isOfNewPull =
    detail.resource === "PullRequest" &&
    detail.code === "invalid" &&
    message.endsWith("must be a branch")
  const says =
    isOfNewPull || WITHOUT_MESSAGE.has(detail.code)
      ? {}
      : { message: message.replace(/^(?:(?:Body|Title) is|Name must)/, lowerCase) }
  return failure(422, "Validation Failed", undefined, { errors: [{ ...detail, ...says }] })
}

const lowerCase = (text: string): string => text.toLowerCase()

/** https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed */
const WITHOUT_MESSAGE: ReadonlySet<string> = new Set(["already_exists", "missing_field"])
