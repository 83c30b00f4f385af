import type { Issue } from "../../tables/index.js"
import { alike, emptyConnection, type Field, type Fields, NotModelled } from "../field/index.js"

/** An item of a task list that refers to an issue, which GitHub would track. */
const TASK = /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s.*(?:#\d|\/issues\/\d|\/pull\/\d)/m

const NOTE = "nothing, if no list of tasks says otherwise"

const ofOwnTasks = (answer: Field<Issue>): Field<Issue> =>
  alike(NOTE, (issue: Issue, args, context, info) => {
    if (!TASK.test(issue.body)) return answer(issue, args, context, info)
    throw new NotModelled(`Issue.${info.fieldName} of a list of tasks`)
  })

const ofOthersTasks = (answer: Field<Issue>): Field<Issue> =>
  alike(NOTE, (issue: Issue, args, context, info) => {
    const neighbours = context.store.rowsBy("issues", "repository", issue.repositoryId)
    const isTracked = neighbours.some((other) => other !== issue && TASK.test(other.body))
    if (!isTracked) return answer(issue, args, context, info)
    throw new NotModelled(`Issue.${info.fieldName} of a list of tasks`)
  })

export const trackingFields: Fields<Issue> = {
  trackedIssues: ofOwnTasks(emptyConnection),
  trackedIssuesCount: ofOwnTasks(() => 0),
  trackedInIssues: ofOthersTasks(emptyConnection),
}
