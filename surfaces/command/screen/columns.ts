/** The columns of lists on a terminal, in the order of gh, where it has the list. */
import type { CapabilityMap } from "../../../generated/capability-map.js"

/**
 * By capability. A column is a field of the items, or one of `cells.ts`; a column with a question mark gives way on a
 * narrow terminal, the last one first, and before it one with two. Other lists have the columns of their contracts.
 */
export const columnsOf: Readonly<Partial<Record<keyof CapabilityMap, string>>> = {
  "issue.list": "number title state labels? updated_at?",
  "issue.search": "repository number title state labels? updated_at?",
  "issue.subissues.list": "number title state",
  "issue.prs.list": "repository number title head_ref? state created_at?",
  "pr.list": "number title head_ref? state created_at?",
  "pr.search": "repository number title state labels? updated_at?",
  "pr.issues.list": "repository number title state labels? updated_at?",
  "pr.checks.list": "outcome name description? elapsed workflow? event??",
  "pr.threads.list": "id path line is_resolved? comments",
  "workflow.runs.list": "outcome run_id title workflow branch? event?? elapsed?? created_at?",
  "workflow.run.jobs.list": "outcome job_id name elapsed? failed_steps? completed_at?",
  "workflow.list": "name state workflow_id path?",
  "workflow.caches.list": "cache_id key size created_at? last_accessed_at?",
  "release.list": "name release_type tag_name published_at?",
  "repo.list": "repository description info pushed_at?",
  "repo.search": "repository description info pushed_at?",
  "repo.labels.list": "name description? color",
  "repo.milestones.list": "number title state due_on? progress?",
  "repo.secrets.list": "name updated_at",
  "repo.variables.list": "name value updated_at?",
  "repo.commits.list": "sha title author committed_at?",
  "search.commits": "repository sha title author? committed_at?",
  "search.code": "repository path",
  "gist.list": "id description files? visibility updated_at?",
  "project.fields.list": "name data_type options?",
  "release.assets.list": "name size download_count? asset_id",
  "pr.commits.list": "sha title author committed_at?",
  "project.list": "number title state items_count? updated_at?",
  "project.items.list": "type title number repository? status item_id",
  "discussion.list": "number title category? labels? is_answered? updated_at?",
  "notification.list": "repository number type title reason?? updated_at?",
}
