/** Creates the data of a seed on a GitHub server through REST alone. */
import type { Seed, SeedIssue, SeedPull, SeedRepository } from "ghx/sandbox"

export const tokenOf = (login: string): string => `${login}-token`

/** The data that its own seed can hold: people, organizations and empty repositories. */
export function emulateSeed({ users, organizations = [], repositories = [] }: Seed) {
  return {
    tokens: Object.fromEntries(users.map(({ login }) => [tokenOf(login), { login }])),
    github: {
      users: users.map(({ login, name, bio, location }) => ({ login, name, bio, location })),
      orgs: organizations.map(({ login, name }) => ({ login, name })),
      repos: repositories.map(({ owner, name, description, private: hidden }) => ({
        owner,
        name,
        description,
        private: hidden ?? false,
        auto_init: false,
      })),
    },
  }
}

type Ask = (
  login: string,
  method: string,
  path: string,
  body?: object,
) => Promise<Record<string, unknown>>

/** The other data of one repository, each part created by its author. */
export async function tell(url: string, repository: SeedRepository): Promise<void> {
  const ask: Ask = async (login, method, path, body) => {
    const response = await fetch(`${url}/repos/${repository.owner}/${repository.name}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokenOf(login)}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} by ${login}: ${answer}`)
    return answer === "" ? {} : JSON.parse(answer)
  }
  const { owner, collaborators = {}, labels = [], milestones = [], branches = [] } = repository
  for (const [login, role] of Object.entries(collaborators)) {
    await ask(owner, "PUT", `/collaborators/${login}`, { permission: PERMISSIONS[role] })
  }
  for (const label of labels) await ask(owner, "POST", "/labels", label)
  for (const milestone of milestones) await ask(owner, "POST", "/milestones", milestone)
  await commit(ask, owner, "main", "Initial commit", repository.files ?? {})
  for (const { name, from = "main", commits = [] } of branches) {
    const { object } = await ask(owner, "GET", `/git/ref/heads/${from}`)
    const sha = Reflect.get(object as object, "sha")
    await ask(owner, "POST", "/git/refs", { ref: `refs/heads/${name}`, sha })
    for (const { message, files } of commits) await commit(ask, owner, name, message, files)
  }
  const rows = [...(repository.issues ?? []), ...(repository.pull_requests ?? [])]
  for (const row of rows.sort((a, b) => (a.number ?? 0) - (b.number ?? 0))) {
    if ("head" in row) await pull(ask, repository, row)
    else await issue(ask, repository, row)
  }
}

const PERMISSIONS = {
  READ: "pull",
  TRIAGE: "triage",
  WRITE: "push",
  MAINTAIN: "maintain",
  ADMIN: "admin",
}

async function commit(
  ask: Ask,
  login: string,
  branch: string,
  message: string,
  files: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const known = await ask(login, "GET", `/contents/${path}?ref=${branch}`).catch(() => undefined)
    const sha = known?.sha
    const content = Buffer.from(text ?? "").toString("base64")
    await ask(login, text === null ? "DELETE" : "PUT", `/contents/${path}`, {
      message,
      branch,
      ...(text !== null && { content }),
      ...(sha !== undefined && { sha }),
    })
  }
}

async function issue(ask: Ask, repository: SeedRepository, seed: SeedIssue): Promise<void> {
  const { title, body = "", author = repository.owner } = seed
  const { number } = await ask(author, "POST", "/issues", { title, body })
  await details(ask, repository, Number(number), seed)
  if (seed.state !== "CLOSED") return
  const state_reason = seed.state_reason === "NOT_PLANNED" ? "not_planned" : "completed"
  await ask(repository.owner, "PATCH", `/issues/${number}`, { state: "closed", state_reason })
}

async function pull(ask: Ask, repository: SeedRepository, seed: SeedPull): Promise<void> {
  const { title, body = "", author = repository.owner, head, base = "main", draft = false } = seed
  const { number } = await ask(author, "POST", "/pulls", { title, body, head, base, draft })
  // In `emulate`, pull requests are not issues, so they have no labels and comments.
  if (seed.state === "MERGED") await ask(repository.owner, "PUT", `/pulls/${number}/merge`, {})
  if (seed.state === "CLOSED") {
    await ask(repository.owner, "PATCH", `/pulls/${number}`, { state: "closed" })
  }
}

async function details(
  ask: Ask,
  repository: SeedRepository,
  number: number,
  { labels, assignees, milestone, comments = [] }: SeedIssue,
): Promise<void> {
  const position = repository.milestones?.findIndex(({ title }) => title === milestone) ?? -1
  const changes = {
    ...(labels && { labels }),
    ...(assignees && { assignees }),
    ...(position >= 0 && { milestone: position + 1 }),
  }
  if (Object.keys(changes).length > 0) {
    await ask(repository.owner, "PATCH", `/issues/${number}`, changes)
  }
  for (const { author, body } of comments) {
    await ask(author ?? repository.owner, "POST", `/issues/${number}/comments`, { body })
  }
}
