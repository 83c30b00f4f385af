import { createRepository, setArchived, updateRepository } from "../../state/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { mutations, node } from "./mutation.js"

/** Settings under the names that they have in both inputs. */
interface Settings {
  name?: string | null
  description?: string | null
  homepageUrl?: string | null
  hasIssuesEnabled?: boolean | null
  hasWikiEnabled?: boolean | null
  hasDiscussionsEnabled?: boolean | null
  hasProjectsEnabled?: boolean | null
  template?: boolean | null
}

/** The settings that the sandbox models; null is treated as absent. */
const settingsOf = (input: Settings) => ({
  ...(input.description != null && { description: input.description || null }),
  ...(input.homepageUrl != null && { homepageUrl: input.homepageUrl || null }),
  ...(input.hasIssuesEnabled != null && { hasIssuesEnabled: input.hasIssuesEnabled }),
  ...(input.hasWikiEnabled != null && { hasWikiEnabled: input.hasWikiEnabled }),
  ...(input.hasDiscussionsEnabled != null && {
    hasDiscussionsEnabled: input.hasDiscussionsEnabled,
  }),
  ...(input.hasProjectsEnabled != null && { hasProjectsEnabled: input.hasProjectsEnabled }),
  ...(input.template != null && { isTemplate: input.template }),
})

const UNMODELLED = [
  "hasPullRequestsEnabled",
  "hasSponsorshipsEnabled",
  "issueCreationPolicy",
  "pullRequestCreationPolicy",
  "teamId",
]

function refuseUnmodelled(input: object): void {
  const name = UNMODELLED.find((one) => Reflect.get(input, one) != null)
  if (name) throw new NotModelled(name)
}

/** Creation and settings of repositories. */
export const repositoryMutations = mutations({
  createRepository(
    input: Settings & {
      name: string
      visibility: "PUBLIC" | "PRIVATE" | "INTERNAL"
      ownerId?: string | null
    },
    context: Context,
  ) {
    refuseUnmodelled(input)
    if (input.visibility === "INTERNAL") throw new NotModelled("visibility INTERNAL")
    const owner = input.ownerId
      ? node(context, input.ownerId, "User", "Organization")
      : context.viewer.account
    const repository = createRepository(context.store, owner, {
      ...settingsOf(input),
      name: input.name,
      isPrivate: input.visibility === "PRIVATE",
    })
    return { repository }
  },

  updateRepository(input: Settings & { repositoryId: string }, context: Context) {
    refuseUnmodelled(input)
    const repository = node(context, input.repositoryId, "Repository")
    updateRepository(context.store, repository, {
      ...settingsOf(input),
      ...(input.name != null && { name: input.name }),
    })
    return { repository }
  },

  archiveRepository: (input: { repositoryId: string }, context: Context) => ({
    repository: setArchived(context.store, node(context, input.repositoryId, "Repository"), true),
  }),

  unarchiveRepository: (input: { repositoryId: string }, context: Context) => ({
    repository: setArchived(context.store, node(context, input.repositoryId, "Repository"), false),
  }),
})
