/** The files that `ghx init` writes. */

export const EXAMPLE_CARD = `description: List the open issues of a repository that are assigned to you.
input:
  owner: { optional: false }
  repo: { optional: false }
list: issue_summary
graphql:
  pagination: { total_count: issueCount }
  variables: { query: "join('', ['is:issue is:open assignee:@me repo:', owner, '/', repo])" }
examples:
  - title: See what there is to do
    input: { owner: octocat, repo: hello-world }
`

export const EXAMPLE_DOCUMENT = `query IssueMine($query: String!) {
  search(type: ISSUE, query: $query) {
    nodes {
      ... on Issue { ...issue_summary }
    }
  }
}
`

/**
 * @param commands - the project's commands for a locked install and for running ghx
 * @param member - the project's folder, if it is a workspace member
 */
export const workflow = (
  { install, ghx }: { install: string; ghx: string },
  member: string,
) => `# Checks that the generated code matches the cards. If this fails, run \`${ghx} gen\` and commit the result.
name: ghx
on: [push, pull_request]
permissions:
  contents: read
jobs:
  drift:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 22
      - run: ${install}
      - run: ${ghx} gen --check --format github${member && `\n        working-directory: ${member}`}
`
