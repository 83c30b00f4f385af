/**
 * Sends a megabyte of text that slows down careless patterns through every place that takes text from outside.
 *
 * The limit is for the CPU time of this process, server included, and not for elapsed time. Quadratic work takes
 * minutes for a megabyte, linear work some 20 ms.
 */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ClientOptions, chain } from "ghx"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Reply } from "../../runtime/testing/index.js"
import { all } from "../some.js"
import { errorOf, type Ghx, github, issue, reply } from "./github.js"

const size = 1_000_000
/** Each costs some tens of milliseconds; quadratic work on a megabyte would take minutes. */
const most_ms = 1_000

const esc = String.fromCharCode(27)
const units = {
  blanks: " ",
  "line ends": "\n",
  letters: "a",
  "authorization without a value": "authorization:    ",
  "authorization without a token": "Authorization: Bearer \n",
  "bearers without a token": "bearer  ",
  "beginnings of tokens": "ghp_ ",
  "lists of scopes without an end": "following scopes: [",
  "addresses without an end": " (https://",
  "statuses of gh": "HTTP 403: ",
  "errors of gh": "GraphQL: (",
  "terminal sequences without an end": `${esc}[0;`,
  "titles without an end": `${esc}]0;`,
  "hidden characters": "\u200b\u202e",
  variables: "$s0_a ",
  quotes: "`\"'",
  brackets: "[[({<",
}
const starts = [
  "",
  "authorization:",
  "Bearer ",
  "following scopes: [",
  "Although you appear to have the correct authorization credentials,",
  "Unable to ",
  "Expected one of ",
]
const texts = Object.entries(units).flatMap(([name, unit]) =>
  (name === "blanks" || name === "letters" ? starts : [""]).map((start) => ({
    name: start === "" ? name : `${name} after ${JSON.stringify(start)}`,
    text: start + unit.repeat(Math.ceil((size - start.length) / unit.length)),
  })),
)

const double = github()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ghx-nasty-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** CPU time in milliseconds; the best of a few runs, because the process has other work. */
async function work(once: () => Promise<unknown>): Promise<number> {
  const tries: number[] = []
  for (let attempt = 0; attempt < 4 && Math.min(...tries, Infinity) > most_ms; attempt += 1) {
    const before = process.cpuUsage()
    await once()
    const { user, system } = process.cpuUsage(before)
    tries.push((user + system) / 1000)
  }
  return Math.min(...tries)
}

const failing = (ghx: Ghx) => errorOf(ghx.issue.view(issue))
const over = (answer: (text: string) => Reply, route: "graphql" | "rest" = "graphql") => {
  return async (text: string) => {
    double.says(answer(text))
    return errorOf(double.ghx().issue.view(issue).run({ route }))
  }
}
const with_ = (options: (text: string) => ClientOptions) => (text: string) =>
  failing(double.ghx(options(text)))

/** A program in place of gh that prints text and fails. */
const gh = (stream: 1 | 2) => async (text: string) => {
  await writeFile(join(folder, "text"), text)
  const path = join(folder, `gh-${stream}`)
  await writeFile(
    path,
    `#!/bin/sh\n[ "$1" = --version ] && exit 0\ncat ${folder}/text >&${stream}; exit 1\n`,
  )
  await chmod(path, 0o755)
  const ghx = double.ghx({ gh: { path, env: { GH_CONFIG_DIR: folder } } })
  return errorOf(ghx.issue.update({ ...issue, title: "Bug" }).run({ route: "cli" }))
}

