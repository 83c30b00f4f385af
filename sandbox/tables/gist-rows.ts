/** The rows of gists, which belong to an account and to no repository. */

export interface Gist {
  readonly kind: "Gist"
  readonly id: number
  readonly ownerId: number
  /** The id in URLs and over REST. */
  readonly name: string
  readonly description: string | null
  readonly isPublic: boolean
  /** Name to the oid of its content. */
  readonly files: ReadonlyMap<string, string>
  /** Oldest first. */
  readonly revisions: readonly GistRevision[]
  readonly stargazerIds: readonly number[]
  readonly createdAt: string
  readonly updatedAt: string
}

export interface GistComment {
  readonly kind: "GistComment"
  readonly id: number
  readonly gistId: number
  readonly authorId: number
  readonly body: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface GistRevision {
  readonly version: string
  readonly committedAt: string
  readonly additions: number
  readonly deletions: number
}
