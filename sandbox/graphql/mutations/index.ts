import type { Fields } from "../field/index.js"
import { conversationMutations } from "./conversation.js"
import { deploymentMutations } from "./deployments.js"
import { discussionMutations } from "./discussions.js"
import { issueMutations } from "./issues.js"
import { mergingMutations } from "./merging.js"
import { planningMutations } from "./planning.js"
import { projectMutations } from "./projects.js"
import { pullMutations } from "./pulls.js"
import { repositoryMutations } from "./repositories.js"
import { reviewMutations } from "./reviews.js"

export const mutationFields: Fields<unknown> = {
  ...conversationMutations,
  ...deploymentMutations,
  ...discussionMutations,
  ...issueMutations,
  ...pullMutations,
  ...reviewMutations,
  ...mergingMutations,
  ...planningMutations,
  ...projectMutations,
  ...repositoryMutations,
}
