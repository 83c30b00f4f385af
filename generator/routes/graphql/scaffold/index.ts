import type { RouteScaffolder } from "../../route/index.js"
import { proposeDocument } from "./document.js"
import { proposeMutation, proposeQuery } from "./query.js"

export const graphqlScaffolder: RouteScaffolder = {
  type: "graphql",
  scaffolds: [
    {
      option: "mutation",
      example: "addPullRequestReviewThreadReply",
      propose: proposeMutation,
    },
    { option: "query", example: "repository.issue", propose: proposeQuery },
    { option: "document", example: "issues.graphql", propose: proposeDocument },
  ],
}
