/** Every list that the sandbox models, page by page, with octokit.js and with @octokit/graphql. */
import { readFile } from "node:fs/promises"
import { graphql } from "@octokit/graphql"
import type { Octokit } from "octokit"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { routes } from "../rest/index.js"
import { hello, issue, pull, useOctokit } from "./octokit-client.js"

const { paths } = JSON.parse(
  await readFile(new URL("../../schema/github-rest.json", import.meta.url), "utf8"),
)

const { octokit, sandbox } = useOctokit()

/** The routes that some test of this file has listed. */
const listed = new Set<string | null>()
afterEach(() => {
  for (const { route } of sandbox().requests) listed.add(route)
})

/** Nothing is delivered to hosts outside of this machine. */
const URLS = ["https://example.com/one", "https://example.com/two"]
const HOOK = { org: "octo-org", name: "web", config: { url: "https://example.com/" } }

const DEPLOYED = { ...hello, ref: "main", required_contexts: [] }
/** Issues with sub-issues and dependencies. */
const RELATED = "/repos/octo-org/website/issues/{issue_number}"
const NPM = { package_type: "npm", per_page: 1 } as const
const IMAGE = { org: "octo-org", package_type: "container" } as const
const INVITED = { owner: "octocat", repo: "big", username: "hubot" }

