/** A list over REST that GitHub pages by cursors, against a server that answers as GitHub's page describes. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createGhx } from "ghx"
import { afterEach, beforeEach, expect, test } from "vitest"

const all = Array.from({ length: 7 }, (_, index) => `GHSA-0000-0000-000${index}`)
const of = { owner: "octocat", repo: "hello-world" }

const advisory = {
  cve_id: null,
  html_url: "https://github.com/octocat/hello-world/security/advisories/1",
  summary: "A hole",
  severity: "low",
  state: "published",
  author: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  published_at: null,
}

let server: Server
let asked: string[]
/** The form of the next link, by the index of its first item. */
let link: (next: number) => string
beforeEach(async () => {
  asked = []
  link = (next) => `</x?per_page=3&after=c%2B${next}%3D>; rel="next", </x?before=c>; rel="prev"`
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost")
    if (pathname.includes("/deliveries")) return answerDeliveries(request, response)
    asked.push(searchParams.toString())
    const size = Number(searchParams.get("per_page"))
    const start = Number(/^c\+(\d)=$/.exec(searchParams.get("after") ?? "c+0=")?.[1])
    const next = start + size
    response.setHeader("content-type", "application/json")
    if (next < all.length) response.setHeader("link", link(next))
    response.end(
      JSON.stringify(all.slice(start, next).map((ghsa_id) => ({ ...advisory, ghsa_id }))),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterEach(() => server.close())

const delivery = {
  ...{ guid: "g", event: "push", action: null, status: "OK", status_code: 200, duration: 0.1 },
  ...{ redelivery: false, delivered_at: "2026-01-01T00:00:00Z" },
  ...{ installation_id: null, repository_id: null },
}

/** One delivery with an id of 19 digits on each of two pages. */
function answerDeliveries({ method, url = "" }: IncomingMessage, response: ServerResponse): void {
  asked.push(`${method} ${url}`)
  response.setHeader("content-type", "application/json")
  if (method === "POST") return void response.writeHead(202).end("{}")
  const isSecond = url.includes("cursor=v1_2")
  if (!isSecond) response.setHeader("link", `</x?per_page=1&cursor=v1_2>; rel="next"`)
  const shown = JSON.stringify(delivery).slice(1)
  response.end(`[{"id":901234567890123456${isSecond ? 2 : 1},${shown}]`)
}

const client = () => {
  const { port } = server.address() as AddressInfo
  return createGhx({ base_url: `http://127.0.0.1:${port}`, token: "t", retry: false })
}
const list = (input: { first?: number; after?: string } = {}) =>
  client().repo.advisories.list({ ...of, ...input })

test("items() of repo.advisories.list follows the cursors of Link headers to every item", async () => {
  const seen: unknown[] = []
  for await (const { ghsa_id } of list({ first: 3 }).items()) seen.push(ghsa_id)
  expect(seen).toEqual(all)
  expect(asked).toEqual(["per_page=3", "per_page=3&after=c%2B3%3D", "per_page=3&after=c%2B6%3D"])
})

test("repo.advisories.list resumes after a cursor with another page size", async () => {
  const first = await list({ first: 3 }).orThrow()
  expect(first).toMatchObject({
    total_count: null,
    page_info: { has_next_page: true, end_cursor: "c+3=" },
  })
  const rest = await list({ first: 100, after: first.page_info.end_cursor ?? "" }).orThrow()
  expect(rest.items.map(({ ghsa_id }) => ghsa_id)).toEqual(all.slice(3))
  expect(rest.page_info).toEqual({ has_next_page: false, end_cursor: null })
})

test("repo.advisories.list fails if a next link has no cursor", async () => {
  link = () => '</x?page=2>; rel="next"'
  expect(await list({ first: 3 })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("has no cursor for the next page") },
  })
})

test("deliveries are paged by the parameter `cursor`, and keep all digits of their ids", async () => {
  const { deliveries } = client().repo.hooks
  const hook = { ...of, hook_id: 1 }
  const ids: string[] = []
  for await (const { delivery_id } of deliveries.list({ ...hook, first: 1 }).items()) {
    ids.push(delivery_id)
  }
  expect(ids).toEqual(["9012345678901234561", "9012345678901234562"])
  await deliveries.redeliver({ ...hook, delivery_id: ids[0] ?? "" }).orThrow()
  const at = "/repos/octocat/hello-world/hooks/1/deliveries"
  expect(asked).toEqual([
    ...[`GET ${at}?per_page=1`, `GET ${at}?per_page=1&cursor=v1_2`],
    `POST ${at}/9012345678901234561/attempts`,
  ])
})
