#!/bin/sh
# Replies to every open review thread of a pull request and resolves it: two requests, however many threads.
#
#   examples/shell/review-threads.sh octocat/hello-world 7
set -eu
repo=$1 pull=$2

ghx chain -R "$repo" --jq '"\(.status): \(.results[2].data | length) threads resolved, \(.meta.requests) requests"' --steps - <<STEPS
[
  { "task": "pr.threads.list", "as": "threads", "input": { "pull_number": $pull } },
  {
    "task": "pr.thread.reply",
    "each": { "\$from": "threads", "path": "items", "where": { "is_resolved": false } },
    "input": { "thread_id": { "\$item": "id" }, "body": "Done, thank you." }
  },
  {
    "task": "pr.thread.resolve",
    "each": { "\$from": "threads", "path": "items", "where": { "is_resolved": false } },
    "input": { "thread_id": { "\$item": "id" } }
  }
]
STEPS
