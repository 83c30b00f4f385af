/** Commands that make several calls or write files, which the comparison with gh does not cover. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type } from "./type.js"

let sandbox: Sandbox
const folder = mkdtempSync(join(tmpdir(), "ghx-jobs-"))

beforeAll(async () => {
  sandbox = await startSandbox()
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
beforeEach(() => {
  vi.stubEnv("GHX_BASE_URL", sandbox.url)
  sandbox.reset()
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

interface Release {
  readonly name: string
  readonly body: string
  readonly assets: readonly unknown[]
}

const dataOf = async (line: string) => JSON.parse((await type(`ghx ${line}`)).stdout)

async function branches(repository = "octocat/hello-world"): Promise<string[]> {
  const all = await dataOf(`repo branches list -R ${repository} --json name`)
  return all.map(({ name }: { name: string }) => name)
}

describe("ghx pr merge --delete-branch", () => {
  test("keeps the branch if the merge fails", async () => {
    const before = await branches()
    expect(await type("ghx pr merge 9 --delete-branch")).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("Pull Request is closed"),
      exitCode: 2,
    })
    expect(await branches()).toEqual(before)
  })

  test("keeps the branch of a fork, and a branch with the same name", async () => {
    await type("ghx repo branch create emoji")
    await type("ghx pr create -t Emoji -b Text -B main -H hubot:emoji")
    expect(await branches()).toContain("emoji")
    const merged = await type("ghx pr merge 10 --merge --delete-branch")
    expect(merged).toMatchObject({ stdout: "", exitCode: 0 })
    expect(await branches()).toContain("emoji")
    expect(await branches("hubot/hello-world")).toContain("emoji")
    expect(await dataOf("pr view 10 --json state")).toEqual({ state: "MERGED" })
  })

  test("asks for no confirmation", async () => {
    const { stderr, exitCode } = await type("ghx pr merge 7 --squash -d")
    expect({ stderr, exitCode }).toEqual({ stderr: "✓ pr merge 7\n", exitCode: 0 })
    expect(await branches()).not.toContain("polite-greeting")
  })
})

describe("ghx pr merge", () => {
  const applied = () => sandbox.applied.map(({ mutation }) => mutation)

  test("--auto merges what can be merged, and waits for the requirements of the rest", async () => {
    const line = "ghx pr merge 2 6 8 --auto --squash -R octo-org/website"
    const { stderr, exitCode } = await type(line)
    expect(exitCode).toBe(0)
    expect(stderr).toContain(
      "#2 is added to the merge queue; the queue sets the method, not --squash",
    )
    expect(stderr).toContain("GitHub merges #6 when its requirements are met")
    expect(stderr).toContain("#8 is already in the merge queue")
    expect(applied()).toEqual(["enqueuePullRequest", "enablePullRequestAutoMerge"])
  })

  test("needs --admin to merge against rules, and GitHub decides then", async () => {
    const line = "ghx pr merge 6 --squash -R octo-org/website"
    expect(await type(line)).toMatchObject({ exitCode: 2 })
    expect(applied()).toEqual([])
    const { stderr } = await type(`${line} --admin`)
    expect(stderr).toContain('Required status check "build" is expected.')
  })

  test("reads the state of the pull request in place of looking up its id", async () => {
    const before = sandbox.requests.length
    await type("ghx pr merge 7 --squash")
    await type("ghx pr merge 8 --squash --dry-run")
    expect(sandbox.requests.length - before).toBe(3)
  })

  test("gives the text on stdin to every pull request", async () => {
    const targets = "octocat/hello-world#7 octo-org/website#6 octo-org/website#7"
    const line = `ghx pr merge ${targets} --auto --body-file - --dry-run`
    const { stdout } = await type(line, { stdin: "Text" })
    expect(stdout.match(/commit_message":"[^"]*"/g)).toEqual(
      Array(3).fill('commit_message":"Text"'),
    )
  })

  test("merges nothing if an option does not apply to one of the pull requests", async () => {
    const targets = "octocat/hello-world#7 octo-org/website#2"
    const { stderr, exitCode } = await type(`ghx pr merge ${targets} --squash --body Text`)
    expect(stderr).toContain("--body cannot be combined with a merge queue")
    expect(exitCode).toBe(2)
    expect(applied()).toEqual([])
  })

  test("merges what exists, if other pull requests do not", async () => {
    const { stderr, exitCode } = await type("ghx pr merge 404 7 --squash")
    expect(exitCode).toBe(5)
    expect(stderr).toContain("NOT_FOUND")
    expect(applied()).toEqual(["mergePullRequest"])
  })
})

describe("A comment with a change of state", () => {
  const comments = async (kind: "issue" | "pr", number: number) =>
    (await dataOf(`${kind} view ${number} --json comments`)).comments.length

  test.each([
    ["issue close 1", "Issue #1 is already closed"],
    ["pr close 7", "Pull request #7 is already closed"],
    ["issue reopen 3", "Issue #3 is already open"],
  ])("is not repeated by %s", async (line, note) => {
    const [kind, , number] = line.split(" ") as ["issue" | "pr", string, string]
    const before = await comments(kind, Number(number))
    expect(await type(`ghx ${line} -c Bye`)).toMatchObject({ exitCode: 0 })
    expect(await type(`ghx ${line} -c Bye`)).toEqual({
      ...{ stdout: "", exitCode: 0 },
      stderr: `note: ${note}\n`,
    })
    expect(await comments(kind, Number(number))).toBe(before + 1)
  })

  test("is made where it is due, with one read for all", async () => {
    await type("ghx issue close 1")
    sandbox.clearRequests()
    const { stderr } = await type("ghx issue close 1 2 5 -c Bye")
    expect(stderr).toMatch(/^note: Issue #1 is already closed\n✓ issue close 2 5/)
    expect(sandbox.requests.length).toBe(2)
    expect(await comments("issue", 2)).toBe(1)
  })

  test("is not made on a merged pull request, and needs no right to read", async () => {
    await type("ghx pr merge 7 --squash")
    expect(await type("ghx pr close 7 -c Bye")).toMatchObject({
      exitCode: 2,
      stderr: "ghx: Pull request #7 was already merged\n  fix: ghx pr comment 7 comments\n",
    })
    const allowed = "--allow issue.close,issue.comments.create"
    const closed = await type(`ghx js -R octocat/hello-world ${allowed}`, {
      stdin: "return gh`issue close 1 -c Bye`",
    })
    expect(closed).toMatchObject({ stdout: "✓ issue close 1\n", exitCode: 0 })
  })
})

describe("Text that is not UTF-8", () => {
  const latin1 = join(folder, "latin1.md")
  const fix = "\n  fix: Convert it, for example with iconv -f ISO-8859-1 -t UTF-8, or encode bytes"
  beforeAll(() => writeFileSync(latin1, Buffer.from("Caf\u00e9", "latin1")))

  test.each([
    ["issue create -t New -F FILE", "--body-file: FILE is not UTF-8 text"],
    ["issue comment 1 --body-file FILE", "--body-file: FILE is not UTF-8 text"],
    ["issue comment 1 --body-file -", "--body-file: stdin is not UTF-8 text"],
    ["release create v1.0.0 --notes-file FILE", "--notes-file: FILE is not UTF-8 text"],
    ["secret set KEY --body-file FILE", "--body-file: FILE is not UTF-8 text"],
    ["secret set KEY", "value: stdin is not UTF-8 text"],
    ["workflow run deploy.yml -F environment=@FILE", "--field: FILE is not UTF-8 text"],
    ["gist edit 3f397cc0ae14e0c45b4ff5b5f8b0d5a1 -a FILE", "FILE is binary"],
    ["api --allow-write repos/{owner}/{repo}/labels -F name=@FILE", "name: FILE is not UTF-8 text"],
    ["api --allow-write repos/{owner}/{repo}/labels --input FILE", "--input: FILE is not UTF-8"],
    ["run issue.comments.create 1 body@=FILE", "body: FILE is not UTF-8 text"],
    ["exec -", "CODE: stdin is not UTF-8 text"],
  ])("is refused before anything is sent: ghx %s", async (line, message) => {
    const before = sandbox.requests.length
    const stdin = new Uint8Array([0xff, 0xfe, 0x41])
    const typed = await type(`ghx ${line.replace("FILE", latin1)}`, { stdin })
    expect(typed).toMatchObject({ stdout: "", exitCode: 2 })
    expect(typed.stderr).toContain(`ghx: ${message.replace("FILE", latin1)}`)
    if (!message.endsWith("binary")) expect(typed.stderr).toContain(fix)
    expect(sandbox.requests.length).toBe(before)
  })

  test("is uploaded to a release as it is", async () => {
    await type(`ghx release upload v0.1.0 ${latin1}`)
    await type(`ghx release download v0.1.0 -p latin1.md -D ${folder}/latin1`)
    expect(readFileSync(join(folder, "latin1/latin1.md"))).toEqual(readFileSync(latin1))
  })

  test("does not include text after a byte order mark, which is sent as in gh", async () => {
    const stdin = "\ufeffText"
    await type("ghx variable set MARK", { stdin })
    const answer = await fetch(`${sandbox.url}/repos/octocat/hello-world/actions/variables/MARK`, {
      headers: { authorization: `token ${sandbox.token}` },
    })
    expect(await answer.json()).toMatchObject({ value: stdin })
    const input = { stdin: `\ufeff${JSON.stringify({ body: "As JSON" })}` }
    expect(await type("ghx run issue.comments.create 5 --input -", input)).toMatchObject({
      exitCode: 0,
    })
  })
})

test("ghx release create --verify-tag only creates a release for an existing tag", async () => {
  const line = "ghx release create v1.0.0 --verify-tag --notes Text"
  expect(await type(line)).toEqual({
    stdout: "",
    stderr:
      'ghx: NOT_FOUND repo.tag.view found no ref for owner "octocat", repo "hello-world", tag "v1.0.0"\n',
    exitCode: 3,
  })
  // Nothing was written although the tag was found.
  expect(await type(line.replace("v1.0.0", "v0.1.0"))).toEqual({
    stdout: "",
    stderr: "ghx: VALIDATION Validation Failed: Release tag_name already_exists\n",
    exitCode: 2,
  })
  expect(sandbox.applied).toEqual([])
  await type("ghx release delete v0.1.0 --yes")
  expect(await type(line.replace("v1.0.0", "v0.1.0"))).toMatchObject({
    stdout: expect.stringMatching(/releases\/tag\/v0\.1\.0\n$/),
    exitCode: 0,
  })
})

test("ghx variable get prints the value alone, as it is", async () => {
  expect(await type("ghx variable get region")).toMatchObject({ stdout: "us\n", exitCode: 0 })
  for (const value of ["l1\nl2\tx\n\n", "  a  b "]) {
    await type("ghx run repo.variable.set name=region --input -", {
      stdin: JSON.stringify({ value }),
    })
    expect((await type("ghx variable get region")).stdout).toBe(`${value}\n`)
    const stdin = "return { value: await gh`variable get region` }"
    const { stdout } = await type("ghx exec -", { stdin })
    expect(JSON.parse(stdout)).toMatchObject({ value })
  }
})

describe("ghx issue comment --edit-last", () => {
  test("edits the last own comment of each issue, behind any number of others", async () => {
    const others = Array.from({ length: 230 }, () => ({ author: "hubot", body: "Same here" }))
    const own = (body: string) => ({ author: "octocat", body })
    const comments = [own("First"), ...others.slice(110), own("Last"), ...others.slice(0, 110)]
    await sandbox.apply({
      repositories: [
        {
          owner: "octocat",
          name: "hello-world",
          issues: [{ number: 90, title: "Popular", author: "hubot", comments }],
        },
      ],
    })
    const line = "ghx issue comment 90 1 --edit-last -b Changed"
    const { stdout, exitCode } = await type(line)
    expect({ urls: stdout.split("\n").length - 1, exitCode }).toEqual({ urls: 2, exitCode: 0 })
    const { stdout: bodies } = await type(
      "ghx issue comments list 90 -L 300 -q '[.items[] | select(.author == \"octocat\").body]'",
    )
    expect(JSON.parse(bodies)).toEqual(["First", "Changed"])
  })

  test("names the issues without an own comment, and changes none", async () => {
    const { stderr, exitCode } = await type("ghx issue comment 1 2 5 --edit-last -b Changed")
    expect(stderr).toMatch(/^ghx: 2, 5: no comments found for current user \(octocat\)\n/)
    expect(exitCode).toBe(2)
    expect(sandbox.applied).toEqual([])
  })

  test("with --create-if-none adds a comment where there is none", async () => {
    const line = "ghx pr comment 7 --edit-last --create-if-none"
    const { stdout: created } = await type(`${line} --body One`)
    expect(await type(`${line} --body Two --dry-run`)).toMatchObject({ exitCode: 0 })
    const { stdout: edited } = await type(`${line} --body Two`)
    expect(edited).toBe(created)
    const all = await dataOf("pr view 7 --json comments")
    expect(all.comments.at(-1)).toMatchObject({ body: "Two", author: { login: "octocat" } })
  })
})

test("ghx cache delete names the caches whose keys only begin as the given one", async () => {
  const body = { total_count: 2, actions_caches: [{ key: "node-1" }, { key: "node-2" }] }
  sandbox.injectFault({ times: 1, match: { path: /\/caches\b/ }, status: 200, body })
  const { stderr, exitCode } = await type("ghx cache delete node")
  expect([stderr, exitCode]).toEqual(["note: deleted node-1, node-2\n", 0])
})

test("ghx cache delete --all deletes all caches without a question", async () => {
  expect(await dataOf("cache list --json id --sort size_in_bytes --order asc")).toEqual([
    { id: 1 },
    { id: 2 },
  ])
  expect(await type("ghx cache delete --all")).toMatchObject({ stdout: "", exitCode: 0 })
  expect(await dataOf("cache list --json id")).toEqual([])
  expect(await type("ghx cache delete --all --succeed-on-no-caches")).toMatchObject({
    stderr: "note: There are no caches to delete\n",
    exitCode: 0,
  })
})

describe("ghx pr create", () => {
  const open = async (line: string) => {
    expect(await type(`ghx pr create -B main ${line}`)).toMatchObject({ exitCode: 0 })
    return dataOf("pr view 10 --json title,body,labels")
  }

  test("with --fill uses the message of the only commit", async () => {
    expect(await open("-H impolite-greeting --fill")).toMatchObject({
      title: "Never be polite",
      body: "",
    })
  })

  test("with --fill uses the branch name as the title and lists the commits", async () => {
    await type("ghx pr close 7")
    expect(await open("-H polite-greeting --fill")).toMatchObject({
      title: "polite greeting",
      body: "- Greet politely\n- Document polite greetings\n",
    })
  })

  test("with --fill keeps an explicit title", async () => {
    expect(await open("-H impolite-greeting --fill --title Mine")).toMatchObject({ title: "Mine" })
  })

  test("prints the address of the pull request, and reports a step that fails afterwards", async () => {
    const line = "ghx pr create -B main -H impolite-greeting -t New -b Text -l bug -l nope"
    const { stdout, stderr, exitCode } = await type(line)
    expect(stdout).toBe("https://github.com/octocat/hello-world/pull/10\n")
    expect(stderr).toContain("1 of 2 steps failed: #1 pr.labels.add")
    expect(exitCode).toBe(5)
  })
})

test("ghx issue create --template opens the text of the template in an editor", async () => {
  const issueTemplates = [
    { name: "Bug report", about: "", title: "", body: "What happened?", filename: "bug.md" },
  ]
  const id = "R_kgDOAAAAAQ"
  const body = { data: { repository: { id, issueTemplates, pullRequestTemplates: [] } } }
  for (const name of ["'bug report'", "bug.md"]) {
    sandbox.reset()
    sandbox.injectFault({ match: { body_includes: "issueTemplates" }, status: 200, body })
    vi.stubEnv("EDITOR", "printf 'It broke.' >>")
    const line = `ghx issue create -t Broken --template ${name}`
    expect(await type(line, { columns: 80 })).toMatchObject({ exitCode: 0 })
    expect(await dataOf("issue view 10 --json body")).toEqual({
      body: "What happened?\nIt broke.",
    })
  }
})

test.each([
  ["issue create -t New -b '' --type Bug -R octo-org/tools", "createIssue,updateIssueIssueType"],
  [
    "issue create -t New -b '' --parent https://github.com/octocat/hello-world/issues/1 --blocked-by octocat/hello-world#2 --blocking #3",
    "createIssue,addSubIssue,addBlockedBy,addBlockedBy",
  ],
  ["issue edit 1 --type Bug -R octo-org/tools", "updateIssueIssueType"],
  ["issue edit 1 --remove-type -R octo-org/tools", "updateIssueIssueType"],
  ["issue edit 5 --parent 1 --add-blocked-by 3", "addSubIssue,addBlockedBy"],
  ["issue edit 5 --remove-parent", "removeSubIssue"],
  ["issue edit 1 --add-sub-issue octocat/hello-world#3", "addSubIssue"],
  ["issue edit 3 --add-sub-issue 5", "addSubIssue"],
  ["issue edit 2 --remove-sub-issue 5", "removeSubIssue"],
])("ghx %s prints the address of the issue: %s", async (line, mutations) => {
  sandbox.reset()
  const number = line.includes("create") ? "\\d+" : line.split(" ")[2]
  const { stdout, exitCode } = await type(`ghx ${line}`)
  expect(stdout).toMatch(new RegExp(`^https://github.com/[\\w-]+/[\\w-]+/issues/${number}\n$`))
  expect(exitCode).toBe(0)
  expect(sandbox.applied.map(({ mutation }) => mutation).join(",")).toBe(mutations)
})

test.each([
  ["search issues crash --web", "search?type=issues&q=crash"],
  ["search repos -w", "search?type=repositories"],
  [
    "issue create -w -t 'A b' -l bug -m v1.0 -a @me",
    "octocat/hello-world/issues/new?title=A%20b&labels=bug&assignees=octocat&milestone=v1.0",
  ],
  [
    "pr create --web -H impolite-greeting -B main -b Text",
    "octocat/hello-world/compare/main...impolite-greeting?expand=1&body=Text",
  ],
  ["issue comment 1 --web", "octocat/hello-world/issues/1#issuecomment-new"],
  ["pr diff polite-greeting -w", "octocat/hello-world/pull/7/files"],
  ["ruleset check main --web", "octocat/hello-world/rules?ref=refs/heads/main"],
])("ghx %s prints the address of the page without a terminal", async (line, path) => {
  sandbox.reset()
  const stdout = `https://github.com/${path}\n`
  expect(await type(`ghx ${line}`)).toMatchObject({ stdout, exitCode: 0 })
  expect(sandbox.applied).toEqual([])
})

test.each([
  ["fill-first", { title: "Greet politely", body: "" }],
  [
    "fill-verbose",
    {
      title: "polite greeting",
      body: "- **Greet politely**\n\n- **Document polite greetings**\n  With an example and a test.",
    },
  ],
])("ghx pr create --%s takes the texts from the commits", async (option, expected) => {
  sandbox.reset()
  await type("ghx pr close 7")
  expect(await type(`ghx pr create -H polite-greeting --${option}`)).toMatchObject({ exitCode: 0 })
  expect(await dataOf("pr view 10 --json title,body")).toEqual(expected)
})

test("ghx issue list --type lists the issues of a type", async () => {
  sandbox.reset()
  await type("ghx issue edit 1 --type Bug -R octo-org/tools")
  expect(await dataOf("issue list --type bug -R octo-org/tools --json number")).toEqual([
    { number: 1 },
  ])
  expect(await dataOf("issue list --type task -R octo-org/tools --json number")).toEqual([])
})

test.each([
  ["--add-blocked-by 2,3", "--add-blocked-by takes one issue"],
  ["--parent octo-org/website#3", "--parent takes a number of octocat/hello-world"],
  ["--add-blocking https://github.com/octo-org/website/issues/4", "takes a number of octocat"],
  ["--add-sub-issue https://github.com/octocat/hello-world", "takes a number"],
])("ghx issue edit refuses another issue that it cannot relate: %s", async (options, message) => {
  sandbox.reset()
  expect(await type(`ghx issue edit 1 ${options}`)).toMatchObject({
    stderr: expect.stringContaining(message),
    exitCode: 2,
  })
  expect(sandbox.applied).toEqual([])
})

test.each([
  ["issue create --editor", "A title\n\nA body\n", { title: "A title", body: "A body" }],
  ["issue create -e -t 'My title'", "", { title: "My title", body: "" }],
])("ghx %s takes the title from the first line of the editor", async (line, text, expected) => {
  sandbox.reset()
  vi.stubEnv("GH_EDITOR", text === "" ? "true" : `printf '${text.replaceAll("\n", "\\n")}' >`)
  expect(await type(`ghx ${line}`, { columns: 80 })).toMatchObject({ exitCode: 0 })
  expect(await dataOf("issue view 10 --json title,body")).toEqual(expected)
  vi.stubEnv("GH_EDITOR", "")
})

test("ghx issue comment opens an editor on a terminal, and sends nothing if the editor fails", async () => {
  sandbox.reset()
  vi.stubEnv("GH_EDITOR", "false")
  expect(await type("ghx issue comment 1", { columns: 80 })).toMatchObject({
    stderr: expect.stringContaining("the editor false failed"),
    exitCode: 2,
  })
  expect(sandbox.applied).toEqual([])
  vi.stubEnv("GH_EDITOR", "printf Hello >")
  for (const line of ["issue comment 1", "pr comment 7 --editor"]) {
    expect(await type(`ghx ${line}`, { columns: 80 })).toMatchObject({ exitCode: 0 })
  }
  expect(sandbox.applied).toHaveLength(2)
  vi.stubEnv("GH_EDITOR", "")
})

describe("ghx release", () => {
  const file = join(folder, "app.zip")
  writeFileSync(file, "Bytes")

  test("create leaves a draft if an upload fails", async () => {
    sandbox.injectFault({ match: { path: /\/assets$/, method: "POST" }, status: 422, body: {} })
    const { stdout, exitCode } = await type(`ghx release create v1.0.0 ${file}`)
    expect({ stdout, exitCode }).toEqual({
      stdout: "https://github.com/octocat/hello-world/releases/tag/untagged-3\n",
      exitCode: 5,
    })
    const [newest] = await dataOf("release list --json tagName,draft")
    expect(newest).toEqual({ tagName: "v1.0.0", draft: true })
  })

  test("create --notes-start-tag adds the notes once, with files and in dry runs", async () => {
    writeFileSync(join(folder, "notes.txt"), "text")
    const line = `ghx release create v3.0.0 ${folder}/notes.txt --notes-start-tag v0.1.0 -n Mine`
    const { stdout } = await type(`${line} --dry-run`)
    expect(JSON.parse(stdout)[0].body).toMatchObject({
      body: expect.stringMatching(/^Mine\n.*compare\/v0\.1\.0\.\.\.v3\.0\.0$/),
      generate_release_notes: false,
    })
    expect(sandbox.applied).toEqual([])
    expect(await type(line)).toMatchObject({ exitCode: 0 })
    expect(await dataOf("release view v3.0.0 --json name,body,assets")).toMatchObject({
      name: "v3.0.0",
      body: JSON.parse(stdout)[0].body.body,
      assets: [{ name: "notes.txt" }],
    })
  })

  test("create takes --latest for the release, or for a draft without effect", async () => {
    const line = `ghx release create v1.0.0 ${file} --latest=false`
    expect(await type(line)).toMatchObject({ stderr: "", exitCode: 0 })
    expect(await dataOf("release view --json tagName")).toEqual({ tagName: "v0.1.0" })
    expect(await type(`${line.replace("1.0.0", "1.0.1")} --draft`)).toMatchObject({
      stderr: expect.stringContaining("GitHub ignored false in make_latest"),
      exitCode: 1,
    })
  })

  test("create with files creates nothing if the tag has a release or a draft", async () => {
    await type("ghx release create v1.0.0 --draft --notes First")
    for (const [tag, kind, fix] of [
      ["v1.0.0", "draft", `v1.0.0 FILE\`, then publish it with \`ghx release edit v1.0.0`],
      ["v0.1.0", "release", "ghx release upload v0.1.0 FILE"],
    ]) {
      const { stderr, exitCode } = await type(`ghx release create ${tag} ${file}`)
      expect(stderr).toContain(`ghx: a ${kind} with the same tag name already exists: ${tag}\n`)
      expect(stderr).toContain(fix)
      expect(exitCode).toBe(1)
    }
    expect(sandbox.applied).toHaveLength(1)
    expect(await type(`ghx release create v0.1.0 ${file} --draft`)).toMatchObject({ exitCode: 0 })
  })

  test("create sets the label after the path, and with --draft leaves a draft", async () => {
    const { stdout } = await type(`ghx release create v1.0.0 '${file}#For Linux' --draft`)
    expect(stdout).toBe("https://github.com/octocat/hello-world/releases/tag/untagged-3\n")
    const [newest] = await dataOf("release list --json tagName,draft,release_id")
    expect(newest).toMatchObject({ tagName: "v1.0.0", draft: true })
    const [asset] = Object(sandbox.state.snapshot()).release_assets.slice(-1)
    expect(asset).toMatchObject({ name: "app.zip", label: "For Linux" })
  })

  test("upload finds a draft by its tag, and replaces a file only with --clobber", async () => {
    const upload = `ghx release upload v0.2.0 ${file}`
    expect(await type(upload)).toMatchObject({ stdout: "", exitCode: 0 })
    expect(await type(upload)).toMatchObject({ exitCode: 2 })
    expect(await type(`${upload} --clobber`)).toMatchObject({ stdout: "", exitCode: 0 })
    sandbox.injectFault({ match: { path: /\/assets$/, method: "POST" }, status: 422, body: {} })
    expect(await type(`${upload} --clobber`)).toMatchObject({
      stderr: expect.stringContaining("If the release had an older app.zip, it is deleted"),
      exitCode: 5,
    })
  })

  test("download fails on an existing file, skips it or overwrites it", async () => {
    const there = join(folder, "hello.txt")
    writeFileSync(there, "Mine")
    const download = `ghx release download v0.1.0 --dir ${folder}`
    expect(await type(download)).toMatchObject({
      stderr: expect.stringContaining("fix: Use --clobber to overwrite, or --skip-existing"),
      exitCode: 2,
    })
    await type(`${download} --skip-existing`)
    expect(readFileSync(there, "utf8")).toBe("Mine")
    await type(`${download} --clobber`)
    expect(readFileSync(there, "utf8")).toBe("Hello, World!\n")
  })

  test("download prints a single file to stdout with -O -", async () => {
    expect(await type("ghx release download v0.1.0 -O -")).toMatchObject({
      stdout: "Hello, World!\n",
    })
  })
})

test("ghx run download writes nothing outside its folder", async () => {
  const runs = [
    { title: "Run", jobs: [], artifacts: [{ name: "evil", files: { "../escaped.txt": "!" } }] },
  ]
  const workflows = [{ name: "CI", path: ".github/workflows/ci.yml", runs }]
  const repositories = [{ owner: "octocat", name: "hello-world", workflows }]
  const evil = await startSandbox({ seed: { users: [{ login: "octocat" }], repositories } })
  vi.stubEnv("GHX_BASE_URL", evil.url)
  const { stderr, exitCode } = await type(`ghx run download 1 --dir ${join(folder, "inner")}`)
  await evil.close()
  expect(stderr).toContain('"../escaped.txt" would be written outside of')
  expect(exitCode).toBe(2)
  expect(existsSync(join(folder, "inner/escaped.txt"))).toBe(false)
})

test("ghx issue status --json prints its categories as data", async () => {
  expect(await dataOf("issue status --json number")).toEqual({
    assigned: [{ number: 1 }],
    mentioned: [],
    createdBy: [{ number: 5 }],
  })
})

test("ghx release list --json isLatest marks the latest release, as newer versions of gh do", async () => {
  const { stdout } = await type("ghx release list --json isLatest,tagName")
  expect(JSON.parse(stdout)).toEqual([
    { isLatest: false, tagName: "v0.2.0" },
    { isLatest: true, tagName: "v0.1.0" },
  ])
  const newest = "--json tagName,isLatest --jq '.[] | select(.isLatest) | .tagName'"
  expect(await type(`ghx release list ${newest}`)).toMatchObject({ stdout: "v0.1.0\n" })
  // A repository without releases has no latest one.
  expect(await type("ghx release list -R octocat/big --json isLatest")).toMatchObject({
    stdout: "[]\n",
    exitCode: 0,
  })
  const unknown = await type("ghx release list --json isLatest,uploader")
  expect(unknown.stderr).toContain('There is no field "uploader"')
  const fields = await type("ghx release list --json")
  expect(fields.stderr).toMatch(/Available: .*,isLatest\b/)
})

test("ghx release list --limit does not count excluded releases", async () => {
  const { stdout } = await type("ghx release list --exclude-drafts -L 1 --json tagName")
  expect(JSON.parse(stdout)).toEqual([{ tagName: "v0.1.0" }])
  expect(await type("ghx release list --exclude-drafts -L 1")).toEqual({
    stdout: expect.stringMatching(/^First light\tLatest\tv0.1.0\t2\S+Z\n$/),
    stderr: "",
    exitCode: 0,
  })
  await type("ghx release edit v0.1.0 --prerelease")
  const none = await type("ghx release list --exclude-drafts --exclude-pre-releases --json tagName")
  expect(JSON.parse(none.stdout)).toEqual([])
})

test("ghx release list --limit prints that many releases, and takes whole numbers", async () => {
  expect((await type("ghx release list --limit 1")).stdout).toMatch(
    /^v0.2.0\tDraft\tv0.2.0\t2\S+Z\n$/,
  )
  for (const limit of ["0", "1e1"]) {
    expect(await type(`ghx release list --limit ${limit}`)).toMatchObject({
      stderr: expect.stringContaining(`--limit takes a whole number of at least 1, not ${limit}`),
      exitCode: 2,
    })
  }
})

test("ghx release list finds the latest release, and those that are left, behind the first 100", async () => {
  const release = { author: "octocat", target: "main" }
  const previews = Array.from({ length: 110 }, (_, at) => {
    return { ...release, tag: `p${at}`, prerelease: true }
  })
  await sandbox.apply({
    repositories: [
      {
        owner: "octocat",
        name: "big",
        releases: [{ ...release, tag: "v1", name: "One" }, ...previews],
      },
    ],
  })
  const list = "ghx release list -R octocat/big"
  expect(await type(`${list} --exclude-pre-releases`)).toEqual({
    stdout: expect.stringMatching(/^One\tLatest\tv1\t2\S+Z\n$/),
    stderr: "",
    exitCode: 0,
  })
  const json = await type(`${list} -L 200 --json tagName,isLatest --jq '.[-2:]'`)
  expect(JSON.parse(json.stdout)).toEqual([
    { tagName: "p0", isLatest: false },
    { tagName: "v1", isLatest: true },
  ])
  const { stdout } = await type(`${list} -L 105`)
  expect(stdout.trim().split("\n")).toHaveLength(105)
})

test.each([
  "name,body,assets",
  "name,body,assets --exclude-pre-releases",
  "name,body,assets,isLatest",
])("ghx release list --json %s tells two drafts of one tag apart", async (fields) => {
  const draft = { tag_name: "v0.2.0", name: "Again", body: "Not yet.", draft: true }
  await fetch(`${sandbox.url}/repos/octocat/hello-world/releases`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.token}` },
    body: JSON.stringify(draft),
  })
  sandbox.clearRequests()
  const all: Release[] = await dataOf(`release list --json ${fields}`)
  expect(all.map(({ name, body, assets }) => [name, body, assets.length])).toEqual([
    ["Again", "Not yet.", 0],
    ["v0.2.0", "Commas.", 0],
    ["First light", "It greets.", 1],
  ])
  expect(sandbox.requests.length).toBeLessThan(3)
})

test("ghx run view --job prints the log without times, and with --lines only its end", async () => {
  const { stdout: log } = await type("ghx run view --job 4 --log")
  expect(log).toContain("##[group]Run the tests\n")
  expect(log).toMatch(/##\[error\]Process completed with exit code 1\.\n$/)
  const { stdout: end } = await type("ghx run view 2 --job 4 --log-failed --lines 1")
  expect(end).toBe(
    "The end of 5 lines (--lines 5 shows all):\n##[error]Process completed with exit code 1.\n",
  )
})

test("ghx run view --log-failed ends at the last error, not at the steps that clean up after it", async () => {
  const time = "2025-01-01T00:00:00.0000000Z"
  const before = ["##[group]Run npm ci", "##[error]A flaw", "##[group]Run npm test", "1 != 2"]
  const after = Array.from({ length: 200 }, (_, index) => `Removing ${index}`)
  const logs = {
    "before a clean-up": ["##[error]Failed:", "two lines", "Post job cleanup.", ...after],
    "before a group": ["##[error]Failed:", "two lines", "##[group]Run upload", ...after],
    "at the end": ["##[error]Failed:", "two lines"],
  }
  const jobs = Object.entries(logs).map(([name, lines]) => ({
    name,
    conclusion: "FAILURE" as const,
    steps: [{ name: "Test", conclusion: "FAILURE" as const }],
    log: [...before, ...lines].map((line) => `${time} ${line}\n`).join(""),
  }))
  const workflows = [{ name: "CI", runs: [{ conclusion: "FAILURE" as const, jobs }] }]
  await sandbox.apply({ repositories: [{ owner: "octocat", name: "hello-world", workflows }] })
  const { run_id } = (await dataOf("run workflow.runs.list first=1")).items[0]
  sandbox.clearRequests()
  const { stdout } = await type(`ghx run view ${run_id} --log-failed`)
  // The run itself has nothing that is printed.
  expect(sandbox.requests.map(({ path }) => path)).not.toContainEqual(
    expect.stringMatching(/\/runs\/\d+$/),
  )
  expect(stdout).toBe(
    Object.keys(logs)
      .map((name) => [`${name}\tTest`, ...before, "##[error]Failed:", "two lines", ""].join("\n"))
      .join("\n"),
  )
  const { stdout: end } = await type(`ghx run view ${run_id} --log-failed --lines 2`)
  const [name] = Object.keys(logs)
  expect(end).toMatch(
    `${name}\tTest\nThe end of 6 lines (--lines 6 shows all):\n##[error]Failed:\ntwo lines\n`,
  )
})

test("ghx run view --log prints the bytes of a log to a pipe without escape sequences, as gh does", async () => {
  const line =
    "\u001b]0;Title\u0007\u001b[31mred\u001b[0m \u00ad\u200b\ufeff caf\u00e9 \u00e0 \u00db"
  const jobs = [{ name: "t\u00e4st", steps: [{ name: "T" }], log: `${line}\n` }]
  const workflows = [{ name: "CI", runs: [{ jobs }] }]
  await sandbox.apply({ repositories: [{ owner: "octocat", name: "hello-world", workflows }] })
  const { run_id } = (await dataOf("run workflow.runs.list first=1")).items[0]
  const { stdout } = await type(`ghx run view ${run_id} --log`)
  expect(stdout).toContain("t\u00e4st")
  expect(stdout).toContain("red \u00ad\u200b\ufeff caf\u00e9 \u00e0 \u00db")
  expect(stdout).not.toContain("\u001b")
  const { job_id } = (await dataOf(`run workflow.run.jobs.list run_id=${run_id}`)).items[0]
  const { stdout: ofJob } = await type(`ghx run view --job ${job_id} --log`)
  expect(ofJob).toContain("red \u00ad")
  const shown = await type(`ghx run view ${run_id} --log`, { columns: 80 })
  expect(shown.stdout).toContain("red  caf\u00e9 \u00e0")
})

describe("ghx run view --attempt", () => {
  beforeEach(async () => {
    await type("ghx run rerun 2 --failed")
  })

  test("shows an earlier attempt, with its jobs, logs and exit code", async () => {
    const { stdout, exitCode } = await type("ghx run view 2 --attempt 1 --exit-status")
    expect(exitCode).toBe(1)
    expect(stdout).toContain("X polite-greeting CI · 2 (Attempt #1)")
    expect(stdout).toContain("X test (ID 4)\n  X Run the tests\n")
    expect(stdout).toContain("try: ghx run view 2 --attempt 1 --log-failed")
    expect(stdout).toContain("/runs/2/attempts/1\n")
    expect((await type("ghx run view 2")).stdout).toContain("* polite-greeting CI · 2\n")
    const { stdout: failure } = await type("ghx run view 2 --attempt 1 --log-failed")
    expect(failure).toMatch(/^test\tRun the tests\n/)
    expect((await type("ghx run view 2 --log-failed")).stdout).toBe("")
    const { stdout: log } = await type("ghx run view 2 -a 1 --log")
    expect(log).toContain("##[error]Process completed with exit code 1.")
  })

  test("with --json has the fields and jobs of the attempt", async () => {
    const fields = "attempt,conclusion,jobs,status"
    expect(await dataOf(`run view 2 --attempt 1 --json ${fields}`)).toMatchObject({
      attempt: 1,
      conclusion: "failure",
      jobs: [
        { databaseId: 3, conclusion: "success" },
        { databaseId: 4, conclusion: "failure", steps: [{}, { conclusion: "failure" }, {}] },
      ],
    })
    const latest = await dataOf(`run view 2 --json ${fields}`)
    expect(await dataOf(`run view 2 --attempt 2 --json ${fields}`)).toEqual(latest)
    expect(latest).toMatchObject({ attempt: 2, status: "queued" })
    expect(await type("ghx run view 2 --attempt 3")).toMatchObject({ stdout: "", exitCode: 3 })
  })

  test("with --verbose prints all steps", async () => {
    const all = "X test (ID 4)\n  ✓ Check out\n  X Run the tests\n  - Report\n"
    expect((await type("ghx run view 2 -a 1 -v")).stdout).toContain(all)
    const { stdout } = await type("ghx run view 2 --verbose")
    expect(stdout).toContain("✓ lint (ID 6)\n  ✓ Run lint\n")
    expect(await type("ghx run view 2 -v --exit-status")).toMatchObject({ exitCode: 2 })
  })
})

describe("a list with --json fields that only single items have", () => {
  test("fetches the fields of all items in one more request", async () => {
    const pulls = await dataOf("pr list --json number,reviews,files")
    expect(pulls.map(({ number }: { number: number }) => number)).toEqual([8, 7])
    expect(pulls[1].files).toHaveLength(4)
    expect(sandbox.requests).toHaveLength(2)
  })

  test("fetches the jobs of each run with their steps", async () => {
    const words = "run list --json databaseId,jobs -q '.[] | [.databaseId, .jobs[].steps[].name]'"
    const { stdout } = await type(`ghx ${words}`)
    expect(stdout).toBe(
      '[2,"Run lint","Check out","Run the tests","Report"]\n[1,"Run lint","Run test"]\n',
    )
  })

  test("sends one request if there is no item", async () => {
    expect(await dataOf("pr list --head no-such-branch --json reviews")).toEqual([])
    expect(sandbox.requests).toHaveLength(1)
  })

  test.each([
    ["pr list --json number,reviews", "pr.reviews.list of #8"],
    ["search prs Rewrite --json number,reviews", "pr.reviews.list of octocat/hello-world#8"],
    ["run list --json databaseId,jobs", "workflow.run.jobs.list of 2"],
    ["repo list octocat -L 1 --json name,languages", "repo.languages.list of octocat/big"],
  ])("ghx %s fails and names the item whose fields cannot be fetched", async (line, place) => {
    const message = "Resource not accessible"
    const fault = { skip: 1, graphql_error: { type: "FORBIDDEN", message } }
    const rest = { match: { path: /\/jobs/ }, status: 403, body: { message } }
    sandbox.injectFault(line.startsWith("run") ? rest : fault)
    const { stdout, stderr, exitCode } = await type(`ghx ${line}`)
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 4 })
    expect(stderr).toContain(`${place}: ${message}`)
  })

  test("shows the attempts of its own call and then of the others with --trace", async () => {
    const { stderr } = await type("ghx pr list --json number,reviews --trace")
    const traced = stderr.split("\n").map((one) => one.replace(/ \d+ ms$/, ""))
    const other = "trace: pr.reviews.list graphql success"
    expect(traced).toEqual(["trace: pr.list graphql success", other, other, ""])
  })

  test("prints states of other lists than its own in upper case", async () => {
    const words = "search prs polite --state open --repo octocat/hello-world --json state,reviews"
    const { stdout } = await type(`ghx ${words} -q '.[] | .state, .reviews[].state'`)
    expect(stdout.split("\n").slice(0, 3)).toEqual(["open", "CHANGES_REQUESTED", "COMMENTED"])
  })

  test("mentions the requests for these fields in a dry run", async () => {
    const { stdout, stderr } = await type("ghx pr list --json number,reviews --dry-run")
    expect(JSON.parse(stdout)).toHaveLength(1)
    expect(stderr).toContain("more requests follow")
    expect(sandbox.requests).toEqual([])
  })

  test("reads all of an item that has more than 100 of them", async () => {
    const comments = Array.from({ length: 101 }, () => ({ author: "hubot", body: "Same here" }))
    const issue = { title: "Popular", author: "hubot", comments }
    await sandbox.apply({
      repositories: [{ owner: "octocat", name: "hello-world", issues: [issue] }],
    })
    const { stdout, stderr } = await type("ghx issue list --json number,comments")
    expect(JSON.parse(stdout)[0].comments).toHaveLength(101)
    expect(stderr).toBe("")
  })

  test("requests no more of them than there are, because GitHub charges for what a page may have", async () => {
    const replies = Array.from({ length: 20 }, () => ({ author: "hubot", body: "Me too" }))
    const comments = [{ author: "hubot", body: "Why?", replies }]
    const discussions = Array.from({ length: 20 }, (_, at) => ({
      ...{ title: `Question ${at}`, body: "Why?", author: "hubot", category: "Q&A" },
      ...(at > 0 && { comments }),
    }))
    await sandbox.apply({ repositories: [{ owner: "octo-org", name: "website", discussions }] })
    sandbox.clearRequests()
    const { stdout } = await type("ghx discussion list -R octo-org/website --json comments")
    const lengths = JSON.parse(stdout).map((one: { comments: [] }) => one.comments.length)
    expect(lengths.slice(0, 20).sort()).toEqual([0, ...Array(19).fill(1)])
    expect(sandbox.requests.map(({ cost }) => cost)).toEqual([1, 1])
  })

  test("requests only what gh prints of a review", async () => {
    sandbox.clearRequests()
    await type("ghx pr list --json reviews")
    const asked = sandbox.requests.map(({ body }) => JSON.stringify(body)).join()
    expect(asked).toContain("reviews(")
    expect(asked).not.toContain("comments { totalCount }")
  })
})

test("the last page of a list is as long as the rest", async () => {
  sandbox.clearRequests()
  await type("ghx issue list -R octocat/big -L 130 --json number")
  const sizes = sandbox.requests.map(({ body }) => Object(body).variables.first)
  expect(sizes).toEqual([100, 30])
})

test.each([
  ["pr view 99 --json number,reviews", "NOT_FOUND Could not resolve to a PullRequest", 3],
  ["repo view octocat/hello-world --json name,latestRelease", "SERVER Injected fault", 5],
])("ghx %s prints only an error if a part is missing", async (line, message, exitCode) => {
  sandbox.injectFault({ match: { path: /\/releases\/latest$/ }, status: 502 })
  const failed = await type(`ghx ${line}`)
  expect(failed).toMatchObject({ stdout: "", exitCode })
  expect(failed.stderr).toMatch(new RegExp(`^ghx: ${message}`))
})

test.each([
  ["--json jobs", ["jobs"]],
  ["--json jobs.name", ["jobs"]],
  ["--json jobs,conclusion", ["", "jobs"]],
])(
  "ghx run view 2 %s asks for the jobs once, and for the run only where it is named",
  async (options, paths) => {
    sandbox.clearRequests()
    await dataOf(`run view 2 ${options}`)
    const asked = sandbox.requests.map(({ path }) => path.replace(/.*\/runs\/2\/?/, ""))
    expect([...new Set(asked)].sort()).toEqual(paths)
    if (paths.length === 1) expect(asked).toHaveLength(1)
  },
)
