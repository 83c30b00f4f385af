#!/bin/sh
# Says whether a version can be released: its tag is free, the newest run on the branch succeeded, and no
# open issue has the label `bug`. Exits with 1 if not.
#
#   examples/shell/release-check.sh octocat/hello-world v0.2.0 main
set -u
repo=$1 tag=$2 branch=$3
fit=0

no() {
  echo "no: $1"
  fit=1
}

ghx run release.view -R "$repo" tag_name="$tag" >/dev/null 2>&1
case $? in
  3) echo "yes: $tag is free" ;;
  0) no "$tag is released already" ;;
  *) no "nobody can tell whether $tag is free" ;;
esac

run=$(ghx run workflow.runs.list -R "$repo" branch="$branch" first=1 --json conclusion,url \
  --jq '.[] | "\(.conclusion) \(.url)"') || no "nobody can tell how the runs ended"
case $run in
  SUCCESS\ * | success\ *) echo "yes: the newest run on $branch succeeded" ;;
  *) no "the newest run on $branch: ${run:-there is none}" ;;
esac

bugs=$(ghx run issue.list -R "$repo" states=OPEN labels=bug --jq '.items[] | "#\(.number) \(.title)"') ||
  no "nobody can tell which bugs are open"
if [ -z "$bugs" ]; then echo "yes: no open issue is a bug"; else no "open bugs: $bugs"; fi

exit $fit
