/** Stand-ins for values that are looked up when the command runs. */

/** The head of a new pull request: the pushed branch of the clone in the current folder. */
export const HEAD_BRANCH = Symbol("head branch")

/** The base of a new pull request: the one configured for its head, or else the default branch. */
export const BASE_BRANCH = Symbol("base branch")

/** The repository's default branch. */
export const DEFAULT_BRANCH = Symbol("default branch")

export const PARENT = Symbol("parent of the issue")

/** Title and body of a pull request, from the messages of its commits. */
export const FILLED_TITLE = Symbol("title of the commits")
export const FILLED_BODY = Symbol("body of the commits")

/** The same of the first commit alone, and the whole messages of all. */
export const FIRST_TITLE = Symbol("title of the first commit")
export const FIRST_BODY = Symbol("body of the first commit")
export const WHOLE_BODY = Symbol("messages of the commits")

/** A value that is looked up later. */
export class LookedUp {}

/** The name of a file of a release, whose id is looked up. */
export class AssetName extends LookedUp {
  constructor(readonly name: string) {
    super()
  }
}