describe("octokit.paginate", () => {
  /** The number of items, and the octokit call that lists them. */
  const lists: Record<string, [length: number, list: (one: Octokit) => Promise<unknown[]>]> = {
    "issues.listForRepo": [
      9,
      (one) => one.paginate(one.rest.issues.listForRepo, { ...hello, state: "all", per_page: 2 }),
    ],
    "issues.listSubIssues": [
      2,
      (one) => one.paginate(`GET ${RELATED}/sub_issues`, { issue_number: 3, per_page: 1 }),
    ],
    "issues.listDependenciesBlockedBy": [
      1,
      (one) => one.paginate(`GET ${RELATED}/dependencies/blocked_by`, { issue_number: 5 }),
    ],
    "issues.listDependenciesBlocking": [
      1,
      (one) => one.paginate(`GET ${RELATED}/dependencies/blocking`, { issue_number: 4 }),
    ],
    "orgs.listForAuthenticatedUser": [
      1,
      (one) => one.paginate(one.rest.orgs.listForAuthenticatedUser, { per_page: 1 }),
    ],
    "orgs.listForUser": [
      1,
      (one) => one.paginate(one.rest.orgs.listForUser, { username: "monalisa" }),
    ],
    "orgs.listPublicMembers": [
      1,
      (one) => one.paginate(one.rest.orgs.listPublicMembers, { org: "octo-org" }),
    ],
    "orgs.listWebhooks": [
      2,
      async (one) => {
        for (const url of URLS) await one.rest.orgs.createWebhook({ ...HOOK, config: { url } })
        return one.paginate(one.rest.orgs.listWebhooks, { org: HOOK.org, per_page: 1 })
      },
    ],
    "orgs.listWebhookDeliveries": [
      3,
      async (one) => {
        const { data } = await one.rest.orgs.createWebhook(HOOK)
        const hook = { org: HOOK.org, hook_id: data.id }
        for (const _ of URLS) await one.rest.orgs.pingWebhook(hook)
        return one.paginate(one.rest.orgs.listWebhookDeliveries, { ...hook, per_page: 1 })
      },
    ],
    "repos.listWebhooks": [
      2,
      async (one) => {
        for (const url of URLS) await one.rest.repos.createWebhook({ ...hello, config: { url } })
        return one.paginate(one.rest.repos.listWebhooks, { ...hello, per_page: 1 })
      },
    ],
    "repos.listWebhookDeliveries": [
      3,
      async (one) => {
        const { data } = await one.rest.repos.createWebhook({ ...hello, config: HOOK.config })
        const hook = { ...hello, hook_id: data.id }
        for (const _ of URLS) await one.rest.repos.pingWebhook(hook)
        return one.paginate(one.rest.repos.listWebhookDeliveries, { ...hook, per_page: 1 })
      },
    ],
    "teams.listForAuthenticatedUser": [
      2,
      (one) => one.paginate(one.rest.teams.listForAuthenticatedUser, { per_page: 1 }),
    ],
    "teams.list": [3, (one) => one.paginate(one.rest.teams.list, { org: "octo-org", per_page: 2 })],
    "teams.listMembersInOrg": [
      2,
      (one) =>
        one.paginate(one.rest.teams.listMembersInOrg, {
          org: "octo-org",
          team_slug: "maintainers",
          per_page: 1,
        }),
    ],
    "activity.listReposStarredByAuthenticatedUser": [
      1,
      (one) => one.paginate(one.rest.activity.listReposStarredByAuthenticatedUser, {}),
    ],
    "activity.listReposStarredByUser": [
      1,
      (one) => one.paginate(one.rest.activity.listReposStarredByUser, { username: "hubot" }),
    ],
    "activity.listStargazersForRepo": [
      2,
      (one) => one.paginate(one.rest.activity.listStargazersForRepo, { ...hello, per_page: 1 }),
    ],
    "activity.listWatchersForRepo": [
      1,
      (one) => one.paginate(one.rest.activity.listWatchersForRepo, { ...hello, per_page: 1 }),
    ],
    "repos.listContributors": [
      2,
      (one) => one.paginate(one.rest.repos.listContributors, { ...hello, per_page: 1 }),
    ],
    "repos.listCollaborators": [
      3,
      (one) => one.paginate(one.rest.repos.listCollaborators, { ...hello, per_page: 1 }),
    ],
    "repos.listPullRequestsAssociatedWithCommit": [
      1,
      async (one) => {
        const { data } = await one.rest.pulls.get({ ...hello, pull_number: 7 })
        const list = one.rest.repos.listPullRequestsAssociatedWithCommit
        return one.paginate(list, { ...hello, commit_sha: data.head.sha, per_page: 1 })
      },
    ],
    "dependabot.listAlertsForRepo": [
      3,
      (one) => one.paginate(one.rest.dependabot.listAlertsForRepo, { ...hello, per_page: 1 }),
    ],
    "codeScanning.listAlertsForRepo": [
      2,
      (one) => one.paginate(one.rest.codeScanning.listAlertsForRepo, { ...hello, per_page: 1 }),
    ],
    "secretScanning.listAlertsForRepo": [
      2,
      (one) => one.paginate(one.rest.secretScanning.listAlertsForRepo, { ...hello, per_page: 1 }),
    ],
    "secretScanning.listLocationsForAlert": [
      1,
      (one) =>
        one.paginate(one.rest.secretScanning.listLocationsForAlert, { ...hello, alert_number: 1 }),
    ],
    "securityAdvisories.listGlobalAdvisories": [
      3,
      (one) => one.paginate(one.rest.securityAdvisories.listGlobalAdvisories, { per_page: 2 }),
    ],
    "securityAdvisories.listOrgRepositoryAdvisories": [
      1,
      (one) =>
        one.paginate(one.rest.securityAdvisories.listOrgRepositoryAdvisories, { org: "octo-org" }),
    ],
    "reactions.listForIssue": [
      2,
      (one) => one.paginate(one.rest.reactions.listForIssue, { ...issue, per_page: 1 }),
    ],
    "reactions.listForIssueComment": [
      0,
      (one) => one.paginate(one.rest.reactions.listForIssueComment, { ...hello, comment_id: 1 }),
    ],
    "reactions.listForPullRequestReviewComment": [
      0,
      (one) =>
        one.paginate(one.rest.reactions.listForPullRequestReviewComment, {
          ...hello,
          comment_id: 1,
        }),
    ],
    "issues.listEventsForRepo": [
      22,
      (one) => one.paginate(one.rest.issues.listEventsForRepo, { ...hello, per_page: 5 }),
    ],
    "issues.listEvents": [
      3,
      (one) => one.paginate(one.rest.issues.listEvents, { ...issue, per_page: 2 }),
    ],
    "issues.listEventsForTimeline": [
      11,
      (one) =>
        one.paginate(one.rest.issues.listEventsForTimeline, {
          ...hello,
          issue_number: 7,
          per_page: 4,
        }),
    ],
    "repos.compareCommitsWithBasehead": [
      2,
      (one) =>
        one.paginate(
          one.rest.repos.compareCommitsWithBasehead,
          { ...hello, basehead: "main...polite-greeting", per_page: 1 },
          ({ data }) => Reflect.get(data, "commits") as unknown[],
        ),
    ],
    "issues.listComments": [
      3,
      (one) => one.paginate(one.rest.issues.listComments, { ...issue, per_page: 1 }),
    ],
    "issues.listCommentsForRepo": [
      5,
      (one) => one.paginate(one.rest.issues.listCommentsForRepo, { ...hello, per_page: 2 }),
    ],
    "issues.listLabelsForRepo": [
      5,
      (one) => one.paginate(one.rest.issues.listLabelsForRepo, { ...hello, per_page: 2 }),
    ],
    "issues.listLabelsOnIssue": [
      2,
      (one) =>
        one.paginate(one.rest.issues.listLabelsOnIssue, { ...hello, issue_number: 2, per_page: 1 }),
    ],
    "issues.listLabelsForMilestone": [
      2,
      (one) =>
        one.paginate(one.rest.issues.listLabelsForMilestone, {
          ...hello,
          milestone_number: 1,
          per_page: 1,
        }),
    ],
    "issues.listMilestones": [
      2,
      (one) => one.paginate(one.rest.issues.listMilestones, { ...hello, per_page: 1 }),
    ],
    "issues.listAssignees": [
      2,
      (one) => one.paginate(one.rest.issues.listAssignees, { ...hello, per_page: 1 }),
    ],
    "pulls.list": [
      4,
      (one) => one.paginate(one.rest.pulls.list, { ...hello, state: "all", per_page: 1 }),
    ],
    "pulls.listFiles": [
      4,
      (one) => one.paginate(one.rest.pulls.listFiles, { ...pull, per_page: 1 }),
    ],
    "pulls.listCommits": [
      2,
      (one) => one.paginate(one.rest.pulls.listCommits, { ...pull, per_page: 1 }),
    ],
    "pulls.listReviews": [
      4,
      (one) => one.paginate(one.rest.pulls.listReviews, { ...pull, per_page: 1 }),
    ],
    "pulls.listReviewComments": [
      5,
      (one) => one.paginate(one.rest.pulls.listReviewComments, { ...pull, per_page: 2 }),
    ],
    "pulls.listReviewCommentsForRepo": [
      5,
      (one) => one.paginate(one.rest.pulls.listReviewCommentsForRepo, { ...hello, per_page: 2 }),
    ],
    "pulls.listCommentsForReview": [
      2,
      (one) =>
        one.paginate(one.rest.pulls.listCommentsForReview, { ...pull, review_id: 2, per_page: 1 }),
    ],
    "repos.listCommitStatusesForRef": [
      0,
      (one) => one.paginate(one.rest.repos.listCommitStatusesForRef, { ...hello, ref: "main" }),
    ],
    "actions.listJobsForWorkflowRunAttempt": [
      2,
      (one) =>
        one.paginate(one.rest.actions.listJobsForWorkflowRunAttempt, {
          ...hello,
          run_id: 2,
          attempt_number: 1,
          per_page: 1,
        }),
    ],
    "actions.listWorkflowRunArtifacts": [
      1,
      (one) => one.paginate(one.rest.actions.listWorkflowRunArtifacts, { ...hello, run_id: 2 }),
    ],
    "actions.listArtifactsForRepo": [
      2,
      (one) => one.paginate(one.rest.actions.listArtifactsForRepo, { ...hello, per_page: 1 }),
    ],
    "actions.getActionsCacheList": [
      2,
      (one) => one.paginate(one.rest.actions.getActionsCacheList, { ...hello, per_page: 1 }),
    ],
    "repos.getBranchRules": [
      2,
      (one) =>
        one.paginate(one.rest.repos.getBranchRules, { ...hello, branch: "main", per_page: 1 }),
    ],
    "securityAdvisories.listRepositoryAdvisories": [
      2,
      (one) =>
        one.paginate(one.rest.securityAdvisories.listRepositoryAdvisories, {
          ...hello,
          per_page: 1,
        }),
    ],
    "checks.listAnnotations": [
      0,
      (one) => one.paginate(one.rest.checks.listAnnotations, { ...hello, check_run_id: 4 }),
    ],
    "repos.listReleaseAssets": [
      1,
      (one) => one.paginate(one.rest.repos.listReleaseAssets, { ...hello, release_id: 1 }),
    ],
    "repos.listCommitCommentsForRepo": [
      0,
      (one) => one.paginate(one.rest.repos.listCommitCommentsForRepo, hello),
    ],
    "repos.listDeployments": [
      2,
      async (one) => {
        for (const environment of ["staging", "production"]) {
          await one.rest.repos.createDeployment({ ...DEPLOYED, environment })
        }
        return one.paginate(one.rest.repos.listDeployments, { ...hello, per_page: 1 })
      },
    ],
    "repos.listDeploymentStatuses": [
      2,
      async (one) => {
        await one.rest.repos.createDeployment(DEPLOYED)
        const row = { ...hello, deployment_id: 1 }
        for (const state of ["queued", "success"] as const) {
          await one.rest.repos.createDeploymentStatus({ ...row, state })
        }
        return one.paginate(one.rest.repos.listDeploymentStatuses, { ...row, per_page: 1 })
      },
    ],
    "repos.listInvitations": [
      1,
      async (one) => {
        await one.rest.repos.addCollaborator(INVITED)
        const { owner, repo } = INVITED
        return one.paginate(one.rest.repos.listInvitations, { owner, repo })
      },
    ],
    "repos.listInvitationsForAuthenticatedUser": [
      0,
      (one) => one.paginate(one.rest.repos.listInvitationsForAuthenticatedUser, {}),
    ],
    "repos.listPagesBuilds": [
      3,
      (one) =>
        one.paginate(one.rest.repos.listPagesBuilds, {
          ...{ owner: "octo-org", repo: "website", per_page: 2 },
        }),
    ],
    "packages.listPackagesForAuthenticatedUser": [
      2,
      (one) => one.paginate(one.rest.packages.listPackagesForAuthenticatedUser, NPM),
    ],
    "packages.listPackagesForUser": [
      2,
      (one) => one.paginate(one.rest.packages.listPackagesForUser, { ...NPM, username: "octocat" }),
    ],
    "packages.listPackagesForOrganization": [
      1,
      (one) => one.paginate(one.rest.packages.listPackagesForOrganization, IMAGE),
    ],
    "packages.getAllPackageVersionsForPackageOwnedByAuthenticatedUser": [
      2,
      (one) =>
        one.paginate(one.rest.packages.getAllPackageVersionsForPackageOwnedByAuthenticatedUser, {
          ...NPM,
          package_name: "hello",
        }),
    ],
    "packages.getAllPackageVersionsForPackageOwnedByOrg": [
      2,
      (one) =>
        one.paginate(one.rest.packages.getAllPackageVersionsForPackageOwnedByOrg, {
          ...{ ...IMAGE, package_name: "website", per_page: 1 },
        }),
    ],
    "repos.getAllEnvironments": [
      0,
      (one) => one.paginate("GET /repos/{owner}/{repo}/environments", hello),
    ],
    "repos.getRepoRulesets": [
      2,
      (one) => one.paginate(one.rest.repos.getRepoRulesets, { ...hello, per_page: 1 }),
    ],
    "activity.listNotificationsForAuthenticatedUser": [
      4,
      (one) =>
        one.paginate(one.rest.activity.listNotificationsForAuthenticatedUser, { per_page: 1 }),
    ],
    "activity.listRepoNotificationsForAuthenticatedUser": [
      4,
      (one) => one.paginate(one.rest.activity.listRepoNotificationsForAuthenticatedUser, hello),
    ],
    "gists.list": [2, (one) => one.paginate(one.rest.gists.list, { per_page: 1 })],
    "gists.listComments": [
      1,
      (one) =>
        one.paginate(one.rest.gists.listComments, { gist_id: "3f397ccabda1ffefccd28d0cbd01c471" }),
    ],
    "gists.listCommits": [
      1,
      (one) =>
        one.paginate(one.rest.gists.listCommits, { gist_id: "3f397ccabda1ffefccd28d0cbd01c471" }),
    ],
    "gists.listForUser": [
      0,
      (one) => one.paginate(one.rest.gists.listForUser, { username: "monalisa" }),
    ],
    "users.listPublicKeysForUser": [
      0,
      (one) => one.paginate(one.rest.users.listPublicKeysForUser, { username: "monalisa" }),
    ],
    "users.listSocialAccountsForUser": [
      0,
      (one) => one.paginate(one.rest.users.listSocialAccountsForUser, { username: "monalisa" }),
    ],
    "checks.listForSuite": [
      2,
      (one) =>
        one.paginate(one.rest.checks.listForSuite, { ...hello, check_suite_id: 2, per_page: 1 }),
    ],
    "repos.listTags": [1, (one) => one.paginate(one.rest.repos.listTags, hello)],
    "repos.listBranches": [
      5,
      (one) => one.paginate(one.rest.repos.listBranches, { ...hello, per_page: 2 }),
    ],
    "repos.listCommits": [
      3,
      (one) =>
        one.paginate(one.rest.repos.listCommits, { ...hello, sha: "polite-greeting", per_page: 1 }),
    ],
    "actions.listRepoSecrets": [
      1,
      (one) => one.paginate(one.rest.actions.listRepoSecrets, { ...hello, per_page: 1 }),
    ],
    "actions.listRepoVariables": [
      2,
      (one) => one.paginate(one.rest.actions.listRepoVariables, { ...hello, per_page: 1 }),
    ],
    "actions.listEnvironmentVariables": [
      2,
      async (one) => {
        const environment = { ...hello, environment_name: "staging" }
        await one.rest.repos.createOrUpdateEnvironment(environment)
        for (const name of ["ONE", "TWO"])
          await one.rest.actions.createEnvironmentVariable({ ...environment, name, value: "1" })
        return one.paginate(one.rest.actions.listEnvironmentVariables, {
          ...environment,
          per_page: 1,
        })
      },
    ],
    "actions.listEnvironmentSecrets": [
      0,
      async (one) => {
        const environment = { ...hello, environment_name: "staging" }
        await one.rest.repos.createOrUpdateEnvironment(environment)
        return one.paginate(one.rest.actions.listEnvironmentSecrets, environment)
      },
    ],
    "actions.listOrgVariables": [
      2,
      async (one) => {
        const all = { org: "octo-org", value: "1", visibility: "all" } as const
        for (const name of ["ONE", "TWO"])
          await one.rest.actions.createOrgVariable({ ...all, name })
        return one.paginate(one.rest.actions.listOrgVariables, { org: "octo-org", per_page: 1 })
      },
    ],
    "actions.listOrgSecrets": [
      0,
      (one) => one.paginate(one.rest.actions.listOrgSecrets, { org: "octo-org" }),
    ],
    "repos.listForks": [
      1,
      (one) => one.paginate(one.rest.repos.listForks, { ...hello, per_page: 1 }),
    ],
    "repos.listReleases": [
      2,
      (one) => one.paginate(one.rest.repos.listReleases, { ...hello, per_page: 1 }),
    ],
    "repos.listForUser": [
      3,
      (one) => one.paginate(one.rest.repos.listForUser, { username: "octocat", per_page: 1 }),
    ],
    "repos.listForAuthenticatedUser": [
      7,
      (one) => one.paginate(one.rest.repos.listForAuthenticatedUser, { per_page: 2 }),
    ],
    "repos.listForOrg": [
      2,
      (one) => one.paginate(one.rest.repos.listForOrg, { org: "octo-org", per_page: 1 }),
    ],
    "orgs.listMembers": [
      2,
      (one) => one.paginate(one.rest.orgs.listMembers, { org: "octo-org", per_page: 1 }),
    ],
    "git.listMatchingRefs": [
      5,
      (one) => one.paginate(one.rest.git.listMatchingRefs, { ...hello, ref: "heads/" }),
    ],
    "actions.listRepoWorkflows": [
      2,
      (one) => one.paginate(one.rest.actions.listRepoWorkflows, { ...hello, per_page: 1 }),
    ],
    "actions.listWorkflowRunsForRepo": [
      2,
      (one) => one.paginate(one.rest.actions.listWorkflowRunsForRepo, { ...hello, per_page: 1 }),
    ],
    "actions.listWorkflowRuns": [
      2,
      (one) =>
        one.paginate(one.rest.actions.listWorkflowRuns, {
          ...hello,
          workflow_id: "ci.yml",
          per_page: 1,
        }),
    ],
    "actions.listJobsForWorkflowRun": [
      2,
      (one) =>
        one.paginate(one.rest.actions.listJobsForWorkflowRun, { ...hello, run_id: 2, per_page: 1 }),
    ],
    "checks.listForRef": [
      2,
      (one) =>
        one.paginate(one.rest.checks.listForRef, { ...hello, ref: "polite-greeting", per_page: 1 }),
    ],
    "checks.listSuitesForRef": [
      1,
      (one) =>
        one.paginate(one.rest.checks.listSuitesForRef, {
          ...hello,
          ref: "polite-greeting",
          per_page: 1,
        }),
    ],
    "search.issuesAndPullRequests": [
      5,
      (one) =>
        one.paginate(one.rest.search.issuesAndPullRequests, {
          q: "repo:octocat/hello-world is:issue",
          per_page: 2,
        }),
    ],
    "search.repos": [1, (one) => one.paginate(one.rest.search.repos, { q: "hello", per_page: 1 })],
    "search.users": [
      3,
      (one) => one.paginate(one.rest.search.users, { q: "type:user", per_page: 1 }),
    ],
    "search.commits": [
      2,
      (one) =>
        one.paginate(one.rest.search.commits, {
          q: "typo repo:octocat/hello-world",
          per_page: 1,
        }),
    ],
    "search.code": [
      1,
      (one) =>
        one.paginate(one.rest.search.code, { q: "greet repo:octocat/hello-world", per_page: 1 }),
    ],
  }

  test.each(Object.entries(lists))(
    "returns every item of %s once",
    async (_name, [length, list]) => {
      const items = await list(octokit())
      const ids = items.map((item) => JSON.stringify(item))
      expect(new Set(ids).size).toBe(ids.length)
      expect(items).toHaveLength(length)
    },
  )

  test("stops when the caller calls done", async () => {
    const big = { owner: "octocat", repo: "big", per_page: 100 }
    const titles = await octokit().paginate(
      octokit().rest.issues.listForRepo,
      big,
      ({ data }, done) => {
        done()
        return data.map(({ title }) => title)
      },
    )
    expect(titles).toHaveLength(100)
    expect(sandbox().requests).toHaveLength(1)
  })

  test("iterates over 250 items in three requests", async () => {
    const big = { owner: "octocat", repo: "big", per_page: 100 }
    let count = 0
    for await (const { data } of octokit().paginate.iterator(
      octokit().rest.issues.listForRepo,
      big,
    )) {
      count += data.length
    }
    expect(count).toBe(250)
    expect(sandbox().requests).toHaveLength(3)
  })

  test("returns all items over GraphQL, forwards and backwards", async () => {
    const { repository } = await octokit().graphql.paginate<Numbers>(
      `query ($cursor: String) {
        repository(owner: "octocat", name: "big") {
          issues(first: 100, after: $cursor) {
            nodes { number }
            pageInfo { hasNextPage endCursor }
          }
        }
      }`,
    )
    expect(repository.issues.nodes.map(({ number }) => number)).toEqual(
      Array.from({ length: 250 }, (_, index) => index + 1),
    )
    const back = await octokit().graphql.paginate<Numbers>(
      `query ($cursor: String) {
        repository(owner: "octocat", name: "big") {
          issues(last: 100, before: $cursor) {
            nodes { number }
            pageInfo { hasPreviousPage startCursor }
          }
        }
      }`,
    )
    expect(new Set(back.repository.issues.nodes.map(({ number }) => number)).size).toBe(250)
  })
})

