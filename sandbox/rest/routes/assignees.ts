import { accountPermission, canBeAssigned, isAtLeast } from "../../state/index.js"
import { missing, routesOf } from "../route/index.js"

/** Whether an account can be assigned: 204 if so, 404 if not. */
export const assigneeRoutes = routesOf({
  "GET /repos/{owner}/{repo}/assignees/{assignee}": (request) => {
    const repository = request.repository()
    const account = request.account("assignee")
    if (account.kind !== "User") throw missing()
    if (!isAtLeast(accountPermission(request.store, account, repository), "TRIAGE")) throw missing()
  },

  "GET /repos/{owner}/{repo}/issues/{issue_number}/assignees/{assignee}": (request) => {
    const row = request.issue()
    const account = request.account("assignee")
    if (account.kind !== "User" || !canBeAssigned(request.store, row, account)) throw missing()
  },
})
