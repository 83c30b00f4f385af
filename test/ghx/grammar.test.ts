/** Commands of gh, with `ghx` in place of `gh`: compared with the real gh, on two equal sandboxes. */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { JsonSchema } from "ghx"
import { type Sandbox, type ServedGh, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import gh from "../../schema/gh.json" with { type: "json" }
import { helpTexts } from "../../surfaces/command/gh/index.js"
import { ownCommands, programOf } from "../../surfaces/command/program.js"
import { cards } from "../cards.js"
import { needsGh } from "../needs.js"
import { some } from "../some.js"
import { expectSameState, stateOf } from "./state-of.js"
import { type, wordsOf } from "./type.js"

let ours: Sandbox
let theirs: Sandbox
let served: ServedGh

beforeAll(async () => {
  ours = await startSandbox()
  theirs = await startSandbox()
  served = await theirs.serveGh()
  vi.stubEnv("GHX_BASE_URL", ours.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
beforeEach(() => {
  ours.reset()
  theirs.reset()
})
afterAll(async () => {
  await ours.close()
  await theirs.close()
})

async function typeGh(line: string, stdin = ""): Promise<string> {
  const env = { PATH: process.env.PATH, ...served.env, GH_REPO: "octocat/hello-world" }
  const started = promisify(execFile)("gh", wordsOf(line), { env })
  started.child.stdin?.end(stdin)
  return (await started).stdout
}

describe("a writing command of ghx has the same effect as gh's", () => {
  beforeEach(needsGh)
  test.each(
    some(
      [
        "issue close 1",
        "issue close 1 -c 'Done in #7'",
        "issue reopen 3",
        "issue comment 1 --body Hello",
        "issue comment 1 -b Hello",
        "issue comment 1 -b=Hello",
        "issue comment 1 -b -x=5",
        "issue comment 1 --edit-last --body Better",
        "issue comment 3 --edit-last -b Better",
        "issue new -t New -b Text",
        "issue create --title New --body Text --label bug --assignee monalisa",
        "issue create -t New -b Text -l bug,question -m v1.0",
        "issue create -t New -b Text -a @me",
        "issue edit 1 --title Better",
        "issue edit 1 --remove-label bug",
        "issue edit 1 --add-assignee monalisa",
        "issue edit 1 --remove-assignee octocat",
        "issue edit 2 --milestone v1.0",
        "issue edit 1 --add-project Greetings",
        "issue edit 2 --remove-project Greetings",
        "issue edit 2 --title Better --remove-project Greetings",
        "issue lock 1 --reason spam",
        "issue pin 1",
        "issue unpin 2",
        "issue transfer 1 octocat/big",
        "pr close 7",
        "pr close 7 --comment 'Not now'",
        "pr reopen 9",
        "pr comment 7 --body Thanks",
        "pr create -R octocat/hello-world --title New --body Text --base main --head impolite-greeting",
        "pr create -R octocat/hello-world -t New -b Text -B main -H impolite-greeting --draft",
        "pr edit 7 --add-label bug",
        "pr edit 7 --title Better --body Text",
        "pr edit 8 --add-reviewer monalisa",
        "pr edit 7 --milestone v2.0",
        "pr edit 8 --add-project Greetings",
        "pr edit 7 --remove-project Greetings",
        "pr merge 7 --merge",
        "pr merge 7 --auto --squash",
        "pr merge 7 --auto --rebase --delete-branch",
        "pr merge 6 --auto --squash -d -R octo-org/website",
        "pr merge 7 --disable-auto -R octo-org/website",
        "pr merge 8 --squash -R octo-org/website",
        "pr merge 6 --squash",
        "pr review 7 --approve",
        "pr review 7 --comment -b 'A question'",
        "pr review 7 -r -b 'Not yet'",
        "label create urgent --color ff0000 --description 'Do it now'",
        "label edit bug --name defect",
        "label create bug --color ff0000 --force",
        "label create later --color ff0000 -d Later -f",
        "gist create LICENSE README.md --desc 'Two files' --public",
        "run rerun 1",
        "workflow run deploy.yml -r main -f environment=test",
        "workflow run Deploy -r main -f environment=test",
        "workflow run deploy.yml -f environment=test",
        "workflow disable ci.yml",
        "pr lock 7 -r spam",
        "pr unlock 7",
        "secret set TOKEN -b sesame",
        "repo edit octocat/hello-world -d Words -h https://example.org --default-branch main --enable-auto-merge",
        "repo edit octocat/hello-world --enable-wiki=false --enable-issues --enable-squash-merge=false --delete-branch-on-merge",
        "repo edit octocat/hello-world --enable-projects=false --template --allow-update-branch",
        "repo rename hi -R octocat/hello-world --yes",
        "repo archive octocat/big --yes",
        "release create v1.0.0 --title First --notes Text",
        "release edit v0.1.0 --notes Text",
        "release create v1.0.0 --title First --notes Text --latest=false --generate-notes=false",
        "release create v1.0.0 --generate-notes --notes-start-tag v0.1.0",
        "release create v1.0.0 --notes-start-tag v0.1.0 --notes Mine -t First --generate-notes",
        "release create v1.0.0 --generate-notes --notes-start-tag=",
        "release edit v0.1.0 --latest",
        "release edit v0.1.0 --draft",
        "release create v3 -R octo-org/website --notes Text --discussion-category Ideas",
        "release create v3 LICENSE -R octo-org/website --notes Text --discussion-category Ideas",
        "release delete-asset v0.1.0 hello.txt --yes",
        "release edit v0.2.0 --tag v0.3.0",
        "release edit v0.2.0 --tag v0.3.0 --title Third --notes Text",
        "release edit v0.2.0 --target main --prerelease",
        "repo create ghx-new --private -d Words --homepage https://example.com --disable-wiki",
        "run rerun 2 --debug",
        "run rerun 2 --failed -d",
        "repo edit octocat/hello-world --add-topic cli,go --add-topic api",
        "repo edit octocat/hello-world --add-topic cli --remove-topic demo -d Words",
        "repo create ghx-new --public --disable-issues -h https://example.com",
        "release delete v0.1.0 --yes",
        "release delete v0.1.0 --yes --cleanup-tag",
        "repo fork octo-org/tools --clone=false",
        "release upload v0.1.0 README.md",
        "workflow run deploy.yml -F environment=@LICENSE",
        "label create later --color '#FF0000' --description Later",
        "label edit bug --color '#FF0000'",
        "issue edit 1 --milestone ''",
        "pr edit 7 -m '' --title Better",
        "issue edit 1 --title Better --add-label ''",
        "issue create -t New -b Text --milestone '' --label '' --assignee ''",
        "issue close 1 --comment ''",
        "release create v1.0.0 --title '' --notes ''",
        "pr merge 7 --squash --subject ''",
        "repo sync hubot/hello-world",
        "repo sync hubot/hello-world -b main",
      ],
      10,
    ),
  )("%s", async (line) => {
    await typeGh(line)
    expect(await type(`ghx ${line}`)).toMatchObject({ exitCode: 0 })
    expectSameState(ours, theirs)
  })

  test.each([
    ["secret set TOKEN", "sesame\n"],
    ["secret set TOKEN", "two\nlines\r\n\n"],
    ["secret set TOKEN", "no line break"],
    ["gist create --desc Words", "Text\n"],
    ["workflow run deploy.yml -F environment=@-", "test"],
    ["workflow run deploy.yml --json", '{"environment":"test"}'],
  ])("%s with %j on stdin", async (line, stdin) => {
    await typeGh(line, stdin)
    expect(await type(`ghx ${line}`, { stdin })).toMatchObject({ exitCode: 0 })
    expectSameState(ours, theirs)
  })
})

describe("a reading command of ghx prints the same as gh's", () => {
  beforeEach(needsGh)
  test.each(
    some(
      [
        "issue list --json number --json title --jq '.[] | [.number, .title]'",
        "issue list --state all --json number -q '.[].number'",
        "issue list -s closed --json number -q '.[].number'",
        "issue list --label bug --json number -q '.[].number'",
        "issue list --assignee octocat --json number -q '.[].number'",
        "issue list --assignee @me --json number -q '.[].number'",
        "issue list -A hubot --json number -q '.[].number'",
        "issue list --milestone v2.0 --json number -q '.[].number'",
        "issue list -L 2 --json number -q '.[].number'",
        "issue list -L=2 --json number -q '.[].number'",
        "issue ls --json number -q '.[].number'",
        "issue list --label bug,enhancement --json number -q '.[].number'",
        "issue list -l enhancement -l 'good first issue' --json number -q '.[].number'",
        "issue list -S 'is:closed' --json number -q '.[].number'",
        "issue list --search French --state all --json number -q '.[].number'",
        "issue list --mention octocat --json number -q '.[].number'",
        "issue list --app dependabot --json number -q '.[].number'",
        "issue list --app dependabot --milestone v2.0 --state all --json number -q '.[].number'",
        "issue list --milestone 2 --search greet --state all --json number -q '.[].number'",
        "issue list -m v2.0 -l bug,enhancement --state all --json number -q length",
        "issue list --search French --json number -q '.[].number'",
        "issue view 1 --json title,body -q '[.title, .body]'",
        "pr list --json number,headRefName -q '.[].number'",
        "pr list --state all --json number -q '.[].number'",
        "pr list --state merged --json number -q '.[].number'",
        "pr list --state closed --json number -q '.[].number'",
        "pr list --search is:merged --json number -q '.[].number'",
        "pr list --author octocat --base nope --json number -q '.[].number'",
        "pr list --author octocat --base main --json number -q '.[].number'",
        "pr list --draft --state all --json number -q '.[].number'",
        "pr list --draft=false --state all --json number -q '.[].number'",
        "pr list -d=false --json number -q '.[].number'",
        "search prs --repo octocat/hello-world --draft=false --json number -q '.[].number'",
        "api -X GET repos/octocat/hello-world/issues -f state=all -f per_page=2 -q '.[].number'",
        "api -H 'Content-Type: application/json' user -q .login",
        "run view 2 --exit-status --json status",
        "pr list --label bug,enhancement --json number -q '.[].number'",
        "pr list --base main --json number -q '.[].number'",
        "pr list -H polite-greeting --json number -q '.[].number'",
        "pr view 7 --json title,state -q '[.title, .state]'",
        "pr view https://github.com/octocat/hello-world/pull/7 --json number -q .number",
        "run list --json displayTitle -L 1 -q length",
        "run list --json databaseId -q '.[0].databaseId'",
        "run list -w CI --json databaseId -q '.[].databaseId'",
        "run list -w ci.yml --json databaseId -q '.[].databaseId'",
        "pr view 7 --json createdAt,headRefName,isDraft",
        "pr view 7 --json mergeable,reviewDecision",
        "pr list --head polite-greeting --json number,url",
        "pr list --search review-requested:@me --json number -q '.[].number'",
        "issue list --label bug --state all --json number,title,url",
        "run list --workflow=ci.yml --branch main --limit 1 --json databaseId --jq '.[0].databaseId'",
        "run view 2 --json displayTitle,headBranch",
        "run view 2 --json createdAt,startedAt",
        "run list --json databaseId,startedAt",
        "run view 2 --json jobs -q '.jobs[] | select(.conclusion == \"failure\") | .databaseId'",
        "issue list --json body,number",
        "issue list --json number,reactionGroups",
        "issue view 1 --json number,reactionGroups",
        "issue view 1 --json reactionGroups -q '.reactionGroups[] | [.content, .users.totalCount]'",
        "pr view 7 --json potentialMergeCommit,reactionGroups",
        "pr list --json number,potentialMergeCommit",
        "label list --json createdAt,name",
        "release view --json author,tarballUrl -q '[.author.login, (.tarballUrl | split(\"/repos/\")[1])]'",
        "release view v0.1.0 --json zipballUrl -q '.zipballUrl | split(\"/repos/\")[1]'",
        "repo list octocat --language JavaScript --json name",
        "repo list octocat --language javascript --no-archived --visibility public --json name",
        "repo list --topic none --json name",
        "issue status --json body,number -q '.createdBy + .assigned'",
        "pr list --json number,body -q '.[].body'",
        "pr status --json files,headRepositoryOwner,number -q '[.createdBy, .needsReview] | .[][] | [.number, .files[].path, .headRepositoryOwner.login]'",
        "pr status --json reviews,number -q '.needsReview[] | [.number, (.reviews[] | .author.login, .state)]'",
        "issue status --json comments,number -q '[.assigned, .createdBy] | .[][] | [.number, (.comments[] | .body)]'",
        "label list --json isDefault,name,url",
        "pr view 9 --json reviewDecision",
        "issue view 3 --json comments -q '.comments[] | {createdAt, by: .author.login, is: .authorAssociation}'",
        "issue view 3 --json comments -q '.comments | map({createdAt: .createdAt}) | sort_by(.createdAt) | .[0].createdAt'",
        "pr view 7 --json reviews -q '.reviews[] | [.id, .author.login, .authorAssociation, .state, .submittedAt, .commit.oid]'",
        "pr view 7 --json latestReviews -q '[.latestReviews[] | [.author.login, .state, .body]] | sort'",
        "pr view 7 --json files,title -q '[.title, (.files[] | [.path, .additions, .deletions])]'",
        "pr view 7 --json commits -q '.commits[] | [.oid, .messageHeadline, .messageBody, .authoredDate, .committedDate, .authors[0].login, .authors[0].name, .authors[0].email]'",
        "pr view 7 --json statusCheckRollup -q '.statusCheckRollup[] | [.__typename, .name, .status, .conclusion, .detailsUrl, .startedAt, .completedAt, .workflowName]'",
        "pr view 7 --json statusCheckRollup -q '[.statusCheckRollup[] | select(.conclusion != \"SUCCESS\")] | length'",
        "pr view 7 --json reviewRequests",
        "pr view 7 --json comments,number -q '[.number, (.comments[] | {id, createdAt, url, isMinimized, minimizedReason, by: .author.login})]'",
        "pr view 7 --json isCrossRepository,maintainerCanModify,mergeCommit,mergedBy",
        "pr view 9 --json mergeCommit,mergedBy -q '[.mergeCommit.oid, .mergedBy.login]'",
        "issue list --json labels -q '[.[].labels[] | {name}]'",
        "pr view 7 --json headRepositoryOwner -q .headRepositoryOwner.login",
        "run view 2 --json databaseId,jobs -q '[.databaseId, .jobs[].databaseId]'",
        "pr list --json headRefName -q '.[] | {headRefName}'",
        "release view --json tagName -q .tagName",
        "release view v0.1.0 --json name,tagName",
        "release view v0.2.0 --json body,isDraft,tagName",
        "repo view octocat/hello-world --json nameWithOwner -q .nameWithOwner",
        "repo view octocat/hello-world --json name,owner,isPrivate,isFork,isArchived -q '[.name, .owner.login, .isPrivate, .isFork, .isArchived]'",
        "repo view octocat/hello-world --json defaultBranchRef --jq .defaultBranchRef.name",
        "repo view octocat/hello-world --json forkCount,squashMergeAllowed,viewerPermission",
        "issue view 3 --json closed,number",
        "run list --json number,name -L 1 -q '.[] | [.number, .name]'",
        "search issues French --json body,number,state",
        "search issues French --json number -q '.[].number'",
        "search issues French --repo octocat/big --json number -q '.[].number'",
        "search issues --assignee @me --json number -q '.[].number'",
        'issue list --state all --json number,author,labels -q \'.[] | "\\(.number) \\(.author.login) \\([.labels[].name] | join(", "))"\'',
        "issue list --json number,labels -q '[.[] | select(any(.labels[]; .name == \"bug\")) | .number]'",
        "issue list --json labels -q '.[] | .labels | map(.name) | join(\",\")'",
        "issue list --json assignees,title -q '.[] | {title, who: [.assignees[] | .login]}'",
        "issue view 1 --json author -q '.author | .login'",
        "pr list --json author -q '[.[] | select(.author.login == \".author.login\")] | length'",
        "search prs polite --json number -q 'map(.number) | sort | .[]'",
        "search prs --review-requested octocat --state open --json number,repository",
        "search prs --checks failure --json number",
        "search issues bug --repo octocat/hello-world --sort created --created '>2024-01-01' --json number",
        "search issues --no-assignee --state open --json number -q 'map(.number) | sort | .[]'",
        "search issues --no-assignee --assignee octocat --json number -q length",
        "search issues --assignee octocat --no-assignee --json number -q length",
        "search issues --no-assignee=false --assignee octocat --json number -q 'map(.number) | sort | .[]'",
        "search issues --no-label --label bug --json number -q length",
        "search issues --no-label --no-milestone --repo octocat/hello-world --json number -q 'map(.number) | sort | .[]'",
        "search issues --match title French --json number",
        "search issues --repo octocat/hello-world --sort created --order asc --json number -q '.[].number'",
        "search issues --locked=false --repo octocat/hello-world --json number -q 'map(.number) | sort | .[]'",
        "search issues --archived --json number,repository",
        "search prs --draft --json number -q 'map(.number) | sort | .[]'",
        "search prs --merged --repo octocat/hello-world --json number",
        "search prs --draft=false --merged=false --repo octocat/hello-world --json number -q 'map(.number) | sort | .[]'",
        "search repos --owner octocat --archived --json fullName",
        "search repos --owner octocat --archived=false --visibility public --json fullName -q 'map(.fullName) | sort | .[]'",
        "search commits greet --author-name Octocat --order asc --sort author-date --json sha -q '.[].sha'",
        "pr diff 7 --color never",
        "workflow view ci.yml --yaml",
        "workflow view CI -y -r polite-greeting",
        "search repos --owner octocat --sort stars --json fullName -q '.[0].fullName'",
        "search repos --owner octo-org --visibility public --json name -q 'map(.name) | sort'",
        "repo list octocat --source --json name -q 'map(.name) | sort'",
        "repo list --archived --json nameWithOwner",
        "repo list octocat --no-archived --json name -q 'map(.name) | sort'",
        "repo view octocat/hello-world --json repositoryTopics",
        "label list --json name -q '.[].name'",
        "issue list --json number,comments -q '.[] | [.number, (.comments[] | .author.login, .body)]'",
        "issue list -R octocat/big -L 130 --json comments -q '[.[].comments | length] | [length, add]'",
        "pr list --state all --json number,mergedBy,mergeCommit -q '.[] | [.number, .mergedBy.login, .mergeCommit.oid]'",
        "pr list --json isCrossRepository,headRepository,headRepositoryOwner -q '.[] | [.isCrossRepository, .headRepository.name, .headRepositoryOwner.login]'",
        "pr list --json number,reviews,files,commits -q '.[] | [.number, .reviews[].id, .files[].path, .commits[].oid]'",
        "pr list --json statusCheckRollup -q '.[].statusCheckRollup[] | [.name, .conclusion]'",
        "pr list --author octocat --json reviewRequests,latestReviews -q 'map(.reviewRequests, (.latestReviews | length))'",
        "pr list --head nothing-like-it --json number,reviews",
        "pr view 7 --json headRepository -q '.headRepository | [.id, .name]'",
        "repo list octocat --json defaultBranchRef,homepageUrl,latestRelease,name,sshUrl",
        "repo list octocat --json deleteBranchOnMerge,hasWikiEnabled,isTemplate,issues,languages,viewerPermission",
        "repo view octocat/hello-world --json assignableUsers,labels,languages,latestRelease,milestones",
        "repo view octocat/hello-world --json diskUsage,isEmpty,issues,licenseInfo,pullRequests,watchers",
        "repo view octocat/attic --json hasDiscussionsEnabled,hasIssuesEnabled,hasProjectsEnabled,latestRelease,viewerCanAdminister",
        "run view 2 --json jobs -q '.jobs[] | [.name, .status, .conclusion, .startedAt, .url, (.steps[] | .name, .number, .conclusion)]'",
        "repo view octocat/hello-world --json watchers,issues -q '.watchers.totalCount, .issues.totalCount'",
        "repo view hubot/hello-world --json parent -q '.parent.owner.login, .parent.name'",
        "repo view octo-org/website --json labels",
        "repo view octo-org/website --json codeOfConduct,contactLinks,fundingLinks,isBlankIssuesEnabled,isInOrganization,isMirror,isSecurityPolicyEnabled,isUserConfigurationRepository,issueTemplates,mirrorUrl,name",
        "repo view octocat/hello-world --json mentionableUsers,openGraphImageUrl,pullRequestTemplates,securityPolicyUrl,templateRepository,usesCustomOpenGraphImage",
        "repo view octocat/hello-world --json viewerDefaultCommitEmail,viewerDefaultMergeMethod,viewerHasStarred,viewerPossibleCommitEmails,viewerSubscription",
        "repo list octocat --json isInOrganization,mentionableUsers,name,templateRepository,viewerHasStarred,viewerSubscription",
        "label list -R octo-org/website --json color,description,name",
        "search prs --state open --json number,repository -q '.[] | [.repository.nameWithOwner, .number]'",
        "run list --json databaseId,workflowDatabaseId",
        "run view 2 --json databaseId,workflowDatabaseId",
        "release view v0.1.0 --json apiUrl,targetCommitish,uploadUrl",
        "search prs --state open --json authorAssociation,isLocked,isPullRequest,number",
        "search issues --repo octocat/hello-world --state open --json authorAssociation,isLocked,isPullRequest,number",
        "search issues --repo octocat/hello-world --json isPullRequest",
        "search repos hello --json fullName,openIssuesCount,size,visibility,watchersCount",
        "search commits typo --repo octocat/hello-world --json sha,commit,repository -q '.[] | [.sha, .commit.message, .commit.author.name, .commit.author.email, .commit.author.date, .repository.fullName]'",
        "release view v0.1.0 --json assets -q '.assets[] | [.name, .apiUrl, .size, .contentType, .downloadCount, .state]'",
        "gist view 3f397ccabda1ffefccd28d0cbd01c471",
        "gist view 3f397ccabda1ffefccd28d0cbd01c471 --raw",
        "gist view 3f397ccabda1ffefccd28d0cbd01c471 --files",
        "gist view https://gist.github.com/octocat/3f397ccabda1ffefccd28d0cbd01c471 -f notes.md",
        "gist view 8ba42654c1871c0dc4569ec680ffffef",
        "api --silent repos/{owner}/{repo}/pulls",
        "api repos/:owner/:repo/pulls --jq length",
        "api --cache 1h user -q .login",
        "api graphql --paginate -q '.data.viewer.repositories.nodes[].name' -f query='query($endCursor: String) { viewer { repositories(first: 3, after: $endCursor, orderBy: { field: NAME, direction: ASC }) { nodes { name } pageInfo { hasNextPage endCursor } } } }'",
        "api graphql --paginate -q '.data.viewer.repositories.nodes[] | [.name, .issues.pageInfo.hasNextPage]' -f query='query($endCursor: String) { viewer { repositories(first: 50, after: $endCursor, orderBy: { field: NAME, direction: ASC }) { pageInfo { hasNextPage endCursor } nodes { name issues(first: 1) { pageInfo { hasNextPage endCursor } } } } } }'",
      ],
      10,
    ),
  )("%s", async (line) => {
    const { stdout, stderr, exitCode } = await type(`ghx ${line}`)
    expect({ stderr: stderr.replace(/^note: .*\n/gm, ""), exitCode }).toEqual({
      stderr: "",
      exitCode: 0,
    })
    expect(stdout).toBe(await typeGh(line))
  })
})

test.each([{ a: 1 }, [1], null])(
  "workflow run --json refuses %j as a value",
  async (environment) => {
    const stdin = JSON.stringify({ environment })
    expect(await type("ghx workflow run deploy.yml --json", { stdin })).toMatchObject({
      stderr:
        "ghx: --json: environment is no text, number or boolean\n  fix: Quote JSON as a text\n",
      exitCode: 2,
    })
  },
)

test("labels are lines of CSV, as in gh, and their quotes and commas reach GitHub's search", async () => {
  for (const name of ["'ui, ux'", "'say \"hi\"'", "a,b"]) {
    expect(await type(`ghx label create ${name} -c ff0000`)).toMatchObject({ exitCode: 0 })
  }
  const csv = `--label '"ui, ux",bug' --label '"say ""hi""","a,b"'`
  const created = await type(`ghx issue create -t Styles -b Text ${csv}`)
  expect(created).toMatchObject({ stderr: "", exitCode: 0 })
  const number = Number(created.stdout.split("/").at(-1))
  const names = `-q '[.[].number, (.[].labels | length)] | join(" ")'`
  for (const label of [`'"ui, ux"'`, `'"say ""hi"""'`, `'"a,b"'`]) {
    const filter = `--label ${label} --json number,labels ${names}`
    for (const line of [`issue list ${filter}`, `issue list -S Styles ${filter}`]) {
      expect(await type(`ghx ${line}`)).toMatchObject({ stdout: `${number} 4\n`, exitCode: 0 })
    }
  }
  await type(`ghx issue edit ${number} --remove-label '"ui, ux","a,b"'`)
  const { stdout } = await type(`ghx issue view ${number} --json labels -q '[.labels[].name]'`)
  expect(JSON.parse(stdout)).toEqual(["bug", 'say "hi"'])
})

describe("a value with spaces stays one value of a search, as in gh", () => {
  beforeEach(needsGh)
  test.each([
    ["search prs --head 'a b' --json number", 'head:"a b"'],
    ["search issues --milestone 'v1 beta' --json number", 'milestone:"v1 beta"'],
    ["search commits x --author-name 'Jane Doe' --json sha", 'author-name:"Jane Doe"'],
    ["search repos --topic a,b --json name", "topic:a topic:b"],
    ["search issues 'in French' --json number", '"in French"'],
    ["search issues French in --json number", "French in"],
  ])("%s", async (line, qualifiers) => {
    theirs.clearRequests()
    ours.clearRequests()
    await typeGh(line)
    await type(`ghx ${line}`)
    for (const { requests } of [theirs, ours]) {
      const sent = requests.map(({ query, body }) => JSON.stringify([query, body]))
      expect(sent.join().replaceAll(/\\+"/g, '"')).toContain(qualifiers)
    }
  })
})

test("a milestone of digits is a title, or else a number; lists of issues prefer the number, as in gh", async () => {
  const titles = ["2026", "2, three", "007", "v1", "2"]
  const milestones = titles.map((title) => ({ title }))
  const issues = titles.map((title) => ({ author: "octocat", title: "Of it", milestone: title }))
  await ours.apply({ repositories: [{ owner: "octocat", name: "digits", milestones, issues }] })
  const on = "-R octocat/digits"
  const titleOf = async (issue: string) =>
    (await type(`ghx issue view ${issue} ${on} --json milestone -q .milestone.title`)).stdout
  for (const title of ["2", "2026", "007"]) {
    await type(`ghx issue edit 4 --milestone ${title} ${on}`)
    expect(await titleOf("4")).toBe(`${title}\n`)
  }
  ours.clearRequests()
  await type(`ghx issue edit 4 -m 4 ${on}`)
  expect(await titleOf("4")).toBe("v1\n")
  expect((await type(`ghx issue edit 4 -m 04 ${on}`)).stderr).toContain('no milestone "04"')
  const { stdout } = await type(`ghx issue create -t New -b '' -m 2 ${on}`)
  expect(await titleOf(stdout.trim())).toBe("2\n")
  for (const options of ["", "--search it"]) {
    const list = `ghx issue list ${options} ${on} --json milestone -q .[0].milestone.title -m`
    expect((await type(`${list} 2`)).stdout).toBe("2, three\n")
    expect((await type(`${list} 007`)).stdout).toBe("007\n")
    expect((await type(`${list} 9`)).stderr).toContain('no milestone "9"')
  }
})

test("names are looked up beyond the first hundred", async () => {
  const releases = Array.from({ length: 101 }, (_, at) => ({
    tag: `v0.${at}`,
    ...(at > 0 && { draft: true }),
  }))
  const milestones = Array.from({ length: 101 }, (_, at) => ({ title: `m${at + 1}` }))
  await ours.apply({ repositories: [{ owner: "octocat", name: "many", releases, milestones }] })
  const on = "-R octocat/many"
  ours.clearRequests()
  expect(
    await type(`ghx release list ${on} --exclude-drafts -L 1 --json tagName -q '.[].tagName'`),
  ).toMatchObject({ stdout: "v0.0\n", stderr: "" })
  expect(ours.requests).toHaveLength(2)
  expect(await type(`ghx release edit v0.1 --title First ${on}`)).toMatchObject({ exitCode: 0 })
  for (const number of [1, 101]) {
    const listed = await type(`ghx issue list -S x -m ${number} --json number ${on}`)
    expect(listed).toMatchObject({ stdout: "[]\n", exitCode: 0 })
  }
})

// The gh of these tests has no --json for the commands, or no such field.
test.each([
  [
    "pr checks 7 --json name,state,bucket,workflow,event,description,startedAt",
    {
      name: "lint",
      state: "SUCCESS",
      bucket: "pass",
      workflow: "CI",
      event: "pull_request",
      description: "",
      startedAt: "2025-01-01T00:09:45Z",
    },
  ],
  [
    "workflow list --json id,name,path,state",
    { id: 1, name: "CI", path: ".github/workflows/ci.yml", state: "active" },
  ],
  [
    "release list --json tagName,isImmutable,isLatest",
    { tagName: "v0.2.0", isImmutable: false, isLatest: false },
  ],
  ["issue list --json number,isPinned,isLocked", { number: 5, isPinned: false, isLocked: false }],
  [
    "search code greet --json repository,path",
    {
      repository: { name: "hello-world", nameWithOwner: "octocat/hello-world" },
      path: "src/greet.js",
    },
  ],
])("ghx %s prints fields of newer versions of gh", async (line, first) => {
  const { stdout, stderr } = await type(`ghx ${line}`)
  expect({ first: JSON.parse(stdout)[0], stderr }).toEqual({ first, stderr: "" })
})

test("a run without a conclusion has an empty one, as in gh", async () => {
  const line = "run list --json conclusion,status"
  const started = await type("ghx run rerun 2")
  expect(started.exitCode).toBe(0)
  const { stdout } = await type(`ghx ${line}`)
  expect(JSON.parse(stdout)[0]).toEqual({ conclusion: "", status: "queued" })
})

test("people and labels are strings in every output, as the rewriting of gh expressions requires", () => {
  const objects = (schema: JsonSchema): string[] => {
    const { properties = {}, items } = schema
    const own = Object.entries(properties).flatMap(([name, one]) => {
      const types = [one.type, one.items?.type].flat()
      const isPerson = ["author", "assignees", "labels", "owner"].includes(name)
      return [...(isPerson && types.includes("object") ? [name] : []), ...objects(one)]
    })
    return [...own, ...(items ? objects(items) : [])]
  }
  for (const { capability_id, output_schema } of cards)
    expect(objects(output_schema), capability_id).toEqual([])
})

test("a ghx command has the same help whether or not the other commands are built", () => {
  const write = () => undefined
  const context = { terminal: { stdout: { write }, stderr: { write } } as never, done: write }
  const helpOf = (name: string, program = programOf(context, name)) =>
    program.commands.find((one) => one.name() === name)?.helpInformation()
  const all = programOf(context)
  expect(ownCommands).toContain("mcp")
  for (const name of ownCommands) expect(helpOf(name), name).toBe(helpOf(name, all))
  expect(programOf(context, "mcp").commands.map((one) => one.name())).not.toContain("run")
})

test("every command of gh exists in ghx or is rejected with an alternative", async () => {
  const { PATH } = process.env
  // A gh that is installed would run its own commands.
  vi.stubEnv("PATH", "/nowhere")
  const results = await Promise.all(
    Object.keys(gh.commands).map(async (words) => {
      const { stdout, stderr, exitCode } = await type(`ghx ${words} --help`)
      const isThere = exitCode === 0 && new RegExp(`^ghx ${words}[ :]`).test(stdout)
      return isThere || /^ghx: ghx has no .+: \w/.test(stderr) ? [] : [words]
    }),
  )
  vi.stubEnv("PATH", PATH)
  expect(results.flat()).toEqual([])
})

describe("an example in the help of ghx", async () => {
  const { examples } = await helpTexts()
  const lines = Object.entries(examples).flatMap(([words, all]) =>
    all.flatMap((rest) => `ghx ${words} ${rest}`.split(" && ")),
  )
  // Other tests cover files, clones and downloads.
  test.each(lines.filter((line) => !/\.zip|\.sh|--fill|download/.test(line)))(
    "%s succeeds in a dry run",
    async (line) => {
      const { stderr, exitCode } = await type(`${line} --dry-run`)
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    },
  )
  test("appears in the help of its command", async () => {
    for (const words of Object.keys(examples)) {
      const { stdout } = await type(`ghx ${words} --help`, { columns: 100 })
      expect(stdout).toContain(`Usage: ghx ${words} `)
      expect(stdout).toContain("Examples:")
    }
  })
})

test("the help of ghx pr lists gh's commands first, then those that only ghx has", async () => {
  const { stdout } = await type("ghx pr", { columns: 100 })
  const at = (text: string) => stdout.indexOf(text)
  expect(at("\nCommands:")).toBeLessThan(at("\n  merge "))
  expect(at("\n  merge ")).toBeLessThan(at("\nMore commands:"))
  expect(at("\nMore commands:")).toBeLessThan(at("\n  commits list "))
})

test.each([
  ["issue close 1 2", "✓ issue close 1 2\n"],
  ["pr thread reply PRRT_kgDOAAAAAQ PRRT_kgDOAAAAAg -b Done --resolve", "✓ pr thread reply (2)\n"],
  ["pr merge 7 --json merged", ""],
  ["issue close 1 --dry-run", ""],
])("ghx %s prints %j on stderr", async (line, message) => {
  expect((await type(`ghx ${line}`)).stderr).toBe(message)
})

test("a command that fails for one of several targets says for which it is done", async () => {
  const { stdout, stderr, exitCode } = await type("ghx issue close 1 99999 2")
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 5 })
  expect(stderr).toMatch(/99999\.\n✓ issue close 1 2\n$/)
})

test.each([
  ["ghx issue close 5 --duplicate-of 2", "DUPLICATE"],
  ["ghx run issue.close issue_number=5 duplicate_of=2 --route rest", "DUPLICATE"],
  ["ghx issue close 5", "COMPLETED"],
])("%s closes with the reason %s", async (line, reason) => {
  const { stdout, stderr, exitCode } = await type(`${line} --json=state_reason`)
  expect([JSON.parse(stdout), stderr, exitCode]).toEqual([{ state_reason: reason }, "", 0])
})

test("ghx issue close of several issues prints their --json fields as a list", async () => {
  expect((await type("ghx pr view 7 --json title,headRefName")).stdout).toBe(
    '{"headRefName":"polite-greeting","title":"Add polite greetings"}\n',
  )
  const { stdout } = await type("ghx issue close 1 2 -c Bye --json number,state")
  expect(JSON.parse(stdout)).toEqual([
    { number: 1, state: "CLOSED" },
    { number: 2, state: "CLOSED" },
  ])
})

test.each([
  ["issue edit 1 --add-label nope", 'octocat/hello-world has no label "nope". It has bug, '],
  ["issue edit 1 2 --add-label nope", 'octocat/hello-world has no label "nope". It has bug, '],
  ["release view v9", 'octocat/hello-world has no release "v9". It has v0.2.0, v0.1.0'],
  [
    "org team members list octo-org/nope",
    'octo-org has no team "nope". It has design, maintainers, security',
  ],
])("ghx %s finds nothing and lists the known names", async (line, message) => {
  const { stderr, exitCode } = await type(`ghx ${line}`)
  expect(stderr).toContain(`  fix: ${message}`)
  expect(exitCode).toBe(3)
})

test.each([
  ["issue view 7", "pr view"],
  ["issue view 7 --json title,comments", "pr view"],
  ["issue edit 7 --add-label bug", "pr edit"],
  ["issue comment 7 -b Hello", "pr comment"],
])("ghx %s names ghx %s, since 7 is a pull request", async (line, words) => {
  const { stdout, stderr, exitCode } = await type(`ghx ${line}`)
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 3 })
  expect(stderr).toMatch(/^ghx: NOT_FOUND 7 is a pull request, but issue\./)
  expect(stderr).toContain(`  fix: Use ghx ${words}\n`)
})

test("ghx pr review --inline adds comments on lines", async () => {
  await type(
    "ghx pr review 7 -r -b Nearly --inline 'config.json:2=Why: so?' --inline src/greet.js:1=Hm",
  )
  const { review_comments, review_threads } = Object(stateOf(ours))
  const bodies = review_comments.map(({ body }: { body: string }) => body)
  expect(bodies).toEqual(expect.arrayContaining(["Why: so?", "Hm"]))
  const places = review_threads.map((one: Record<string, unknown>) => [one.path, one.original_line])
  expect(places.slice(-2)).toEqual([
    ["config.json", 2],
    ["src/greet.js", 1],
  ])
})

test("ghx repo fork prints nothing in a pipe, as gh does", async () => {
  expect(await type("ghx repo fork octo-org/tools --clone=false")).toEqual({
    stdout: "",
    stderr: "✓ repo fork octo-org/tools\n",
    exitCode: 0,
  })
})

test("--key of a list or an upsert is its input, not the name of a write", async () => {
  const keys = await type("ghx cache list --key node-modules-linux-9 -q '.items[].key'")
  expect(keys.stdout).toBe("node-modules-linux-9a8b\n")
  for (const created of [true, false]) {
    const line = "ghx issue comments upsert 1 --key build --body Passed --json created"
    expect((await type(line)).stdout).toBe(`{"created":${created}}\n`)
  }
})

test("ghx version prints what ghx --version prints", async () => {
  expect(await type("ghx version")).toEqual(await type("ghx --version"))
  expect(await type("ghx version")).toMatchObject({
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    exitCode: 0,
  })
})

test("ghx workflow view prints the newest runs as gh does", async () => {
  const { stdout } = await type("ghx workflow view ci.yml")
  const [heading = "", runs = ""] = (await typeGh("workflow view ci.yml")).split("\nTotal runs ")
  expect(stdout).toBe(`${heading}\nTotal runs ${runs.split("\n\n")[0]}\n`)
})

test.each([
  ["repo tag view v0.1.0 -q .name", "v0.1.0\n"],
  ["node view I_kgDOAAAAAQ -q .number", "1\n"],
  ["url resolve https://github.com/octocat/hello-world/pull/7 -q .head_ref", "polite-greeting\n"],
  ["repo ruleset view 1 -q .name", "Releases\n"],
])("ghx %s takes the only required input as an argument", async (line, stdout) => {
  expect(await type(`ghx ${line}`)).toMatchObject({ stdout, exitCode: 0 })
})

test.each([
  ["repo file view README.md", "# Hello, World!\n\nGreets people.\n"],
  ["repo read-file README.md --json size -q .size", "32\n"],
  ["repo tree list src --ref polite-greeting", "file\tgreet.js\t100644\t191\n"],
  [
    "repo read-dir --json name,type,modeOctal",
    '{"entries":[{"modeOctal":"040000","name":".github","type":"dir"},{"modeOctal":"100644","name":"README.md","type":"file"},{"modeOctal":"100644","name":"config.json","type":"file"},{"modeOctal":"040000","name":"src","type":"dir"}]}\n',
  ],
  ["repo read-dir -q '.entries[].name'", ".github\nREADME.md\nconfig.json\nsrc\n"],
])("ghx %s reads at a path", async (line, stdout) => {
  expect(await type(`ghx ${line}`)).toMatchObject({ stdout, exitCode: 0 })
})

test.each([
  ["repo file view src", 'found no object for owner "octocat", repo "hello-world", path "src"'],
  ["workflow view nope.yml --yaml", "It has ci.yml, deploy.yml"],
  [
    "repo tree list README.md",
    'found no object for owner "octocat", repo "hello-world", path "REA',
  ],
])("ghx %s finds nothing, because the path names something else", async (line, stderr) => {
  expect(await type(`ghx ${line}`)).toMatchObject({
    stdout: "",
    stderr: expect.stringContaining(stderr),
    exitCode: 3,
  })
})

test.each([
  ["7 8 --json comments", "", ["7 is a pull request", "8 is a pull request"], 3],
  ["2 7 --json number", '[{"number":2}]\n', ["7 is a pull request"], 5],
  ["1 999 -q '.[].number'", "1\n", ["number of 999"], 5],
])(
  "ghx issue view %s prints what it finds, and an error for each other one",
  async (line, stdout, errors, exitCode) => {
    const result = await type(`ghx issue view ${line}`)
    expect(result).toMatchObject({ stdout, exitCode })
    expect(result.stderr.match(/^ghx: /gm)).toHaveLength(errors.length)
    for (const error of errors) expect(result.stderr).toContain(error)
  },
)

test.each(["--archived --no-archived", "--no-archived --archived"])(
  "ghx repo list %s is an error",
  async (options) => {
    expect(await type(`ghx repo list ${options}`)).toEqual({
      stdout: "",
      stderr: "ghx: Use --archived or --no-archived, not both\n",
      exitCode: 2,
    })
  },
)

test("ghx notification list prints the ids that ghx notification read takes", async () => {
  const [first] = JSON.parse((await type("ghx notification list")).stdout).items
  const read = await type(`ghx notification read ${first.id}`)
  expect(read).toMatchObject({ exitCode: 0 })
})

test("ghx release view accepts `latest` as a tag", async () => {
  const { stdout } = await type("ghx release view latest --json tagName")
  expect(JSON.parse(stdout)).toEqual({ tagName: "v0.1.0" })
})

test.each([
  ["issue view 1 --web", "/octocat/hello-world/issues/1"],
  ["pr view 7 -w", "/octocat/hello-world/pull/7"],
  ["run view 2 --web", "/octocat/hello-world/actions/runs/2"],
  ["release view v0.1.0 -w", "/octocat/hello-world/releases/tag/v0.1.0"],
  ["issue list --web", "/octocat/hello-world/issues"],
  ["run list --web", "/octocat/hello-world/actions"],
])("ghx %s prints the address without a terminal", async (line, path) => {
  expect(await type(`ghx ${line}`)).toEqual({
    stdout: `https://github.com${path}\n`,
    stderr: "",
    exitCode: 0,
  })
})

test("ghx --web on a terminal opens a browser, or prints the address if it cannot", async () => {
  const seen = join(mkdtempSync(join(tmpdir(), "ghx-web-")), "seen")
  vi.stubEnv("GH_BROWSER", `touch ${seen}`)
  const opened = await type("ghx issue view 1 --web", { columns: 80 })
  expect(opened.stderr).toMatch(/^note: opened https:\/\/\S+\/issues\/1 in your browser\n$/)
  expect(opened.stdout).toBe("")
  await expect.poll(() => existsSync(seen)).toBe(true)
  vi.stubEnv("GH_BROWSER", "/nowhere/browser")
  const none = await type("ghx issue view 1 --web", { columns: 80 })
  expect(none.stdout).toMatch(/\/issues\/1\n$/)
})

test.each([
  "--renderer-cmd-prefix=/tmp/x",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "http://github.com/octocat",
  "https://evil.example/login",
  "https://github.com@evil.example/",
  "https://github.com.evil.example/",
])("ghx --web opens no address that is not GitHub's: %s", async (url) => {
  const answer = { data: { repository: { issue: { id: "I_1", number: 1, url } } } }
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const seen = join(mkdtempSync(join(tmpdir(), "ghx-web-")), "seen")
  vi.stubEnv("GH_BROWSER", `touch ${seen}`)
  vi.stubEnv("GH_TOKEN", "t")
  vi.stubEnv("GHX_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const shown = await type("ghx issue view 1 --web", { columns: 80 })
  server.close()
  vi.stubEnv("GHX_BASE_URL", ours.url)
  vi.stubEnv("GH_TOKEN", undefined)
  const said = `the server answered "${url}" as the address of the page, which is no page of github.com`
  expect(shown).toEqual({ stdout: "", stderr: `ghx: ${said}\n`, exitCode: 1 })
  expect(existsSync(seen)).toBe(false)
})

test("ghx repo delete --help mentions no default repository, which it ignores", async () => {
  const columns = 100
  const { stdout } = await type("ghx repo delete --help", { columns })
  expect(stdout).toContain("Usage: ghx repo delete [options] <owner/repo>\n")
  expect(stdout).toMatch(/--repo <repository> +repository, as OWNER\/REPO\n/)
  const { stdout: edit } = await type("ghx repo edit --help", { columns })
  expect(edit).toContain("(default: GH_REPO, or the clone)")
})

test.each(["help issue", "issue help", "issue --help", "issue"])(
  "ghx %s lists the commands of issue",
  async (line) => {
    const { stdout, exitCode } = await type(`ghx ${line}`, { columns: 100 })
    expect({ stdout, exitCode }).toEqual({
      stdout: expect.stringMatching(/close +Close an issue and say why/),
      exitCode: 0,
    })
  },
)

test.each([
  ["isue list", "unknown command 'isue'\n  fix: Did you mean ghx issue?"],
  ["issue lst", "Did you mean ghx issue list"],
  [
    "repo file list a",
    "no command repo file list\n  fix: Available: ghx repo file blame, ghx repo file view",
  ],
  ["issue list --stat closed", "ghx: unknown option '--stat'\n(Did you mean --state?)\n"],
  ["issue list --state shut", '--state is one of all, closed, open, not "shut"'],
  [
    "issue close",
    "which issue number?\n  fix: Usage: ghx issue close ISSUE_NUMBER [--comment] [--reason completed|",
  ],
  ["issue pin 1 --quark", "fix: Usage: ghx issue pin ISSUE_NUMBER\n"],
  ["issue transfer 1 hubot/hello-world", "does not belong to octocat"],
  ["issue close one", '"one" is neither an option nor a target'],
  ["repo comparison view main rewrite", 'argument "main"\n  fix: Pass --base and --head'],
  [
    "discussion answer mark https://github.com/octo-org/website/discussions/10",
    "fix: It takes comment_id: Id of a comment or reply, as discussion.comments.list returns it",
  ],
  [
    "repo branch delete --branch rewrite",
    "fix: It is an argument, not an option. Usage: ghx repo branch delete BRANCH",
  ],
  ["issue edit 1", "Use one of --title"],
  [
    "repo edit octocat/hello-world",
    "at least one option is required\n  fix: Usage: ghx repo edit [--desc",
  ],
  ["repo view -q .watchers.totalCount", "The result has no field totalCount"],
  ["issue list -m v9", 'octocat/hello-world has no milestone "v9"\n  fix: It has v1.0, v2.0'],
  [
    "issue list -l nope",
    'octocat/hello-world has no label "nope"\n  fix: It has bug, documentation, enhancement, good first issue, question',
  ],
  ["run list -b nope", 'octocat/hello-world has no branch "nope"\n  fix: It has fix-typo, '],
  ["run list -w Nope", 'octocat/hello-world has no workflow "Nope"\n  fix: It has CI, Deploy'],
  [
    "pr create -t New -b Text -H nope -B main",
    'fix: octocat/hello-world has no branch "nope". It has fix-typo, ',
  ],
  ["issue list --search French -m 9", 'octocat/hello-world has no milestone "9"\n  fix: It has '],
  ["issue list --search French --state shut", '--state is one of all, closed, open, not "shut"'],
  ["issue list --json", "Available: id,number,title"],
  ["issue view 1 --template x", "unknown option '--template'\n  fix: Use --jq"],
  ["release list --order asc", "fix: Use --json tagName,createdAt --jq '"],
  ["run view 2 --attempt 1 --job 4", "--attempt cannot be combined with --job"],
  ["cache delete 1 --all --yes", "workflow.caches.list has no input for 1"],
  ["cache delete --all --yes -R octocat/big", "There are no caches to delete\n  fix: Use --succ"],
  ["issue comment 1 -b Hello -F -", "Use --body or --body-file, not both"],
  ["issue close 1 2 -c Bye --json nope", 'There is no field "nope"'],
  ["issue pin 1 2 --envelope", "--envelope takes one target at a time"],
  ["issue create -b Text", "--title is missing\n  fix: Usage: ghx issue create"],
  ["pr review 7 -b Text", "--approve or --comment or --request-changes or --event is missing"],
  [
    "release upload v0.1.0",
    "expected a tag and at least one file\n  fix: Usage: ghx release upload TAG",
  ],
  ["foo", "fix: See ghx --help"],
  ["issue --nope", "ghx issue takes no --nope by itself"],
  ["pr merge 7 --squash --rebase", "Use --squash or --rebase, not both"],
  ["pr review 7 -a -r -b Text", "Use --approve or --request-changes, not both"],
  ["pr review 7 -r -b No --inline greet.js", "--inline takes path:line=text"],
  [
    "pr view nope",
    'no pull request for the branch "nope"\n  fix: Open: #8 rewrite, #7 polite-greeting',
  ],
  ["release edit v0.2.0 --draft --discussion-category Ideas", "is for published releases"],
  ["release edit v0.1.0 --verify-tag", "needs an option"],
  ["release edit v0.2.0 --draft=false --tag v1", "change --tag first"],
  ["release create v0.1.0 --notes-from-tag --notes Mine", "Use --notes-from-tag or --notes"],
  ["workflow run deploy.yml -f a=b --json", "--json reads the fields from stdin"],
  ["gist list --filter (", "Invalid regular expression"],
  ["release create v1.0.0 nowhere.md", "nowhere.md: ENOENT"],
  ["release upload v9 README.md", 'no release "v9"\n  fix: It has v0.2.0, v0.1.0'],
  ["release download --archive zip", "fix: Use git archive"],
  ["run download 2 -n logs", "no artifacts match\n  fix: Available: coverage"],
  ["pr merge 7 --auto --admin", "--auto cannot be combined with --admin"],
  [
    "pr merge 6 --squash -R octo-org/website",
    "#6 cannot be merged: the rules of the base branch are not met\n  fix: Use --auto",
  ],
  ["pr merge 7 6 --squash -R octo-org/website", "#7 cannot be merged"],
  ["pr merge 2 -d -R octo-org/website", "--delete-branch does not work with a merge queue"],
  ["pr list --head octocat:x", "the branch of this name, without its owner"],
  ["pr merge 7 --disable-auto -d", "--delete-branch cannot be combined with --disable-auto"],
  [
    "workflow run deploy.yml -r main -f environment=test -F other=1",
    'Unexpected inputs provided: ["other"]',
  ],
  ["pr status --json nope", 'There is no field "nope"\n  fix: Available: '],
  ["pr list --json projectCards", "fix: GitHub has removed classic projects: use projectItems"],
  ["pr checks 7 --json name,flow", 'There is no field "flow"\n  fix: Available: workflow,type,'],
  [
    "issue view 3 --json comments -q '.comments[].includesCreatedEdit'",
    "The result has no field includesCreatedEdit",
  ],
  [
    "run view 2 --log --log-failed",
    "--log-failed cannot be combined with --log\n  fix: Run one command for each",
  ],
  ["issue list --json labels -q '.[].labels[].color'", "labels has no color here, only name"],
  [
    "issue list --json author -q '.[].author | .name'",
    "author has no name here, only is_bot and login",
  ],
  [
    "issue list -q '.items[].author | .is_bot'",
    "author has no is_bot here, only login\n  fix: Use author_is_bot",
  ],
  ["issue list --json assignees -q '.[].assignees[].is_bot'", "assignees has no is_bot here"],
  [
    "pr list -q '.items[] | select(.author.login == \"app/x\")'",
    "Without --json, the login of a bot has no app/",
  ],
  ["release view --json author -q .author.is_bot", "author has no is_bot here, only login"],
  ...(
    [
      ["pr view 7 --json commits -q '.commits[].authors[].id'", "authors", "id"],
      ["pr list --json commits -q '.[] | .commits[0].authors[0].id'", "authors", "id"],
      ["release view v0.1.0 --json assets -q '.assets[].createdAt'", "assets", "createdAt"],
      ["release view v0.1.0 --json assets -q '.assets | .[] | .label'", "assets", "label"],
      ["release view v0.1.0 --json assets -q '.assets | map({name, label})'", "assets", "label"],
      ["release view v0.1.0 -q '.assets[] | [.name, (.label // 0)] | @tsv'", "assets", "label"],
      [
        "release view --json assets -q '.assets[] | select(.name | test(\"x\")) | .label'",
        "assets",
        "label",
      ],
      [
        "release view --json assets -q '.assets[] | \"label: \\(.name) \\(.label)\"'",
        "assets",
        "label",
      ],
      ["release view --json assets -q '.assets | sort_by(.createdAt)'", "assets", "createdAt"],
      ["issue list --json milestone -q '.[].milestone.description'", "milestone", "description"],
      ["run view 2 --json jobs -q '.jobs[].steps[].startedAt'", "steps", "startedAt"],
    ] as const
  ).map(([line, name, member]) => [line, `${name} has no ${member} here\n  fix: Available: `]),
  ["issue list --json milestone -q '.[].milestone.dueOn'", "The result has no field dueOn"],
  ["pr list --json nope", 'There is no field "nope"\n  fix: Available: id,number,title,'],
  ["pr list --json constructor", 'There is no field "constructor"'],
  ["label list --json description,topics", 'There is no field "topics"'],
  ["repo topics set --topic No", "/topics/0: expected a string matching"],
  [
    "release delete-asset v0.1.0 nope.txt --yes",
    'v0.1.0 has no file "nope.txt"\n  fix: It has hello.txt',
  ],
  ["release delete-asset v0.1.0 --yes", "needs asset"],
  [
    "pr comment 7 --edit-last -b Text",
    "no comments found for current user (octocat)\n  fix: Use --create-if-none",
  ],
  ["pr comment 7 --create-if-none -b Text", "--create-if-none requires --edit-last"],
  ["run view 2 --json nope", 'There is no field "nope"'],
  ["pr checks 7 --required --watch", "--required cannot be combined with --watch"],
  ["issue create -t New --template nope", "in an editor, which needs a terminal\n  fix: Pass"],
  ["issue create --editor", "an editor needs a terminal\n  fix: Pass the text with --body"],
  ["api --verbose user -q .login", "Use --jq or --verbose, not both"],
  ["api --paginate -X POST user/repos", "--paginate is only for GET"],
  ["api --slurp user", "--slurp needs --paginate"],
  ["api --paginate --slurp user -q .login", "Use --slurp or --jq, not both"],
  ...["issue close 1", "secret set X -b x"].map((line) => [
    `${line} -R octocat/hello-world -R octocat/big`,
    "'octocat/big' is invalid. octocat/hello-world is given, too: use one command for each.",
  ]),
  ["secret set TOKEN", "--body or --body-file is missing"],
  ["repo delete --yes", "needs a repository\n  fix: Name it as OWNER/REPO"],
  ["secret set -f nowhere", "open 'nowhere'\n  fix: Pass the path of a file"],
  ["gist create", "stdin is empty: a gist has no empty files"],
  ["gist create nowhere.md", "nowhere.md: ENOENT"],
  ["repo sync hubot/hello-world --force", "--force is for the clone"],
  ["auth refresh", "make another one, or install gh"],
  ["repo fork octo-org/tools --remote", "--remote is for the clone in the current folder"],
])("ghx %s is rejected and changes nothing", async (line, message) => {
  const { stdout, stderr, exitCode } = await type(`ghx ${line}`)
  expect(stderr).toContain(message)
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 })
  expect(ours.applied).toEqual([])
})

test.each([
  [
    "release view --json assets,createdAt -q '{all: [.assets[] | .name], createdAt}, ([.assets[] | .size] | length), .createdAt'",
    /^{"all":\["hello.txt"\],"createdAt":"20.*"}\n1\n20.*\n$/,
  ],
  ["release view --json assets -q '.assets[] | {n: .name, label: 1} | .label'", /^1\n$/],
  ["release view --json assets -q '[{assets: [{label: 1}]}][].assets[].label'", /^1\n$/],
  ["release view --json assets -q '.assets[].digest'", /^sha256:[\da-f]{64}\n$/],
  [
    "pr view 7 --json files -q '.files[1] | [.path, .changeType] | @tsv'",
    /^docs\/polite.md\tADDED\n$/,
  ],
  ["release view -q '.assets[] | .asset_id, .content_type'", /^\d+\ntext\/plain.*\n$/],
  ["pr view 7 --json comments -q '.comments[0].created_at'", /^20.*\n$/],
  ["pr view 7 --json commits -q '.commits[].authors[] as $one | $one.login'", /^\w+\n/],
])("ghx %s reads what nested objects have", async (line, printed) => {
  expect(await type(`ghx ${line}`)).toMatchObject({
    stdout: expect.stringMatching(printed),
    stderr: "",
    exitCode: 0,
  })
})

// gh 2.23 has no `org list`; newer versions print one login per line. The others follow from ids and inputs.
test.each([
  ["org list", "octo-org\n"],
  ["org list -L 1", "octo-org\n"],
  ["search users mona", "monalisa\tMona Lisa\n"],
  ["search orgs octo --json login", '[{"login":"octo-org"}]\n'],
  ["user view octocat hubot -q '.[].login'", "octocat\nhubot\n"],
  ["user orgs list @me -q '.items[].login'", "octo-org\n"],
  ["org team members list octo-org/maintainers --role maintainer -q '.items[].login'", "octocat\n"],
  ["org team members list design --org octo-org -q '.items[].login'", "monalisa\n"],
  ["org teams list octo-org --user-login @me -q '.items[].slug'", "maintainers\nsecurity\n"],
  ["security dependabot list --severity critical,high -q '.items[].number'", "1\n"],
  ["security dependabot list --state all -q '.items[].number'", "3\n2\n1\n"],
  ["security code list --state all -q '.items[].number'", "2\n1\n"],
  ["security code dismiss 1 --reason false-positive -q .dismissed_reason", "false positive\n"],
  ["security secret list --validity active -q '.items[].number'", "1\n"],
  ["security secret view 1 -q .secret", "\n"],
  ["security secret view 1 --show-secret -q .secret", "npm_notARealToken\n"],
  ["security advisory view GHSA-h2gr-3cf4-w5x6 -q .severity", "critical\n"],
])("ghx %s prints %j", async (line, printed) => {
  expect(await type(`ghx ${line}`)).toMatchObject({ stdout: printed, stderr: "", exitCode: 0 })
})

test.each([
  "issue list",
  "issue view 1",
  "org list",
  "pr list",
  "pr view 7",
  "release list",
  "release view",
  "repo list octocat",
  "repo view octocat/hello-world",
  "run list",
  "run view 2",
  "search issues French",
  "search repos hello",
  "workflow list",
])("ghx %s accepts --jq with all fields of --json", async (words) => {
  const { stderr } = await type(`ghx ${words} --json`)
  const all = /Available: (.+)/.exec(stderr)?.[1]
  expect(await type(`ghx ${words} --json ${all} -q length`)).toMatchObject({
    stdout: expect.stringMatching(/^\d+\n$/),
    exitCode: 0,
  })
})

test("ghx pr view --json has the base commit, and requests only the named fields", async () => {
  const { stdout } = await type("ghx pr view 7 --json baseRefOid,authorAssociation,title")
  expect(JSON.parse(stdout)).toEqual({
    baseRefOid: expect.stringMatching(/^[0-9a-f]{40}$/),
    authorAssociation: "COLLABORATOR",
    title: "Add polite greetings",
  })
  const { stdout: requests } = await type("ghx pr view 7 --json baseRefOid --dry-run")
  expect(requests).toContain("baseRefOid")
  expect(requests).not.toMatch(/reviewThreads|authorAssociation/)
})

test.each(["issue list -L 1", "issue list -L 1 --json number"])(
  "ghx %s notes how many items exist in all",
  async (line) => {
    const { stderr } = await type(`ghx ${line}`)
    expect(stderr).toBe("note: 1 of 3; use -L for more\n")
  },
)

test("ghx pr checks of a pull request without checks prints a note and exits with 1", async () => {
  expect(await type("ghx pr checks 8")).toEqual({
    stdout: "",
    stderr: "note: no checks are reported on the head branch\n",
    exitCode: 1,
  })
})

test("ghx --json returns people and labels as objects, at any depth", async () => {
  const { stdout } = await type("ghx pr view 7 --json author,labels,assignees,comments")
  expect(JSON.parse(stdout)).toMatchObject({
    author: { is_bot: false, login: "monalisa" },
    labels: [{ name: "enhancement" }],
    comments: [{ author: { login: "hubot" } }],
  })
})
