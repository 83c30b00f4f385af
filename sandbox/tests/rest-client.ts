import type { Sandbox } from "../index.js"

export interface RestReply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape.
  body: any
}

interface Options {
  token?: string | null
  headers?: Record<string, string>
}

/** Sends `GET /path` over HTTP and parses the answer; redirects are not followed. */
export async function rest(
  sandbox: Sandbox,
  call: string,
  body?: unknown,
  options: Options = {},
): Promise<RestReply> {
  const space = call.indexOf(" ")
  const [method, path] = [call.slice(0, space), call.slice(space + 1)]
  const token = options.token === undefined ? sandbox.token : options.token
  const response = await fetch(path.startsWith("http") ? path : sandbox.url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false
  const { status, headers } = response
  return { status, headers, body: isJson && text !== "" ? JSON.parse(text) : text }
}

/** Every item of a list, found by following its links. */
export async function restPages(sandbox: Sandbox, path: string): Promise<RestReply["body"][]> {
  const items: unknown[] = []
  let next: string | undefined = sandbox.url + path
  while (next !== undefined) {
    const { body, headers }: RestReply = await rest(sandbox, `GET ${next}`)
    items.push(...body)
    next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1]
  }
  return items
}

export const HELLO = "/repos/octocat/hello-world"