test("@octokit/graphql reads a connection page by page and throws the error of a missing issue", async () => {
  const github = graphql.defaults({
    baseUrl: sandbox().url,
    headers: { authorization: `token ${sandbox().token}` },
  })
  const numbers: number[] = []
  let after: string | null = null
  do {
    const answer: Numbers = await github(
      `query ($owner: String!, $name: String!, $after: String) {
        repository(owner: $owner, name: $name) {
          issues(first: 40, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
            nodes { number }
            pageInfo { endCursor hasNextPage }
          }
        }
      }`,
      { owner: "octocat", name: "big", after },
    )
    const { nodes, pageInfo } = answer.repository.issues
    numbers.push(...nodes.map(({ number }) => number))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  expect(numbers).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index))
  expect(sandbox().requests).toHaveLength(7)
  const missing = github(
    `{ repository(owner: "octocat", name: "big") { issue(number: 999) { id } } }`,
  )
  await expect(missing).rejects.toMatchObject({
    name: "GraphqlResponseError",
    errors: [{ type: "NOT_FOUND", path: ["repository", "issue"] }],
  })
})

/** These also have pages, but of one object, so octokit does not combine them. */
const PAGED_OBJECTS = [
  "/repos/{owner}/{repo}/commits/{ref}",
  "/repos/{owner}/{repo}/commits/{ref}/status",
  "/repos/{owner}/{repo}/topics",
]

/** For Apps and installations alone: `installations.test.ts` and `webhooks.test.ts` list them. */
const OF_APPS = ["/app/hook/deliveries", "/app/installations", "/installation/repositories"]

afterAll(() => {
  const lists = routes
    .filter(({ method, path }) => method === "GET" && isPaged(path))
    .filter(({ path }) => ![...PAGED_OBJECTS, ...OF_APPS].includes(path))
  expect(lists.map(({ path }) => `GET ${path}`).filter((route) => !listed.has(route))).toEqual([])
})

const isPaged = (path: string): boolean =>
  (paths[path]?.get?.parameters ?? []).some(({ name }: { name: string }) => name === "per_page")

interface Numbers {
  repository: {
    issues: {
      nodes: { number: number }[]
      pageInfo: { endCursor: string; hasNextPage: boolean }
    }
  }
}
