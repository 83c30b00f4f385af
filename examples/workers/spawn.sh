#!/bin/sh
# A worker of `ghx issue-chain` that finds the same mistake elsewhere, files it, and works.
set -eu
for place in reader writer; do
  number=$(ghx run issue.create "title=The same in the $place" body= --jq .number)
  ghx issue-chain spawned "$number" "$IDD_CHAIN_ISSUE" spawn.sh review sister-bug false true \
    "The $place makes the same mistake."
done
exec sh "$(dirname "$0")/edit.sh"
