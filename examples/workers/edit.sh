#!/bin/sh
# A worker of `ghx issue-chain` that changes a file and commits it.
# Titles are what strangers write: they stay in quotes, and are never part of a command.
set -eu
mkdir -p notes
printf 'Solved: %s\n' "$IDD_CHAIN_ISSUE_TITLE" > "notes/$IDD_CHAIN_ISSUE.md"
git add -- notes
# An earlier attempt that was interrupted may have committed it already.
git diff --cached --quiet || git commit --quiet --message "Solve #$IDD_CHAIN_ISSUE"
