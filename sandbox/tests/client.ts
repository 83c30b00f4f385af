import type { Sandbox } from "../index.js"

export interface Reply {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape.
  data: any
  errors?: {
    type?: string
    path?: (string | number)[]
    locations?: unknown
    message: string
    extensions?: Record<string, unknown>
  }[]
}

export function send(
  sandbox: Sandbox,
  body: unknown,
  options: { token?: string | null; path?: string; method?: string } = {},
): Promise<Response> {
  const { token = sandbox.token, path = "/graphql", method = "POST" } = options
  return fetch(sandbox.url + path, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(method === "GET" ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
}

/** Sends a document over HTTP and parses the answer. */
export async function ask(
  sandbox: Sandbox,
  query: string,
  variables: Record<string, unknown> = {},
  token: string = sandbox.token,
): Promise<Reply> {
  const response = await send(sandbox, { query, variables }, { token })
  return (await response.json()) as Reply
}

/** The same, if no error is expected. */
export async function data(...args: Parameters<typeof ask>): Promise<Reply["data"]> {
  const reply = await ask(...args)
  if (reply.errors) throw new Error(JSON.stringify(reply.errors, null, 2))
  return reply.data
}

/** The only error of an answer. */
export async function refusal(...args: Parameters<typeof ask>) {
  const reply = await ask(...args)
  if (reply.errors?.length !== 1) throw new Error(`expected one error: ${JSON.stringify(reply)}`)
  return reply.errors[0]
}

const IDS = `query Ids($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    id
    issueOrPullRequest(number: $number) { ... on Node { id } }
  }
}`

export async function idOf(sandbox: Sandbox, number: number, name = "hello-world") {
  const { repository } = await data(sandbox, IDS, { owner: "octocat", name, number })
  return repository.issueOrPullRequest.id as string
}

export async function repositoryId(sandbox: Sandbox, name = "hello-world", owner = "octocat") {
  const { repository } = await data(
    sandbox,
    "query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }",
    { owner, name },
  )
  return repository.id as string
}

export async function labelId(sandbox: Sandbox, label: string, name = "hello-world") {
  const { repository } = await data(
    sandbox,
    `query ($name: String!, $label: String!) {
      repository(owner: "octocat", name: $name) { label(name: $label) { id } }
    }`,
    { name, label },
  )
  return repository.label.id as string
}

export async function userId(sandbox: Sandbox, login: string) {
  const { user } = await data(sandbox, "query ($login: String!) { user(login: $login) { id } }", {
    login,
  })
  return user.id as string
}
