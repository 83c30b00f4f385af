export * from "./check.js"
export * from "./code.js"
export * from "./commit.js"
export * from "./common.js"
export * from "./content.js"
export * from "./deployment.js"
export * from "./event.js"
export * from "./gist.js"
export * from "./hook.js"
export * from "./installation.js"
export * from "./issue.js"
export * from "./milestone.js"
export * from "./notification.js"
export {
  fullTeamShape,
  organizationSummary,
  ownedOrganizationShape,
  teamMemberShape,
  teamShape,
  teamUrl,
} from "./organization.js"
export * from "./pages.js"
export * from "./pull.js"
export * from "./reactions.js"
export * from "./release.js"
export * from "./repository.js"
export * from "./review.js"
export * from "./rules.js"
export * from "./run.js"
export * from "./security.js"
export * from "./user.js"
