/** Accesses GitHub through the capabilities of ghx: over GraphQL or REST, or in the sandbox. */
import type { createGhx } from "../../../generated/index.js"
import { ChainProblem } from "../problem/index.js"
import type { CommentOnGitHub, IssueOnGitHub } from "./ports.js"

/** GitHub's issue numbers have 32 bits. */
const MAX_NUMBER = 2 ** 31 - 1

export type Ghx = ReturnType<typeof createGhx>

export type GitHubPort = ReturnType<typeof githubOf>

/** @param repository - `owner/repo` */
export function githubOf(ghx: Ghx, repository: string) {
  const [owner = "", repo = "", ...rest] = String(repository).split("/")
  if (owner === "" || repo === "" || rest.length > 0)
    throw new ChainProblem("usage", `The repository is "${repository}", expected OWNER/REPO.`)
  const place = { owner, repo }

  return {
    repository,
    viewer: async () => (await asked(ghx.user.me().orThrow())).login,
    defaultBranch: async () => {
      const { default_branch } = await asked(ghx.repo.view(place).orThrow())
      if (default_branch !== null) return default_branch
      throw new ChainProblem("github_failed", `${repository} has no default branch: it is empty.`)
    },
    /** An issue; null if there is none with that number. Pull requests do not count. */
    issue: async (number: number): Promise<IssueOnGitHub | null> => {
      if (number > MAX_NUMBER) return null
      const answer = await ghx.issue.view({ ...place, issue_number: number })
      if (!answer.ok) {
        if (answer.error.code === "NOT_FOUND") return null
        throw failed(answer.error.message)
      }
      const { title, body, state } = answer.data
      return { number, title, body, is_open: state === "OPEN" }
    },
    comments: async (number: number) => {
      const all: CommentOnGitHub[] = []
      const comments = ghx.issue.comments.list({ ...place, issue_number: number, first: 100 })
      await asked(
        (async () => {
          for await (const { body, url } of comments) all.push({ body, url })
        })(),
      )
      return all
    },
    updateBody: async (number: number, body: string) => {
      await asked(ghx.issue.update({ ...place, issue_number: number, body }).orThrow())
    },
    /** The viewer's open pull request from a branch; null if there is none. */
    pullRequestFrom: async (branch: string) => {
      const { login } = await asked(ghx.user.me().orThrow())
      const { items } = await asked(
        ghx.pr.list({ ...place, head_ref: branch, states: ["OPEN"] }).orThrow(),
      )
      // A fork may have a branch with the same name.
      const own = items.find(({ author }) => author === login)
      return own === undefined ? null : { number: own.number, url: own.url }
    },
    createPullRequest: async (pull: {
      head: string
      base: string
      title: string
      body: string
    }) => {
      const { number, url } = await asked(ghx.pr.create({ ...place, ...pull }).orThrow())
      return { number, url }
    },
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw failed(error instanceof Error ? error.message : String(error))
  }
}

const failed = (message: string) => new ChainProblem("github_failed", message)
