export type RefusalType =
  | "NOT_FOUND"
  | "FORBIDDEN"
  | "UNPROCESSABLE"
  | "INSUFFICIENT_SCOPES"
  | "STALE_DATA"
  | "SANDBOX_NOT_MODELLED"

/** An entry of `errors[]` in REST's 422. */
export interface RefusalDetail {
  resource: string
  field?: string
  code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom"
}

/**
 * A request refused by GitHub's rules. GraphQL and REST word the same refusal differently, so the answering layer
 * converts it.
 */
export class Refusal extends Error {
  readonly type: RefusalType
  readonly detail: RefusalDetail | undefined

  constructor(type: RefusalType, message: string, detail?: RefusalDetail) {
    super(message)
    this.name = "Refusal"
    this.type = type
    this.detail = detail
  }
}

/** The account is not allowed to do this. If the message is empty, the answering layer names the operation. */
export class NotAllowed extends Refusal {
  readonly login: string

  constructor(login: string, message = "") {
    super("FORBIDDEN", message)
    this.name = "NotAllowed"
    this.login = login
  }
}

/** The token of an installation lacks the permission. */
export class NotAccessible extends Refusal {
  constructor() {
    super("FORBIDDEN", "Resource not accessible by integration")
    this.name = "NotAccessible"
  }
}

/** A thread on a line that is not part of the diff. */
export class OutsideDiff extends Refusal {
  constructor(message: string) {
    super("UNPROCESSABLE", message)
    this.name = "OutsideDiff"
  }
}

export const notFound = (message: string): Refusal => new Refusal("NOT_FOUND", message)

/** @param about - for REST, the resource, and its field: `Label.name` */
export function unprocessable(
  message: string,
  about?: string,
  code: RefusalDetail["code"] = "custom",
): Refusal {
  const [resource, field] = about?.split(".") ?? []
  const detail = resource && { resource, ...(field && { field }), code }
  return new Refusal("UNPROCESSABLE", message, detail || undefined)
}

/** For a request that GitHub does not refuse, but whose result it does not document. */
export const notModelled = (what: string): Refusal =>
  new Refusal("SANDBOX_NOT_MODELLED", `The sandbox does not model ${what}.`)

export const noSuchNode = (id: string): Refusal =>
  notFound(`Could not resolve to a node with the global id of '${id}'`)
