import type { Route } from "../route/index.js"
import { absentRoutes } from "./absent.js"
import { appRoutes } from "./apps.js"
import { assigneeRoutes } from "./assignees.js"
import { branchRoutes } from "./branches.js"
import { checkRoutes } from "./checks.js"
import { collaboratorRoutes } from "./collaborators.js"
import { commentRoutes } from "./comments.js"
import { comparisonRoutes } from "./comparisons.js"
import { deploymentRoutes } from "./deployments.js"
import { eventRoutes } from "./events.js"
import { fileRoutes } from "./files.js"
import { gistRoutes } from "./gists.js"
import { gitObjectRoutes } from "./git-objects.js"
import { hookRoutes } from "./hooks.js"
import { invitationRoutes } from "./invitations.js"
import { issueRoutes } from "./issues.js"
import { labelRoutes } from "./labels.js"
import { mergeRoutes } from "./merges.js"
import { metaRoutes } from "./meta.js"
import { milestoneRoutes } from "./milestones.js"
import { notificationRoutes } from "./notifications.js"
import { organizationRoutes } from "./organizations.js"
import { packageRoutes } from "./packages.js"
import { pagesRoutes } from "./pages.js"
import { peopleListRoutes } from "./people-lists.js"
import { protectionRoutes } from "./protection.js"
import { pullRoutes } from "./pulls.js"
import { reactionRoutes } from "./reactions.js"
import { refRoutes } from "./refs.js"
import { releaseRoutes } from "./releases.js"
import { repositoryRoutes } from "./repositories.js"
import { repositoryLifeRoutes } from "./repository-life.js"
import { repositoryListRoutes } from "./repository-lists.js"
import { reviewCommentRoutes } from "./review-comments.js"
import { reviewRequestRoutes } from "./review-requests.js"
import { reviewRoutes } from "./reviews.js"
import { ruleRoutes } from "./rules.js"
import { runFileRoutes } from "./run-files.js"
import { runRoutes } from "./runs.js"
import { searchRoutes } from "./search.js"
import { securityRoutes } from "./security.js"
import { settingRoutes } from "./settings.js"
import { starRoutes } from "./stars.js"
import { statusRoutes } from "./statuses.js"
import { topicRoutes } from "./topics.js"
import { userRoutes } from "./users.js"
import { workflowRoutes } from "./workflows.js"

export { isForApps } from "./apps.js"

/** All modelled routes of REST. */
export const routes: readonly Route[] = [
  ...issueRoutes,
  ...commentRoutes,
  ...reactionRoutes,
  ...eventRoutes,
  ...labelRoutes,
  ...assigneeRoutes,
  ...milestoneRoutes,
  ...pullRoutes,
  ...mergeRoutes,
  ...reviewRequestRoutes,
  ...reviewRoutes,
  ...reviewCommentRoutes,
  ...repositoryRoutes,
  ...fileRoutes,
  ...collaboratorRoutes,
  ...peopleListRoutes,
  ...repositoryLifeRoutes,
  ...ruleRoutes,
  ...branchRoutes,
  ...protectionRoutes,
  ...repositoryListRoutes,
  ...refRoutes,
  ...gitObjectRoutes,
  ...comparisonRoutes,
  ...releaseRoutes,
  ...workflowRoutes,
  ...runRoutes,
  ...runFileRoutes,
  ...checkRoutes,
  ...statusRoutes,
  ...settingRoutes,
  ...searchRoutes,
  ...topicRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...starRoutes,
  ...securityRoutes,
  ...gistRoutes,
  ...notificationRoutes,
  ...appRoutes,
  ...hookRoutes,
  ...deploymentRoutes,
  ...invitationRoutes,
  ...pagesRoutes,
  ...packageRoutes,
  ...metaRoutes,
  ...absentRoutes,
]
export { absentRoutes } from "./absent.js"
