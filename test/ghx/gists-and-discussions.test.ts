/** Commands for gists and discussions that the real gh lacks, or whose output ends in a time. */
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { needsGh } from "../needs.js"
import { type } from "./type.js"

const GIST = "3f397ccabda1ffefccd28d0cbd01c471"
const SECRET = "8ba42654c1871c0dc4569ec680ffffef"

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = await mkdtemp(join(tmpdir(), "ghx-gists-"))
  await writeFile(join(folder, "new.md"), "New.\n")
  await writeFile(join(folder, "empty.md"), "")
  await writeFile(join(folder, "bytes.bin"), Buffer.from([0x00, 0xff]))
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  vi.stubEnv("GH_REPO", "octo-org/website")
})
beforeEach(() => sandbox.reset())
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

interface Gist {
  readonly id: string
  readonly description: string
  readonly files: Readonly<Record<string, { readonly content: string }>>
}

async function get<Answer = Gist>(path: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${sandbox.token}` }
  const response = await fetch(`${sandbox.url}${path}`, { headers })
  return (await response.json()) as Answer
}

const filesOf = async (id = GIST): Promise<Record<string, string>> => {
  const { files } = await get(`/gists/${id}`)
  return Object.fromEntries(Object.entries(files).map(([name, { content }]) => [name, content]))
}

const GREET = 'echo "Hello $1"\n'
const NOTES = "Pass a name.\n"

describe("ghx gist list", () => {
  beforeEach(needsGh)
  test.each(["", " --public", " --secret -L 1"])("%s prints gh's columns", async (options) => {
    const { env } = await sandbox.serveGh()
    const words = `gist list${options}`.split(" ")
    const { stdout } = await promisify(execFile)("gh", words, {
      env: { PATH: process.env.PATH, ...env },
    })
    const own = await type(`ghx gist list${options}`)
    const times = /(\S+) (\S+) \+0000 UTC$/gm
    expect(own.stdout).toBe(stdout.replaceAll(times, "$1T$2Z"))
  })
})

describe("ghx gist edit", () => {
  test.each([
    ["-d Greets", { "greet.sh": GREET, "notes.md": NOTES }],
    ["-a FOLDER/new.md", { "greet.sh": GREET, "notes.md": NOTES, "new.md": "New.\n" }],
    ["--remove notes.md", { "greet.sh": GREET }],
    ["-f notes.md FOLDER/new.md", { "greet.sh": GREET, "notes.md": "New.\n" }],
    ["FOLDER/new.md", { "greet.sh": GREET, "notes.md": NOTES, "new.md": "New.\n" }],
    ["-f notes.md -", { "greet.sh": GREET, "notes.md": "Typed." }],
  ])("%s", async (options, files) => {
    const line = `ghx gist edit ${GIST} ${options.replace("FOLDER", folder)}`
    const { stdout, exitCode } = await type(line, { stdin: "Typed." })
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 })
    expect(await filesOf()).toEqual(files)
  })

  test("--remove sends an empty change, which GitHub documents as a removal", async () => {
    await type(`ghx gist edit ${GIST} --remove notes.md`)
    const change = sandbox.requests.find(({ method }) => method === "PATCH")
    expect(change?.body).toEqual({ files: { "notes.md": {} } })
  })

  test("-d changes the description", async () => {
    await type(`ghx gist edit ${GIST} -d Greets`)
    expect((await get(`/gists/${GIST}`)).description).toBe("Greets")
  })
})

test("ghx gist rename keeps the content", async () => {
  expect((await type(`ghx gist rename ${GIST} greet.sh hello.sh`)).exitCode).toBe(0)
  expect(await filesOf()).toEqual({ "hello.sh": GREET, "notes.md": NOTES })
})

test("ghx gist delete asks unless --yes", async () => {
  expect(await type(`ghx gist delete ${SECRET}`)).toMatchObject({ exitCode: 4 })
  expect(sandbox.applied).toEqual([])
  expect(await type(`ghx gist delete ${SECRET} --yes`)).toMatchObject({ exitCode: 0, stdout: "" })
  expect((await get<Gist[]>("/gists")).map(({ id }) => id)).toEqual([GIST])
})

test("ghx gist create takes names and contents in place of files", async () => {
  const { stdout } = await type(`ghx gist create --file '[{"name":"a.md","content":"Text"}]'`)
  expect(await filesOf(stdout.trim().split("/").at(-1))).toEqual({ "a.md": "Text" })
})

test("ghx gist create reads stdin without arguments", async () => {
  const { stdout } = await type("ghx gist create -f typed.md", { stdin: "Typed." })
  expect(await filesOf(stdout.trim().split("/").at(-1))).toEqual({ "typed.md": "Typed." })
})

test.each([
  ["gist create FOLDER/empty.md", "empty.md is empty: a gist has no empty files"],
  ["gist create FOLDER/bytes.bin", "bytes.bin is binary: gists hold only text files"],
  ["gist create FOLDER/new.md --file []", "Use files or --file, not both"],
  [`gist edit ${GIST}`, "needs an option\n  fix: Use one of --desc, --add, --remove, files"],
  [`gist edit ${GIST} -f notes.md -d Greets`, "--filename requires files"],
  [`gist edit ${GIST} -a FOLDER/none.md`, "ENOENT"],
  [`gist rename ${GIST} greet.sh`, "needs old-name and new-name"],
  ["discussion create -t T -b B", "--category is missing"],
  ["discussion comment 9", "--body or --body-file is missing"],
  ["discussion edit 9", "needs an option"],
])("ghx %s is rejected and changes nothing", async (line, message) => {
  const { stdout, stderr, exitCode } = await type(`ghx ${line.replace("FOLDER", folder)}`)
  expect(stderr).toContain(message)
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 })
  expect(sandbox.applied).toEqual([])
})

test("an error of ghx names the scope that gists require", async () => {
  sandbox.addToken({ token: "narrow", login: "octocat", scopes: ["repo"] })
  vi.stubEnv("GH_TOKEN", "narrow")
  const { stderr, exitCode } = await type(`ghx gist create ${folder}/new.md`)
  vi.stubEnv("GH_TOKEN", sandbox.token)
  expect(stderr).toContain("Add one of the scopes gist to the token (it has repo)")
  expect(exitCode).toBe(4)
})

test("ghx gist view says that a file of more than a megabyte is not whole", async () => {
  const large = join(folder, "large.txt")
  await writeFile(large, "x".repeat(1_100_000))
  const { stdout: url } = await type(`ghx gist create ${large} ${folder}/new.md`)
  const seen = await type(`ghx gist view ${url.trim()} -f large.txt`)
  expect([seen.stdout.length, seen.exitCode]).toEqual([1_048_577, 5])
  expect(seen.stderr).toMatch(/^note: large.txt is not whole. curl -L https:\/\//)
  expect((await type(`ghx gist view ${url.trim()} --json files`)).exitCode).toBe(5)
  for (const rest of ["-f new.md", "--files", "--json url"]) {
    expect(await type(`ghx gist view ${url.trim()} ${rest}`)).toMatchObject({
      ...{ exitCode: 0, stderr: "" },
    })
  }
})

test("ghx gist view reports a file that does not exist as not found", async () => {
  const { stderr, exitCode } = await type(`ghx gist view ${GIST} -f none.md`)
  expect(stderr).toContain("NOT_FOUND")
  expect(exitCode).toBe(3)
})

test.each([
  [
    "list",
    "11\tOPEN\tAdd a blog\tIdeas\tdesign\t\tTIME\n10\tOPEN\tHow is the page deployed?\tQ&A\t\t\tTIME\n9\tOPEN\tWhich font do we use?\tQ&A\t\tanswered\tTIME\n",
  ],
  ["list -c Q&A --answered=false", "10\tOPEN\tHow is the page deployed?\tQ&A\t\t\tTIME\n"],
  ["list --state closed --json number,closed -q '.[].number'", "12\n"],
  [
    "view 12",
    "title:\tUse frames\nstate:\tCLOSED\nauthor:\thubot\ncategory:\tIdeas\nlabels:\t\ncomments:\t0\nnumber:\t12\nurl:\thttps://github.com/octo-org/website/discussions/12\n--\nThey are fast.\n",
  ],
  ["comment 10 -b Yes", "https://github.com/octo-org/website/discussions/10#discussioncomment-5\n"],
  ["create -c Ideas -t New -b Text", "https://github.com/octo-org/website/discussions/13\n"],
  [
    "create -c Ideas -t New -b Text -l design --json number,labels",
    '{"labels":[{"name":"design"}],"number":13}\n',
  ],
  ["edit 9 -t Better --add-label design", "https://github.com/octo-org/website/discussions/9\n"],
  ["close https://github.com/octo-org/website/discussions/10 -r outdated", ""],
])("ghx discussion %s", async (rest, printed) => {
  const { stdout: written, exitCode } = await type(`ghx discussion ${rest}`)
  const stdout = written.replaceAll(/2\d{3}-\S+Z$/gm, "TIME")
  expect({ stdout, exitCode }).toEqual({ stdout: printed, exitCode: 0 })
})

test("ghx discussion view --comments prints replies below their comment", async () => {
  const { stdout } = await type("ghx discussion view 9 --comments")
  expect([...stdout.matchAll(/^--\n(.*)\n--$/gm)].map(([, body]) => body)).toEqual([
    "The default of the browser.",
    "Thanks!",
    "We could choose one.",
  ])
})

test("ghx discussion list and view have the comments with their replies, and the answer", async () => {
  const members = "comments.body,comments.replies.author.login,answer.body"
  const list = await type(
    `ghx discussion list --category Q&A --json number,category.name,${members}`,
  )
  const answered = {
    comments: [
      {
        body: "The default of the browser.",
        replies: [{ author: { login: "monalisa" } }],
      },
      { body: "We could choose one.", replies: [] },
    ],
    answer: { body: "The default of the browser." },
  }
  expect(JSON.parse(list.stdout)).toEqual([
    {
      number: 10,
      category: { name: "Q&A" },
      comments: [{ body: "By the workflow Preview.", replies: [] }],
      answer: null,
    },
    { number: 9, category: { name: "Q&A" }, ...answered },
  ])
  const view = await type(`ghx discussion view 9 --json ${members}`)
  expect(JSON.parse(view.stdout)).toEqual(answered)
  const whole = await type(
    "ghx discussion view 9 --json comments,answer --jq '.comments[0].id == .answer.id'",
  )
  expect(whole.stdout).toBe("true\n")
})

test("ghx lists the existing categories if the given one is unknown", async () => {
  const { stderr } = await type("ghx discussion create -c Polls -t T -b B")
  expect(stderr).toContain("It has Ideas, Q&A")
})

test.each([
  ["notification list", "-R octocat/hello-world", "/repos/octocat/hello-world/notifications"],
  ["notification read-all", "-R octocat/hello-world", "/repos/octocat/hello-world/notifications"],
  [
    "run notification.read_all",
    "-R octocat/hello-world",
    "/repos/octocat/hello-world/notifications",
  ],
  ["notification list", "", "/notifications"],
  ["notification read-all", "", "/notifications"],
])("ghx %s %s concerns one repository only if -R names it", async (command, option, path) => {
  expect((await type(`ghx ${command} ${option}`)).exitCode).toBe(0)
  expect(sandbox.requests.at(-1)?.path).toBe(path)
})

test("-R applies to the steps of a chain that take a repository", async () => {
  const steps = JSON.stringify([{ task: "notification.read_all", input: {} }])
  await type(`ghx chain -R octocat/hello-world --steps '${steps}'`)
  expect(sandbox.requests.at(-1)?.path).toBe("/repos/octocat/hello-world/notifications")
})

test("a notification is listed with the id that marks it as read", async () => {
  const idsOf = async (): Promise<string[]> =>
    JSON.parse((await type("ghx notification list")).stdout).items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await idsOf()).toContain("11")
  await type("ghx notification read 11")
  expect(await idsOf()).not.toContain("11")
})

test.each([3, 2])("ghx discussion answer mark takes the URL of comment %i", async (number) => {
  const url = `https://github.com/octo-org/website/discussions/9#discussioncomment-${number}`
  const marked = await type(`ghx discussion answer mark ${url} --json number`)
  expect(marked).toEqual({ stdout: '{"number":9}\n', stderr: "", exitCode: 0 })
  const answers = "[.items[] | ., .replies[] | select(.is_answer)] | map(.url)"
  const { stdout } = await type(`ghx discussion comments list 9 -q '${answers}'`)
  expect(JSON.parse(stdout)).toEqual([url])
})

test("ghx discussion answer mark refuses the URL of a comment that does not exist", async () => {
  const url = "https://github.com/octo-org/website/discussions/9#discussioncomment-404"
  expect(await type(`ghx discussion answer mark ${url}`)).toEqual({
    stdout: "",
    stderr: `ghx: There is no comment ${url}\n`,
    exitCode: 2,
  })
})
