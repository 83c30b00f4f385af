import type { Fields } from "../field/index.js"
import { conversationMutations } from "./conversation.js"
import { issueMutations } from "./issues.js"
import { pullMutations } from "./pulls.js"
import { reviewMutations } from "./reviews.js"

export const mutationFields: Fields<unknown> = {
  ...conversationMutations,
  ...issueMutations,
  ...pullMutations,
  ...reviewMutations,
}
