const repo = { owner: "octocat", repo: "hello-world" }

/** An example chain: steps that depend on others, and writes that share a document. */
export const chain: readonly object[] = [
  { task: "issue.create", as: "created", input: { ...repo, title: "Flaky test" } },
  {
    task: "issue.comments.create",
    input: { ...repo, issue_number: { $from: "created", path: "number" }, body: "Seen in run 41." },
  },
  { task: "pr.threads.list", as: "threads", input: { ...repo, pull_number: 7 } },
  {
    task: "pr.thread.resolve",
    each: { $from: "threads", path: "items[*]", where: { is_resolved: false } },
    input: { thread_id: { $item: "id" } },
  },
]
