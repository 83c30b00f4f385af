/** Stands for the values of inputs that are looked up on GitHub when the command runs. */
import type { JsonSchema } from "../../../runtime/index.js"
import { LookedUp } from "./table/index.js"

/** The title of a milestone whose number is looked up later. */
export class MilestoneTitle extends LookedUp {
  constructor(
    readonly title: string,
    /** Whether the contract takes the number as a string. */
    readonly asText: boolean,
  ) {
    super()
  }
}

/** The number of a milestone whose title a search needs. */
export class MilestoneNumber extends LookedUp {
  constructor(
    readonly number: number,
    readonly place: Readonly<Record<string, unknown>>,
    readonly queryWith: (title: unknown) => string,
  ) {
    super()
  }
}

/** The title of a project whose number is looked up later. */
export class ProjectTitle extends LookedUp {
  constructor(readonly title: string) {
    super()
  }
}

/** The branch of a pull request whose number is looked up later; the current one unless named. */
export class PullBranch extends LookedUp {
  constructor(readonly name?: string) {
    super()
  }
}

/** The tag of a release whose id is looked up later. */
export class ReleaseTag extends LookedUp {
  constructor(readonly tag: string) {
    super()
  }
}

/** A change to a list, whose present items are looked up later. */
export class ListChange extends LookedUp {
  constructor(
    /** The capability and its field with the present list. */
    readonly of: readonly [id: string, field: string],
    readonly added: readonly string[],
    readonly removed: readonly string[],
  ) {
    super()
  }

  and({ added, removed }: ListChange): ListChange {
    return new ListChange(this.of, [...this.added, ...added], [...this.removed, ...removed])
  }
}

/** The URL of a discussion's comment whose id is looked up later. */
export class DiscussionCommentUrl extends LookedUp {
  /** @param discussion - the input that names its discussion */
  constructor(
    readonly url: string,
    readonly discussion: object,
  ) {
    super()
  }
}

/** The tag that the notes of a release start from; they are looked up later. */
export class NotesSince extends LookedUp {
  constructor(readonly tag: string) {
    super()
  }
}

/** The owner of a new repository, which is an organization unless it is the token's user. */
export class OwnerLogin extends LookedUp {
  constructor(readonly login: string) {
    super()
  }
}

/** The name or the file of a template, whose text is looked up and edited later. */
export class TemplateName extends LookedUp {
  constructor(
    readonly name: string,
    readonly edited: (template: string) => Promise<string>,
  ) {
    super()
  }
}

/** The name in an input that takes a number, such as a title; undefined if it is the number itself. */
export function nameFor(input: string, text: string, { type }: JsonSchema): object | undefined {
  const isMilestone = /^milestone(?:_number)?$/.test(input) && !/^(?:\d+|\*)$/.test(text)
  if (isMilestone) return new MilestoneTitle(text, type !== "integer")
  if (type !== "integer" || /^#?\d+$/.test(text)) return undefined
  if (input === "project_number") return new ProjectTitle(text)
  return input === "pull_number" ? new PullBranch(text) : undefined
}
