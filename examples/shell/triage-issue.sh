#!/bin/sh
# Triages an issue that nobody has looked at: labels it, asks for the version, and assigns it to whoever runs this.
# An issue that already has a label is left unchanged.
#
#   examples/shell/triage-issue.sh octocat/hello-world 5 question
set -eu
repo=$1 issue=$2 label=$3

if [ "$(ghx run issue.view -R "$repo" "$issue" --jq '.labels | length')" -gt 0 ]; then
  echo "#$issue has labels already"
  exit
fi

me=$(ghx run user.me --jq .login)
done=0
ghx chain -R "$repo" --jq .status --steps - <<STEPS || done=$?
[
  { "task": "issue.labels.add", "input": { "issue_number": $issue, "labels": ["$label"] } },
  { "task": "issue.comments.create", "input": { "issue_number": $issue, "body": "Which version?" } },
  {
    "task": "issue.assignees.update",
    "input": { "issue_number": $issue, "assignees": ["$me"] }
  }
]
STEPS
case $done in
  0) echo "#$issue is triaged" ;;
  5) echo "#$issue is triaged in part: see above" ;;
  75) echo "GitHub cannot be asked now: try again later" ;;
esac
exit $done
