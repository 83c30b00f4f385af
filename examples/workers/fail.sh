#!/bin/sh
# A worker of `ghx issue-chain` that does a part of its work, commits it, and fails.
set -eu
sh "$(dirname "$0")/edit.sh"
echo "#$IDD_CHAIN_ISSUE: the tests are red" >&2
exit 1
