import { createRepository, setArchived, updateRepository } from "../../state/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { change, type Given, mutations, nodeIf, ofRow, stated } from "./mutation.js"

/** Settings under the names that they have in both inputs. */
type Settings = Given<"name" | "description" | "homepageUrl"> &
  Given<
    | "hasIssuesEnabled"
    | "hasWikiEnabled"
    | "hasDiscussionsEnabled"
    | "hasProjectsEnabled"
    | "template",
    boolean
  >

/** The settings that the sandbox models; null is treated as absent. */
function settingsOf(input: Settings) {
  const { name, hasIssuesEnabled, hasWikiEnabled, hasDiscussionsEnabled, hasProjectsEnabled } =
    input
  const has = { hasIssuesEnabled, hasWikiEnabled, hasDiscussionsEnabled, hasProjectsEnabled }
  return {
    ...stated({ name, ...has, isTemplate: input.template }),
    ...(input.description != null && { description: input.description || null }),
    ...(input.homepageUrl != null && { homepageUrl: input.homepageUrl || null }),
  }
}

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

const REPOSITORY = { repository: "Repository" } as const

/** Creation and settings of repositories. */
export const repositoryMutations = mutations({
  ...ofRow(REPOSITORY, { archiveRepository: setArchived }, true),
  ...ofRow(REPOSITORY, { unarchiveRepository: setArchived }, false),

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
    const owner = nodeIf(context, input.ownerId, "User", "Organization") ?? context.viewer.account
    const repository = createRepository(context.store, owner, {
      ...settingsOf(input),
      name: input.name,
      isPrivate: input.visibility === "PRIVATE",
    })
    return { repository }
  },

  updateRepository: change(REPOSITORY, (store, { repository }, input: Settings) => {
    refuseUnmodelled(input)
    updateRepository(store, repository, settingsOf(input))
  }),
})