const places: Record<string, (text: string) => Promise<unknown>> = {
  "the message of a status": over((message) => ({ status: 403, body: { message } })),
  "the message of a status, over REST": over(
    (message) => ({ status: 422, body: { message } }),
    "rest",
  ),
  "a problem of a status": over((message) => ({
    status: 422,
    body: { message: "Validation Failed", errors: [{ message }, message, { field: message }] },
  })),
  "the reason of a block": over((reason) => ({
    status: 451,
    body: { message: "Repository access blocked", block: { reason, html_url: reason } },
  })),
  "a body that is text": over((body) => ({ status: 403, body })),
  "the message of an answer": over((message) => ({ body: { message } })),
  "the message of an error": over((message) => ({ body: { errors: [{ message }] } })),
  "the type, code and path of an error": over((text) => ({
    body: { errors: [{ message: "m", type: text, code: text, path: [text, text] }] },
  })),
  "the problems of an error": over((explanation) => ({
    body: { errors: [{ message: "m", extensions: { problems: [{ explanation }] } }] },
  })),
  "an error of a merged document": async (message) => {
    double.says({ body: { data: null, errors: [{ message, path: [message] }] } })
    const ghx = double.ghx()
    return chain(
      ...[1, 2, 3].map((id) => ghx.pr.thread.reply({ ...reply, thread_id: `PRRT_${id}` })),
    )
  },
  "a redirect": over(
    (text) => ({
      status: 301,
      headers: { location: `/${encodeURI(text.slice(0, 5000)).slice(0, 9000)}` },
    }),
    "rest",
  ),
  "a token function that throws": with_((text) => ({
    token: () => Promise.reject(new Error(text)),
  })),
  "a token": with_((token) => ({ token })),
  "the stdout of gh": gh(1),
  "the stderr of gh": gh(2),
  "an input": (title) => errorOf(double.ghx().issue.view({ ...issue, repo: title })),
  "an unknown field": (name) => errorOf(double.ghx().issue.view({ ...issue, [name]: name })),
  "a result": async (text) => {
    double.says({ body: { node_id: text, number: 1, title: text, body: text } })
    return double.ghx({ validate_output: false }).issue.view(issue).run({ route: "rest" })
  },
}

// Each string is tried in a sixth of the places.
describe.each(Object.keys(places))("a megabyte of text in %s", (name) => {
  const place = Object.keys(places).indexOf(name)
  const tried = texts.filter((_, index) => all || (index + place) % 6 === 0)

  it.each(tried)(`costs less than ${most_ms} ms of CPU time: $name`, async ({ text }) => {
    expect(await work(() => places[name]?.(text) ?? Promise.reject())).toBeLessThan(most_ms)
  })
})

describe("a megabyte of", () => {
  const message = "m"
  const path = ["repository", "issue"]
  it.each<[string, () => Promise<unknown>]>([
    [
      "errors",
      async () => {
        double.says({
          body: { data: null, errors: Array(Math.floor(size / 15)).fill({ message }) },
        })
        return failing(double.ghx())
      },
    ],
    [
      "errors beside data",
      async () => {
        const errors = Array(Math.floor(size / 60)).fill({ message, type: "FORBIDDEN", path })
        double.says({ body: { data: { repository: { issue: null } }, errors } })
        return failing(double.ghx())
      },
    ],
    [
      "errors of a merged document",
      async () => {
        double.says({
          body: {
            data: null,
            errors: Array(Math.floor(size / 30)).fill({ message: "$s0_body ($s1_body)" }),
          },
        })
        const ghx = double.ghx()
        return chain(
          ...[1, 2, 3].map((id) => ghx.pr.thread.reply({ ...reply, thread_id: `PRRT_${id}` })),
        )
      },
    ],
    [
      "brackets",
      async () => {
        const deep = "[".repeat(size / 2) + "]".repeat(size / 2)
        double.says({ status: 422, headers: json, body: `{"message":"Deep","errors":${deep}}` })
        return failing(double.ghx())
      },
    ],
    ["bad items", () => errorOf(add(Array(24_000).fill(7)))],
    [
      "bad items of several kinds",
      () => errorOf(add(Array.from({ length: 24_000 }, (_, id) => (id % 2 ? { id } : "")))),
    ],
    ["items that JSON cannot represent", () => errorOf(add(Array(24_000).fill(() => 1)))],
    [
      "unknown fields",
      () => {
        const fields = Array.from({ length: 24_000 }, (_, id) => [`issue_numbre_${id}`, id])
        return errorOf(double.ghx().issue.view({ ...issue, ...Object.fromEntries(fields) }))
      },
    ],
  ])(`%s cost less than ${most_ms} ms of CPU time`, async (_, once) => {
    expect(await work(once)).toBeLessThan(most_ms)
  })
  const json = { "content-type": "application/json" }
  const add = (labels: unknown[]) => double.ghx().issue.labels.add(Object({ ...issue, labels }))
})
