import type { PlannerCatalog } from "../../planner/index.js"

/** The tools of a to-do list, for which the planner's contract was agreed. */
export const toDo: PlannerCatalog = {
  types: { task_id: "integer" },
  context: ["title", "description", "task_id", "status_filter"],
  tools: {
    add_task: {
      needs: ["title"],
      takes: ["description"],
      reasons: { direct: "Direct task creation with title provided" },
    },
    list_tasks: { takes: ["status_filter"], reasons: { direct: "Direct listing of tasks" } },
    complete_task: {
      needs: ["task_id"],
      reasons: {
        direct: "Direct completion with task_id provided",
        find: "Find task_id by matching title '{task_title}'",
        found: "Mark identified task as completed",
      },
    },
    delete_task: {
      needs: ["task_id"],
      destroys: true,
      reasons: {
        direct: "Direct deletion with task_id provided",
        find: "Retrieve all tasks to find task_id by title match",
        found: "Delete task after identifying task_id from step 1",
      },
    },
    update_task: {
      needs: ["task_id"],
      takes: ["title", "description"],
      phrases: { task_title: ["change the {} to"] },
      reasons: {
        direct: "Direct update with task_id provided",
        find: "Find task_id of '{task_title}' to update",
        found: "Update task title to '{title}'",
      },
    },
    identity_query: {},
  },
  things: {
    task_id: {
      noun: "task",
      tool: "list_tasks",
      by: ["title"],
      reason: "Show pending tasks for user to clarify which task",
    },
  },
}
