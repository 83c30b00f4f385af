/** The pinned description of GitHub's REST API, made by `make pin ARGS=--rest`. */
export interface RestDescription {
  /** Path → method (lower case) → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, RestOperation>>>>
  /** Named schemas, which others refer to as `#/components/schemas/NAME`. */
  readonly schemas: Readonly<Record<string, unknown>>
}

export interface RestOperation {
  /** The page that GitHub's errors link to. */
  readonly docs?: string
  /** The statuses of success; `response` describes the first one. */
  readonly statuses?: readonly number[]
  /** The documented headers of a successful response. */
  readonly headers?: readonly string[]
  readonly parameters?: readonly RestParameter[]
  /** JSON Schema of the body, if the operation takes one. */
  readonly body?: unknown
  /** The media types of its body, if that is a file rather than JSON. */
  readonly uploads?: readonly string[]
  /** JSON Schema of the answer; absent for an answer without a body. */
  readonly response?: unknown
  /** A successful answer may also have no body. */
  readonly mayBeEmpty?: true
  /** Media types of answers that are text, such as a diff. */
  readonly media?: readonly string[]
  /** The permissions that a token needs, if GitHub states them. */
  readonly permissions?: RestPermissions
}

/** The permissions that a token needs for an operation, as far as GitHub's description states them. */
export interface RestPermissions {
  /** Classic scopes, one of which is enough unless `all` is set. */
  readonly scopes?: readonly string[]
  readonly all?: true
  /** Classic scopes that are needed if the repository is private. */
  readonly private_scopes?: readonly string[]
  /** Permissions of fine-grained tokens: `Workflows (repository): write`. */
  readonly fine_grained?: readonly string[]
}

export interface RestParameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly required?: true
  readonly schema: unknown
}
