// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs that contain templates
/** Programs over gh's commands: `ghx exec`, `ghx js` and `ghx do`, and programs that try to escape. */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { registry } from "../../generated/registry.js"
import { knownIn } from "../../runtime/index.js"
import { some } from "../some.js"
import { type } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  github = await startSandbox()
  vi.stubEnv("GHX_BASE_URL", github.url)
})
afterEach(() => {
  github.reset()
  github.clearRequests()
})
afterAll(() => github.close())

const js = (stdin: string, options = "") =>
  type(`ghx js -R octocat/hello-world ${options}`, { stdin })
const lines = (stdin: string, options = "") =>
  type(`ghx do -R octocat/hello-world ${options}`, { stdin })
const mutations = () => github.applied.map(({ mutation }) => mutation)

describe("gh`…` in a script", () => {
  test("is the data of a command; a list of objects is printed as a table without empty columns", async () => {
    expect(
      await js(
        `const issues = await gh\`gh issue list --json number,title,closedAt,labels\`
         console.log(JSON.parse(issues).length, "issues")
         return issues`,
      ),
    ).toEqual({
      stdout: [
        "3 issues",
        "number\ttitle\tlabels",
        "5\tGreet in French",
        "2\tSupport more languages\tenhancement,good first issue",
        "1\tFound a bug\tbug",
        "",
      ].join("\n"),
      stderr: "",
      exitCode: 0,
    })
  })

  test("is a boolean or a number if an expression gives one", async () => {
    const code =
      "return [await gh`repo view --json isPrivate -q .isPrivate`, 1 + (await gh`issue list --json number -q length`)]"
    expect((await js(code)).stdout).toBe("[false,4]\n")
  })

  test("is a list if an expression gives any number of values, also one or none", async () => {
    const expected = new Map<string, unknown>([
      [".[].number", [1]],
      [".[] | select(.number > 1) | .title", []],
      [".[].labels[].name", ["bug"]],
      [".[] | first(.labels[]).name", ["bug"]],
      ["[.[].number]", [1]],
      ["map(.number) | add", 1],
      ["first(.[].title)", "Found a bug"],
      [".[0].closedAt", null],
      [".[0].number, .[0].title", [1, "Found a bug"]],
      ["reduce .[] as $one (0; . + $one.number)", 1],
      ['[.[].labels[] | .name] | join(", ")', "bug"],
      [".[0] | if .number > 1 then 0 else .labels[].name end", ["bug"]],
      ["limit(1; .[]).number", [1]],
      ["{a: .[].number}", [{ a: 1 }]],
      ['.[0]["title"]', "Found a bug"],
      [".[:1][] | (.number, .title)", [1, "Found a bug"]],
    ])
    const { stdout } = await js(
      `const list = (jq) => gh\`issue list -l bug --json number,title,closedAt,labels -q \${jq}\`
       return JSON.stringify(await Promise.all(${JSON.stringify([...expected.keys()])}.map(list)))`,
    )
    expect(JSON.parse(stdout)).toEqual([...expected.values()])
  })

  test("is never walked by characters", async () => {
    const titles = (issues: string) =>
      js(`return [...await gh\`issue view ${issues} --json title -q .title\`].length`)
    expect((await titles("1 2")).stdout).toBe("2\n")
    expect((await titles("1")).stderr).toContain("one text, not a list")
    expect((await js("return [...'ab'].length")).stdout).toBe("2\n")
  })

  test("notes the members that a program looks for and no object has", async () => {
    const code = `const issues = await gh\`issue list --json number,milestone,labels\`
      for (const one of issues) one.seen = true
      const { title = "?" } = issues[0]
      await gh\`issue edit \${issues[0]} --add-label bug\`
      const [view, [raw]] = await Promise.all([ghx.issue.view({ issue_number: 1 }), gh\`api repos/{owner}/{repo}/issues\`])
      return [title, issues.filter(({ milestone }) => milestone?.dueOn < "2030").length, view.createdAt, raw.nope, \`\${issues[0].labels}\`, issues[0].seen]`
    const { stdout, stderr } = await js(code)
    expect(stdout).toBe('["?",0,null,null,"",true]\n')
    expect(stderr.trim().split("\n")).toEqual([
      "note: issue list --json number,milestone,labels: no title, only number,milestone,labels",
      "note: issue list --json number,milestone,labels: milestone has no dueOn, only number,title",
      expect.stringMatching(/^note: issue.view: no createdAt, only id,number,/),
    ])
  })

  test("can be split into lines if it is a list of values", async () => {
    const { stdout } = await js(
      `const numbers = await gh\`issue list --json number -q .[].number\`
       return JSON.stringify([numbers.split("\\n"), numbers.trim(), \`\${numbers}\`, numbers])`,
    )
    const text = "5\n2\n1"
    expect(JSON.parse(stdout)).toEqual([["5", "2", "1"], text, `${text}\n`, [5, 2, 1]])
    expect((await lines("issue list --json number -q .[].number")).stdout).toBe(`${text}\n`)
  })

  test("throws if the command would exit with a code, as after failed checks", async () => {
    const checked =
      "try { await gh`pr checks 7`; return 'green' } catch (error) { return error.message }"
    expect((await js(checked)).stdout).toMatch(/^pr checks 7: exit code 1: test\tfail/)
    await js("await gh`pr checks 7`; await gh`pr merge 7 --squash`")
    expect(mutations()).toEqual([])
    expect((await js("return (await gh`pr checks 7 --json name`).length > 0")).stdout).toBe(
      "true\n",
    )
  })

  test("prints lists within lists and objects within objects without repeating names", async () => {
    const code = `const checks = (...all) => all.map(([name, conclusion]) => ({ name, app: { conclusion } }))
      return { prs: { open: [
        { number: 1, checks: checks(["lint", "SUCCESS"], ["a,b", "FAILURE"]), reviews: Array(4).fill("APPROVED") },
        { number: 2, checks: [], reviews: ["a×3", "b"] },
        { number: 3, checks: checks(["lint", ""]), reviews: [{ state: "X" }, { state: "X" }] },
      ], count: 3 }, left: null }`
    expect((await js(code)).stdout).toBe(`prs.open:
number\tchecks[name,app.conclusion]\treviews
1\tlint,SUCCESS;"a,b",FAILURE\tAPPROVED×4
2\t\t["a×3","b"]
3\tlint,\tX,X
prs.count: 3
left:${" "}
`)
  })

  test("names what repeats within JSON once, and cuts each member of a long object", async () => {
    const reviews = "Array(120).fill({ state: 'COMMENTED' })"
    const { stdout } = await js(`return { few: [[1, { reviews: ${reviews} }]], n: 2 }`)
    expect(stdout).toBe('{"few":[[1,{"reviews":[{"state":"COMMENTED"}×120]}]],"n":2}\n')
    const long = await js("return { long: Array(9e3).fill().map((_, at) => [at]), after: [[1]] }")
    expect(long.stdout).toMatch(
      /^long: \[\[0\],\[1\].*… \[\d+ more characters\]\nafter: \[\[1\]\]\n$/,
    )
  })

  test("of a table whose rows are too long, shows the beginning of the first", async () => {
    const { stdout } = await js(
      `const rows = ["a", "b"].map((letter) => ({ letter, body: letter.repeat(9000) }))
       return { rows, logs: "x\\n".repeat(9000) }`,
    )
    expect(stdout).toMatch(
      /^rows:\nletter\tbody\na\ta{3900,}… \[5\d{3} more characters\]\n… \[1 more lines\]\nlogs: /,
    )
  })

  test("escapes names, and prints rows whose names are paths of others as JSON", async () => {
    const rows = `[{ "a\\n✓ 3 writes": 1, list: [{ "b\\tc": 1, d: 2 }] }, { list: [] }]`
    const { stdout } = await js(`return { "x\\n✓ 2 writes": ${rows} }`)
    expect(stdout).toBe(`x\\n✓ 2 writes:\na\\n✓ 3 writes\tlist["b\\tc",d]\n1\t1,2\n\n`)
    const same = `[{ "a.b": 1, a: { b: 2 } }]`
    expect((await js(`return ${same}`)).stdout).toBe('[{"a.b":1,"a":{"b":2}}]\n')
  })

  test.each([
    ["issue list --label ${''} --json number", "--label is empty: it would select everything"],
    ["search issues x --author ${''}", "--author is empty: it would select everything"],
    ["issue view ${Array(1e6).fill(1)} --json number", "words, more than 1000"],
    ["issue edit 1 -t ${NaN}", "a value of the command is NaN"],
    ["issue comment 1 -b ${['a', 'b']}", "-b takes one value, not a list"],
  ])("refuses `%s`, after which the program goes on", async (command, message) => {
    const code = `let tried
      try { tried = await gh\`${command}\` } catch (error) { tried = error.message }
      await gh\`issue close 1\`
      return tried`
    expect((await js(code)).stdout).toContain(message)
    expect(mutations()).toEqual(["closeIssue"])
  })

  test("encodes and decodes text", async () => {
    const code = `const tried = [(ask) => ask()].map((run) => (ask) => { try { return run(ask) } catch (error) { return error.message } })[0]
      const bytes = new TextEncoder().encode("Grüße 🎉")
      const base64 = btoa(String.fromCharCode(...bytes))
      const own = Buffer.from("Grüße 🎉").toString("base64")
      return [base64, own, new TextDecoder().decode(Buffer.from(base64, "base64")), String(Buffer.from(own, "base64")),
        tried(() => new TextDecoder().decode([255])), tried(() => Buffer.from("a", "utf16le")), tried(() => atob("a*b")), JSON.stringify(atob(btoa("\\0\\xff"))), Buffer.from("Zz_-", "base64url").toString("hex"), Buffer.from([71, 252]).toString("latin1"),
        String(Buffer.from("a").equals(Buffer.from("YQ==", "base64")))]`
    const { stdout } = await js(code)
    expect(stdout.split("\n")).toEqual([
      "R3LDvMOfZSDwn46J",
      "R3LDvMOfZSDwn46J",
      "Grüße 🎉",
      "Grüße 🎉",
      "the bytes are not UTF-8",
      "Buffer has the encodings utf8, utf-8, base64, base64url, hex, latin1, binary",
      "atob: the text is not base64",
      '"\\u0000ÿ"',
      "673ffe",
      "Gü",
      "true",
      "",
    ])
  })

  test("is the text of a command that prints text, and a line of one that prints nothing", async () => {
    const code = `return [await gh\`issue view 1 --json title --jq .title\`, await gh\`issue close 1 2\`]`
    expect((await js(code)).stdout).toBe("Found a bug\n✓ issue close 1 2\n")
    const { stdout } = await type(`ghx exec - -R octocat/hello-world`, { stdin: code })
    expect(JSON.parse(stdout)).toEqual(["Found a bug", "✓ issue close 1 2"])
  })

  test("has no addresses of several objects that the command names", async () => {
    const code = `return [await gh\`issue edit \${[1, 2]} --add-label question\`, await gh\`issue edit 1 --add-label bug\`]`
    const url = "https://github.com/octocat/hello-world/issues/1"
    expect((await js(code)).stdout).toBe(`✓ issue edit (2)\n${url}\n`)
  })

  test.each([
    ["milestone edit 1 --title New", "✓ milestone edit 1"],
    ["milestone close v1.0", "✓ milestone close v1.0"],
    ["milestone edit 1 2 --due-on 2030-01-02", "✓ milestone edit (2)"],
    ["milestone edit 1 --title New --jq .number", "1"],
    ["milestone create --title New --jq .number", "3"],
    ["pr comment 7 9 -b Hello", "✓ pr comment (2)"],
    ["pr thread reply PRRT_kgDOAAAAAQ PRRT_kgDOAAAAAg -b Yes", "✓ pr thread reply (2)"],
    [
      "issue view 1 2 --json url --jq .url",
      "https://github.com/octocat/hello-world/issues/1\nhttps://github.com/octocat/hello-world/issues/2",
    ],
  ])("of %s tells a reader something new", async (line, text) => {
    expect((await js(`return gh\`${line}\``)).stdout).toBe(`${text}\n`)
  })

  test.each([
    ["issue close ${await gh`issue list --json number,id`}", "✓ issue close 5 2 1\n", ""],
    ["pr thread resolve ${await gh`pr threads list 7`}", "✓ pr thread resolve (3)\n", ""],
    ["issue close ${{ title: 'x' }}", "", "a value of the command is object"],
    ["pr comment 7 --body ${{ number: 7 }}", "", "a value of the command is object"],
    [
      "repo files commit x --addition ${[{ path: 'a' }]}",
      "",
      "a value of the command is object after --addition",
    ],
    [
      "issue edit 5 --milestone ${{ number: 2, title: 'v2.0' }} --add-assignee ${[{ login: 'monalisa', id: 'U_1' }]} --add-label ${{ name: 'bug' }} --json milestone,assignees,labels",
      'milestone: {"number":2,"title":"v2.0"}\nassignees:\nlogin\nmonalisa\nlabels:\nname\nbug\n',
      "",
    ],
    ["issue edit 1 --parent ${{ number: 2 }}", "/issues/1\n", ""],
    ["repo sync hubot/hello-world --source x", "", "only the parent"],
    ["pr edit ${[]} --add-label bug", "", "the list after pr edit is empty"],
    [
      "issue view ${{ number: 1, url: 'https://github.com/octocat/none/issues/1' }}",
      "",
      "octocat/none",
    ],
    [
      "issue view ${{ number: 1, repository: { nameWithOwner: 'octocat/none' } }}",
      "",
      "octocat/none",
    ],
    ["run view ${{ number: 1, databaseId: 2 }} --json databaseId", '"databaseId":2', ""],
  ])("of %s is about objects by their numbers or ids", async (line, text, problem) => {
    const { stdout, stderr } = await js(`return gh\`${line}\``)
    expect(stdout).toContain(text)
    expect(stderr + stdout).toContain(problem)
  })

  test("has what a write has created", async () => {
    const code = "return (await gh`milestone create --title New`).number"
    expect((await js(code)).stdout).toBe("3\n")
  })

  test("of a failure that a program shows has the fix", async () => {
    const code = "return gh`issue list --json` .catch(String)"
    const { stdout } = await js(code)
    expect(stdout).toMatch(
      /^GhxError: issue list --json: --json needs fields; fix: Available: \S*title/,
    )
  })

  test("is data of the lists that only ghx has", async () => {
    const { stdout } = await js(
      "const [{ id, isResolved, comments }] = await gh`pr threads list 7`; return [id, isResolved, comments[0].author.login]",
    )
    expect(JSON.parse(stdout)).toEqual(["PRRT_kgDOAAAAAQ", false, "octocat"])
  })

  test("is content as it is, with its last line end", async () => {
    const raw = "api repos/{owner}/{repo}/contents/README.md -H Accept:application/vnd.github.raw"
    const { stdout } = await js(
      `return [await gh\`${raw}\`, await gh\`pr diff 7\`, await gh\`issue view 1 --json title -q .title\`].map((one) => one.at(-1))`,
    )
    expect(JSON.parse(stdout)).toEqual(["\n", "\n", "g"])
    const oid = "a3c4038cfbee20d1a191af4229efa2a5f25afccc"
    const files = [" \r\n\n", "a\n", "a", "\ta\r\n  \n"]
    const gist = "3f397ccabda1ffefccd28d0cbd01c471"
    const kept = await js(
      `const files = ${JSON.stringify(files)}
       const json = files.map((text, at) => JSON.stringify({ path: at + ".txt", text }))
       await gh\`repo files commit polite-greeting --message m --expected-head-oid ${oid} --addition \${json}\`
       const read = await Promise.all(files.map((_, at) => gh\`repo file view \${at + ".txt"} --ref polite-greeting\`))
       return { read, length: Buffer.byteLength("é"), gist: await gh\`gist view ${gist} --raw\` }`,
    )
    expect(JSON.parse(kept.stdout)).toMatchObject({ read: files, length: 2 })
  })

  test("is a list of pages with --slurp, and says that no value is an option", async () => {
    const query =
      "query($endCursor: String) { viewer { repositories(first: 1, after: $endCursor) { nodes { name } pageInfo { hasNextPage endCursor } } } }"
    const code = `const pages = await gh\`api graphql --paginate --slurp -f \${"query=${query}"}\`
      return [
        pages.map((one) => one.data.viewer.repositories.nodes.length).every((one) => one === 1),
        gh\`api graphql -f \${"query=${query}"} \${["-f", "endCursor=x"]}\`,
      ]`
    const { stdout } = await js(code)
    expect(stdout).toMatch(
      /^\[true,"✗ VALIDATION .*unexpected argument .*-f.*A value of a program is never an option/,
    )
  })

  test("has what is empty, and every page, of what `api` reads", async () => {
    const { stdout } = await js(
      `const place = "repos/octocat/hello-world"
       const { merged_at, requested_teams } = await gh\`api \${place}/pulls/7\`
       const { items } = await gh\`api search/issues?q=repo:octocat/hello-world+nothing-like-it\`
       const pages = await gh\`api \${place}/issues?per_page=2 --paginate --slurp\`
       return [merged_at, requested_teams, items, pages.flat().length, pages.length]`,
    )
    expect(stdout).toBe("[null,[],[],5,3]\n")
  })

  test("notes no further pages where the program asks for them", async () => {
    const query =
      "query={ viewer { repositories(first: 1) { nodes { name } pageInfo { hasNextPage } } } }"
    const asked = await js(`return !await gh\`api graphql -f \${${JSON.stringify(query)}}\``)
    expect(asked).toMatchObject({ stderr: "", exitCode: 0 })
    const unasked = await js("await gh`api repos/{owner}/{repo}/issues?per_page=1`")
    expect(unasked.stderr).toMatch(/use --paginate for more/)
    const cut = await js(
      `await Promise.all(Array(31).fill().map(() => gh\`issue comment 2 -b x\`))
       return (await gh\`issue comments list 2\`).items.length`,
    )
    expect(cut).toMatchObject({
      stdout: "30\n",
      stderr: "note: issue comments list 2: 30 of 31; use -L for more\n",
    })
  })

  test("reads by `api`, which writes nothing and reads no files", async () => {
    const { stdout } = await js(
      `const tried = []
       for (const ask of [
         () => gh\`api "repos/{owner}/{repo}/milestones?state=all" --jq '[.[].title]'\`,
         () => gh\`api repos/octocat/hello-world/issues --paginate -q length\`,
         () => gh\`api repos/octocat/hello-world/issues?labels=\${"bug"}&state=all -q length\`,
         () => gh\`api graphql -f \${"query={ viewer { login } }"}\`,
         () => gh\`api -X POST repos/{owner}/{repo}/issues -f title=x\`,
         () => gh\`api repos/{owner}/{repo}/issues -f title=x\`,
         () => gh\`api graphql -f \${'query=mutation { addStar(input: {starrableId: "R_1"}) { clientMutationId } }'}\`,
         () => gh\`api graphql -F query=@/etc/hostname\`,
         () => gh\`api repos/{owner}/{repo} -R a/b -R c/d\`,
         () => gh\`api \${"--method"} x\`,
       ]) tried.push(await ask().catch((error) => error.message.replace(/; fix: .*/s, "").replace(/.*: /, "")))
       return JSON.stringify(tried)`,
    )
    expect(JSON.parse(stdout)).toEqual([
      ["v1.0", "v2.0"],
      5,
      1,
      { data: { viewer: { login: "octocat" } } },
      "api only reads here",
      "api only reads here",
      "api only reads here",
      "api reads no files here",
      "use one command for each repository",
      "expected one path",
    ])
    expect(mutations()).toEqual([])
  })

  test("sends no `api` if only some capabilities are allowed", async () => {
    const code = "return await gh`api repos/octocat/hello-world/milestones`"
    expect((await js(code, "--allow 'issue.*'")).exitCode).toBe(4)
    expect((await js(code, "--deny repo.delete")).exitCode).toBe(4)
    expect(github.requests).toEqual([])
  })

  test("refuses a value that looks like an option, in place of a name", async () => {
    const oid = "a3c4038cfbee20d1a191af4229efa2a5f25afccc"
    const commit = `repo files commit polite-greeting --message m --expected-head-oid ${oid}`
    const file = { path: "a,b.txt", text: "1, 2" }
    const values = `\${["--addition=" + JSON.stringify(${JSON.stringify(file)})]}`
    const { stderr } = await js(`await gh\`${commit} ${values}\``)
    expect(stderr).toContain(
      "A value of a program is never an option: write --addition ${list}, which repeats it",
    )
    const comma =
      "await gh`label create ${'a,b'}`; await gh`issue edit 1 --add-label ${['a,b', 'bug']}`"
    const labels =
      "return (await gh`issue list -l ${['a,b']} --json labels`)[0].labels.map(({ name }) => name)"
    expect((await js(`${comma}; ${labels}`)).stdout).toBe("bug\na,b\n")
    github.reset()
    const none = "await gh`issue edit 1 --remove-label ${[]} --add-label ${['question']}`"
    expect(await js(none)).toMatchObject({ exitCode: 0 })
    expect(github.applied.map(({ mutation }) => mutation)).toEqual(["addLabelsToLabelable"])
    github.reset()
    const option = "await gh`issue edit ${[1, 2]} ${'--add-label'} ${'bug'}`"
    expect((await js(option)).stderr).toContain("write --add-label ${list}")
    expect((await js(`await gh\`${commit}\``)).stderr).toContain(
      "--addition or --deletion is required",
    )
    expect((await js(`await gh\`${commit} --addition path\``)).stderr).toContain(
      '--addition takes JSON: {"path":…,"text":…}, or a list of them',
    )
    expect(mutations()).toEqual([])
    const value = `--addition \${JSON.stringify(${JSON.stringify(file)})}`
    expect((await js(`await gh\`${commit} ${value}\``)).exitCode).toBe(0)
    expect(mutations()).toEqual(["createCommitOnBranch"])
  })

  test("shares documents with commands of the same turn", async () => {
    const edit = "gh`issue edit ${n} --add-label bug --title ${'New ' + n}`"
    await js(`await Promise.all([1, 2, 5].map((n) => ${edit}))`)
    // The lookups of all, and their writes.
    expect(github.requests).toHaveLength(2)
    expect(github.applied).toHaveLength(6)
    github.clearRequests()
    const reads = ["issue list --json number", "pr list --json number", "issue view 1 --json title"]
    const all = reads.map((line) => `gh\`${line}\``).join(", ")
    await js(`return Promise.all([${all}, gh\`issue view 99 --json title\`.catch(() => 0)])`)
    expect(github.requests).toHaveLength(1)
    github.clearRequests()
    // One command first reads the state of its pull request; the write of the other waits for its write.
    await js("await Promise.all([gh`pr merge 7 --squash`, gh`issue edit 1 --add-label question`])")
    expect(mutations().slice(-2)).toEqual(["mergePullRequest", "addLabelsToLabelable"])
    const writes = github.requests.filter(({ body }) => /^mutation/.test(Object(body).query))
    expect(writes).toHaveLength(1)
  })

  test("has what it reads again over REST confirmed by GitHub, at no cost", async () => {
    const { stdout } = await js(
      `const jobs = async () => (await gh\`run view 2 --json jobs\`).jobs.map(({ status }) => status)
       const first = await jobs()
       await gh\`run rerun 2\`
       return { first, second: await jobs(), third: await jobs() }`,
    )
    expect(stdout).toMatch(/"first":\["completed.*"second":\["queued.*"third":\["queued/)
    const reads = github.requests.filter(({ method }) => method === "GET")
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 304])
  })

  test("throws an error with code, message and fix, and the writes are reported", async () => {
    const { stdout, stderr, exitCode } = await js(
      `await gh\`issue close 1\`
       const wrong = await gh\`issue list --jsn number\`.catch(({ code, message }) => [code, message])
       console.log(wrong[0], /--json/.test(wrong[1]))
       await gh\`issue close 99\``,
    )
    expect(stdout).toBe("VALIDATION true\n")
    expect(stderr).toMatch(/^note: done: issue close 1$/m)
    expect(stderr).toMatch(/^note: not applied: issue close 99$/m)
    expect(stderr).toMatch(/^ghx: NOT_FOUND issue close 99: Could not resolve/m)
    expect(exitCode).toBe(3)
  })

  test("waits for the promises within a result, and tells a failure in its place", async () => {
    const code = `const twice = { one: gh\`issue view 1 --json title -q .title\` }
      console.log(gh\`issue view 2 --json title -q .title\`)
      return {
        twice, again: twice, counts: new Map([["a", new Set([1, 2])]]),
        later: gh\`issue list --json number\`.then((all) => all.map(({ number }) => gh\`issue view \${number} --json title -q .title\`)),
        close: gh\`issue close 2\`, missing: gh\`issue close 99\`, threw: Promise.reject(new TypeError("no")),
      }`
    expect(await js(code)).toEqual({
      stdout: `Support more languages
${JSON.stringify({
  twice: { one: "Found a bug" },
  again: { one: "Found a bug" },
  counts: { a: [1, 2] },
  later: ["Greet in French", "Support more languages", "Found a bug"],
  close: "✓ issue close 2",
  missing: "✗ NOT_FOUND issue close 99: Could not resolve to an Issue with the number of 99.",
  threw: "✗ TypeError no",
})}
`,
      stderr: "note: done: 1 write\nnote: not applied: issue close 99\n",
      exitCode: 5,
    })
    expect(github.applied).toHaveLength(1)
    const called = await js(
      "return { one: async () => gh`issue view 1 --json title -q .title`, threw: () => { throw new Error('no') } }",
    )
    expect(called).toMatchObject({
      stdout: '{"one":"Found a bug","threw":"✗ Error no"}\n',
      exitCode: 5,
    })
    const caught = await js(
      "return [gh`issue view 99`.catch((error) => error.code), new TypeError('x')].concat(await Promise.allSettled([Promise.reject(new Error('no'))]))",
    )
    expect(caught).toMatchObject({
      stdout: '["NOT_FOUND","✗ TypeError x",{"status":"rejected","reason":"✗ Error no"}]\n',
      exitCode: 0,
    })
    const cycle = await js("const a = [gh`issue view 1`]; a.push(a); return a")
    expect(cycle).toMatchObject({ stderr: expect.stringContaining("circular"), exitCode: 1 })
    const never = await js("return { never: new Promise(() => {}) }")
    expect(never).toMatchObject({ stderr: expect.stringContaining("waits"), exitCode: 1 })
  })

  test.each([
    ["gh`issue close 99`; return 1", "✗ NOT_FOUND issue close 99"],
    [
      "[99, 1].forEach(async (n) => { gh`issue close ${n}` }); return 1",
      "✗ NOT_FOUND issue close 99",
    ],
    [
      "[99, 1].forEach(async (n) => { await gh`issue view ${n} --json title` }); return 1",
      "✗ NOT_FOUND",
    ],
    ["[1].forEach(async (n) => n.x.y); return 1", "✗ TypeError"],
    ["return 1 + `${gh`issue close 99`}`.length", "✗ NOT_FOUND"],
    ["(async () => { await gh`issue view 99` })(); return 1", "✗ NOT_FOUND"],
    [
      "const w = async n => { await gh`issue comment ${n} -b x` }\nw(1); w(99); return 1",
      "✗ NOT_FOUND",
    ],
    ["const w = async (n) => await gh`issue view ${n}`\nw(99)\nreturn 1", "✗ NOT_FOUND"],
    ["async function w()\n{ throw new Error('oh') }; w(); return 1", "✗ Error oh"],
    ["const a = { async w({ x }) { return x.y.z } }; a.w({}); return 1", "✗ TypeError"],
    [
      "for (const n of [1, 99]) (async () => (await gh`issue view ${n}`, await 1))(); return 1",
      "✗ NOT_FOUND",
    ],
    ["Promise.all([1, 99].map(async (n) => gh`issue view ${n}`)); return 1", "✗ NOT_FOUND"],
    ["gh`issue view 99`.then(() => 1); return 1", "✗ NOT_FOUND"],
    ["new Promise((_, no) => no(new Error('oh'))); return 1", "✗ Error oh"],
    ["const s = `}${'`'}`, r = /[/`']{/; (async s => s ? r.x.y : 1)(1); return 1", "✗ TypeError"],
  ])("tells a failure that nobody waits for: %s", async (code, told) => {
    const { stdout, exitCode } = await js(code)
    expect({ stdout, exitCode }).toEqual({ stdout: expect.stringContaining(told), exitCode: 5 })
  })

  test.each([
    "const p = (async () => { throw 1 })(); await gh`issue view 1`; await p.catch(() => 2); return 1",
    "const all = [1, 99].map(async n => gh`issue view ${n}`); await Promise.allSettled(all); return 1",
    "const w = async (n, ...r) => { try { await gh`issue view ${n}` } catch { return r.length } }; w(99); return 1",
    "const w = async n => { await gh`issue view ${n}` }\nfor (const n of [1, 99]) await w(n).catch(() => 0)\nreturn 1",
    "const p = Promise.reject(1); try { await Promise.all([p, p]) } catch {}; return 1",
    "const p = (async ({ x }) => x)(); return await p.catch(() => 1)",
    "async function w(n) { var n = n || 2; return n + arguments.length }; return (await w(1)) - 1",
    "const w = async (n) => { return n }\n[1].forEach(w)\nreturn await w(1)",
    "const async = (x) => ({ async }); async(1); return async(1).async === async ? 1 : 2",
  ])("tells no failure that the program handles: %s", async (code) => {
    expect(await js(code)).toEqual({ stdout: "1\n", stderr: "", exitCode: 0 })
  })

  test("tells what a command did before it failed", async () => {
    const code = `try { await gh\`issue close \${[1, 99]}\` } catch ({ details }) { return details }`
    const { stdout } = await js(code)
    expect(stdout).toContain("issue.close 1")
    expect(stdout).not.toContain("not_sent")
    const none = await js("try { await gh`issue close 99` } catch (e) { return e.details }")
    expect(none.stdout).toContain("not_sent")
    expect(none.stdout).not.toContain("done")
  })

  test("gives bytes as Base64, and says so", async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0, 1]).toString("base64")
    const file = "repos/octocat/hello-world/contents/p.bin"
    const put = `ghx api --allow-write -X PUT ${file} -f message=x -f content=${bytes}`
    expect((await type(put)).exitCode).toBe(0)
    const code = `return await gh\`api ${file} -H \${"Accept: application/vnd.github.raw"}\``
    expect(await js(code)).toEqual({
      stdout: `${bytes}\n`,
      stderr: expect.stringContaining("bytes, as Base64"),
      exitCode: 0,
    })
  })

  test.each(["1+1", "await gh`issue list`", "async () => 1"])(
    "says that there is nothing to show: %s",
    async (code) => {
      const stderr = "note: nothing to show: `return` a value\n"
      expect(await js(code)).toEqual({ stdout: "", stderr, exitCode: 0 })
      expect((await type("ghx exec -", { stdin: "1+1" })).stderr).toBe("")
    },
  )

  test("counts the writes of a script that returns nothing", async () => {
    const code = "await gh`issue close 1 2 -c Stale`"
    const stderr = "note: done: 4 writes\n"
    expect(await js(code)).toEqual({ stdout: "", stderr, exitCode: 0 })
    const whole = await type("ghx exec - -R octocat/hello-world", {
      stdin: "await gh`issue reopen 1`",
    })
    expect(whole).toEqual({ stdout: "null\n", stderr: "note: done: 1 write\n", exitCode: 0 })
  })

  test.each([
    ["ghx.issue.view({ issue_number: 1 }, { field: ['title'] })", /no option field .*fields\?/],
    ["ghx.issue.view({ issue_number: 1 }, { fields: 'title' })", /a list of names/],
    ["new Date(0).toLocaleDateString('en-CA', { timeZone: 'Asia/Tokyo' })", /no Intl here/],
    ["'a'.localeCompare('b', undefined, { numeric: true })", /no Intl here: localeCompare/],
    ["(1e6).toLocaleString('de')", /no Intl here/],
  ])("refuses an option that it would ignore: %s", async (code, told) => {
    const { stderr, exitCode } = await js(`return await ${code}`)
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(told), exitCode: 1 })
    const plain = "'a'.localeCompare('b') + (7).toLocaleString() + [1].toLocaleString()"
    expect((await js(`return ${plain}`)).stdout).toBe("-171\n")
  })

  test("tells a write that may be applied, also where its failure is caught", async () => {
    const lost = { match: { body_includes: "mutation" }, status: 504, applied: true } as const
    for (const code of [
      "gh`issue comment 2 -b x`; return 1",
      "await gh`issue comment 2 -b x`.catch(() => 1)",
    ]) {
      github.injectFault(lost)
      expect(await js(code)).toMatchObject({
        stderr: expect.stringContaining("may be done: issue comment 2"),
        exitCode: 5,
      })
      github.reset()
    }
  })

  test("takes gh's option for escape sequences, which pipes always get", async () => {
    const code = `return [
      await gh\`api repos/{owner}/{repo} --allow-escape-sequences --jq .name\`,
      await gh\`pr diff 7 --name-only --allow-escape-sequences\`.then((paths) => paths.length > 0),
    ]`
    expect(await js(code)).toMatchObject({ stdout: '["hello-world",true]\n', exitCode: 0 })
  })

  test("logs what cannot be JSON as its text", async () => {
    const code = "const a = []; a.push(a, 1); console.log(5n); console.log(a); return 1"
    expect(await js(code)).toMatchObject({ stdout: "5\n(not JSON)\n1\n", exitCode: 0 })
  })

  test("works beside ghx, in a dry run and in a recording", async () => {
    const both = `const [{ title }, [one]] = await Promise.all([
        ghx.issue.view({ issue_number: 1 }), gh\`issue list -l bug --json title\`])
      return title === one.title`
    expect((await js(both)).stdout).toBe("true\n")
    const dry = await js("await gh`issue close 1`", "--dry-run")
    expect(dry).toEqual({ stdout: "would: issue close 1\n", stderr: "", exitCode: 0 })
    const decided = await js(
      `const stale = await gh\`issue list --json number -q '.[] | select(.number < 3).number'\`
       await gh\`issue close \${stale} -c Stale\`
       await gh\`issue delete 5\`
       const wrong = await gh\`issue edit 1 --nope\`.catch(() => "no")
       return [stale.length, wrong]`,
      "--dry-run",
    )
    expect(decided).toMatchObject({
      stdout: '[2,"no"]\nwould: issue close 2 1 -c Stale\nwould: issue delete 5\n',
      exitCode: 0,
    })
    const tried = await lines("issue close 1 && issue close 2\nissue clos 5", "--dry-run")
    expect(tried).toMatchObject({ stderr: expect.stringContaining("no command"), exitCode: 1 })
    expect(tried.stdout.match(/mutation IssueClose/g)).toHaveLength(2)
    expect(mutations()).toEqual([])
    const file = join(mkdtempSync(join(tmpdir(), "ghx-programs-")), "record.json")
    const code = "return [await gh`issue close 1 2`, await gh`issue view 1 --json state -q .state`]"
    expect(await js(code, `--record ${file}`)).toEqual({
      stdout: "recorded: issue close 1 2\nOPEN\n",
      stderr: expect.stringMatching(/^note: recorded 2 steps/),
      exitCode: 0,
    })
    const uses = [
      "gh`issue comment ${a} -b x`",
      "a.match(/\\d+/)",
      "ghx.issue.comments.create({ issue_number: 1, body: a })",
      "`in ${a}`",
    ]
    for (const [at, use] of uses.entries()) {
      const used = `const a = await gh\`issue create -t T -b x\`; return ${use}`
      const { stderr } = await js(used, `--record ${file}${at}`)
      expect([use, stderr]).toEqual([
        use,
        expect.stringMatching(/unknown until the recording runs/),
      ])
    }
    expect(mutations()).toEqual([])
  })
})

const hostile = [
  `It's "quoted"`,
  "two\nlines\r\nand\ttabs",
  "--yes",
  "-R octocat/big",
  "&& issue close 5",
  "x; issue close 5 | cat > /tmp/x `id` $(id) ${title}",
  "@/etc/passwd",
  "\\n \\' \\\\",
  "#1 # no comment",
  "\u{1f600} — ü",
]

test.each(some(hostile, 2))("a value is one word, whatever it contains: %j", async (text) => {
  const given = JSON.stringify(text)
  const { stdout, stderr } = await js(
    `const text = ${given}
     await gh\`issue create --title \${"T" + text.slice(0, 9).replace(/\\s/g, " ")} --body \${text}\`
     await gh\`issue edit 1 --body="\${text}"\`
     const [{ body }] = await gh\`issue list -L 1 --json body\`
     return [body === text, (await gh\`issue view 1 --json body\`).body === text]`,
  )
  expect({ stdout, stderr }).toEqual({ stdout: "[true,true]\n", stderr: "" })
  expect(mutations()).toEqual(["createIssue", "updateIssue"])
})

test.each(some(hostile, 3))("a value in place of a number changes nothing: %j", async (text) => {
  const { exitCode, stdout } = await js(
    `const text = ${JSON.stringify(text)}
     const all = await Promise.allSettled([gh\`issue close \${text}\`, gh\`issue delete 5 \${text}\`, gh\`issue close \${[text]}\`])
     return all.map(({ status }) => status)`,
  )
  expect({ stdout, exitCode }).toEqual({ stdout: "rejected\nrejected\nrejected\n", exitCode: 0 })
  expect(github.applied).toEqual([])
})

test.each([
  "gh`issue edit 1 ${'--title=Owned'}`",
  "gh`issue close 1 ${'--comment=Owned'}`",
  "gh`issue close 1 ${['-cOwned']}`",
  "gh`issue create -t x -b y ${'--label=bug'}`",
  "gh`pr merge 7 ${'--squash'}`",
  "gh`pr merge 7 \"${'--squash'}\"`",
  "gh`issue close ${'1'} ${'-Roctocat/big'}`",
  "gh`${'--help'}`",
])("a value is never an option, and changes nothing: %s", async (code) => {
  const { stdout, exitCode } = await js(`await ${code}`)
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 })
  expect(github.applied).toEqual([])
})

const refused = [
  ["gh`issue close 1 && issue close 2`", "one command"],
  ["gh`issue close 1 | cat`", "There is no shell"],
  ["gh`issue list > out`", "There is no shell"],
  ["gh`issue close $(id)`", "There is no shell"],
  ["gh`issue close '1`", "A quote is not closed"],
  ["gh('issue close 1')", "gh is a template"],
  ["gh(['issue close 1'])", "gh is a template"],
  ["gh`issue close ${undefined}`", "a value of the command is undefined"],
  ["gh`issue close ${{ a: 1 }}`", "a value of the command is object"],
  ["gh`issue list --label ${[]}`", "the list after --label is empty"],
  ["gh`issue edit 1 --add-label ${[]}`", "needs an option"],
  ["gh`issue edit 1 --title=${['a', 'b']}`", "A list is several words"],
  ["gh`issue edit 1 --title ${'a\\0b'}`", "NUL"],
  ["gh`gist create /etc/passwd`", "Local files"],
  ["gh`issue create -t x --body-file /etc/passwd`", "unknown option"],
  ["gh`release create v9 ${'/etc/passwd'}`", "Local files"],
  ["gh`run download 1`", "Local files"],
  ["gh`pr checkout 7`", "Local files"],
  ["ghx.pr.checkout({ pull_number: 7 })", "files of this machine"],
  ["gh`issue view 1 --web`", "unknown option"],
  ["gh`issue close 1 --record /tmp/x`", "unknown option"],
  ["gh`issue close 1 --sandbox`", "unknown option"],
  ["gh`exec 'return 1'`", "There is no command"],
  ["gh`js`", "There is no command"],
  ["gh`mcp`", "There is no command"],
  ["gh`setup`", "There is no command"],
  ["gh`api -H ${'Authorization: token x'} user`", "--header takes only Accept here"],
  ["gh`auth token`", "works on this machine"],
  ["gh`auth login --with-token`", "works on this machine"],
  ["gh`auth git-credential get`", "works on this machine"],
  ["gh`issue close 1 -R https://evil.example/octocat/hello-world`", "evil.example"],
  ["ghx.issue.close({ issue_number: 1, owner: 1 })", "/owner"],
] as const

test.each(some(refused, 3))("a script is refused, and sends nothing: %s", async (code, message) => {
  const { stdout, stderr, exitCode } = await js(`await ${code}`)
  expect(stdout).toBe("")
  expect(stderr).toContain(message)
  expect(exitCode).not.toBe(0)
  expect(github.requests).toEqual([])
})

test("the only capability that gh alone can execute is the one that scripts do not reach", () => {
  const ofGh = [...knownIn(registry)].filter(([, { routes }]) =>
    routes.every((one) => one === "cli"),
  )
  expect(ofGh.map(([id]) => id)).toEqual(["pr.checkout"])
})

test("a list gives an option once for each of its values, and is several words elsewhere", async () => {
  const { stdout, stderr } = await js(
    `await gh\`issue edit \${[1, 2]} --add-label \${["bug", "documentation"]}\`
     return (await gh\`issue view 2 --json labels\`).labels.map(({ name }) => name).sort()`,
  )
  expect({ stdout, stderr }).toEqual({
    stdout: "bug\ndocumentation\nenhancement\ngood first issue\n",
    stderr: "",
  })
})

test.each([
  ["--read-only", "gh`issue close 1`", "Remove --read-only", 0],
  ["--deny issue.close", "gh`issue close 1`", "--deny", 0],
  ["--repos me/*", "gh`issue view 1 --json title`", "Add the repository to --repos", 0],
  ["--repos octocat/hello-world", "gh`issue close 1 -R octocat/big`", "--repos", 0],
  [
    "--limits issue.close=2",
    "Promise.all([1, 2, 5].map((n) => gh`issue close ${n}`))",
    "limits",
    2,
  ],
  ["", "gh`issue delete 5 --yes`", "Add --yes", 0],
  ["", "gh`repo delete octocat/hello-world --yes`", "Add --yes", 0],
])("guards apply to commands of a script: %s %s", async (options, code, advice, applied) => {
  const { stderr, exitCode } = await js(`await ${code}`, options)
  expect(stderr).toContain(advice)
  expect(exitCode).toBe(4)
  expect(github.applied).toHaveLength(applied)
})

test("a write that api refuses names the command for it", async () => {
  const lines = [
    [
      "-X PATCH repos/{owner}/{repo}/milestones/1 -f state=closed",
      "milestone edit MILESTONE_NUMBER",
    ],
    ["repos/{owner}/{repo}/git/refs -f ref=refs/heads/x -f sha=1", "repo branch create"],
  ]
  for (const [line, fix] of lines) {
    const { stderr } = await js(`await gh\`api ${line}\``)
    expect(stderr).toContain("api only reads here")
    expect(stderr).toContain(fix)
  }
})

test("--yes of ghx js confirms what its commands destroy", async () => {
  expect(await js("return gh`issue delete 5`", "--yes")).toMatchObject({ exitCode: 0, stderr: "" })
  expect(mutations()).toEqual(["deleteIssue"])
})

test.each([
  ["for (;;) gh`issue close 1`", "it made more than 1000 calls"],
  ["for (;;);", "it used more than 0.5 s of CPU time"],
  ["await new Promise(() => {})", "awaits a promise that never settles"],
])("an endless script over commands is stopped: %s", async (code, message) => {
  const { stderr, exitCode } = await js(code, message.includes("0.5") ? "--timeout 0.5" : "")
  expect(stderr).toContain(message)
  expect(exitCode).toBe(1)
  expect(github.requests).toEqual([])
})

const tooMuch = [
  ["a deep result", "let a = 1; for (let i = 0; i < 9000; i++) a = [a]; return a", "64 levels"],
  [
    "a deep input",
    "let a = 1; for (let i = 0; i < 9000; i++) a = [a]; await ghx.issue.create({ title: 'x', labels: a })",
    "64 levels",
  ],
  ["a deep log", "console.log(JSON.parse('['.repeat(5000) + ']'.repeat(5000)))", "64 levels"],
  ["a long result", "return ['x'.repeat(9e6)]", "8 MB"],
  ["a long word", "await gh({ raw: ['issue view ', ''] }, 'x'.repeat(5e6))", "4 MB"],
] as const

test.each(some(tooMuch, 2))(
  "a script with %s fails and names its writes",
  async (_, code, message) => {
    const { stderr, exitCode } = await js(`await gh\`issue close 1\`; ${code}`)
    expect(stderr).toContain(message)
    expect(stderr).toContain("note: done: issue close 1")
    expect(exitCode).toBe(1)
    expect(mutations()).toEqual(["closeIssue"])
  },
)

test("a script that logs without end is cut off, and rows without common members are JSON", async () => {
  const code = "for (let i = 0; i < 3e4; i++) console.log(i)"
  const { stderr: all } = await type("ghx exec -", { stdin: code })
  expect(all.split("\n")).toHaveLength(10_002)
  expect(all).toContain("… more lines were logged, and are left out")
  const { stdout, stderr } = await js(code)
  expect(stdout).toMatch(/^0\n1\n(?:\d+\n)+… \[8\d{3} more lines\]\n$/)
  expect(stderr).toContain("cut off: count and filter in the script; `ghx exec -` prints all")
  const wide = await js(
    "return Array.from({ length: 2500 }, (_, i) => Object.fromEntries([['a' + i, 1], ['b' + i, 2]]))",
  )
  expect(wide.stdout.length).toBeLessThan(100_000)
})

test("of a long result each part keeps its beginning, and a text is whole", async () => {
  const code = `const rows = (count) => Array.from({ length: count }, (_, number) => ({ number, title: "A title" }))
    return { few: rows(3), many: rows(2000), more: rows(1000), note: "n".repeat(9000) }`
  const { stdout } = await js(code)
  expect(stdout.length).toBeLessThan(8200)
  const [few, many, more] = stdout.split(/^(?=\w+:)/m)
  expect(few).toBe("few:\nnumber\ttitle\n0\tA title\n1\tA title\n2\tA title\n")
  expect(many).toMatch(/^many:\nnumber\ttitle\n0\t.*\n… \[1\d{3} more lines\]\n$/s)
  expect(more).toMatch(/^more:\nnumber\ttitle\n0\t.*\n… \[\d{3} more lines\]\n$/s)
  expect(stdout).toMatch(/\nnote: n{1990,2000}… \[\d{4} more characters\]\n$/)
  const two = await js(`return { a: "a".repeat(9000), b: "b" }`)
  expect(two.stdout).toMatch(/^a: a{3900,4000}… /)
  expect((await js(`return "x".repeat(20_000)`)).stdout).toHaveLength(20_001)
})

test("untrusted content is marked for a script, and written back without the marks", async () => {
  const code = `const { items } = await ghx.workflow.runs.list({})
    const [{ displayTitle }] = await gh\`run list --json displayTitle\`
    await gh\`issue create --title \${displayTitle} --body x\`
    return [/^<untrusted-/.test(displayTitle), items[0].title === displayTitle]`
  expect(await js(code, "--untrusted mark")).toMatchObject({ stdout: "[true,true]\n", stderr: "" })
  const { stdout } = await js("return (await gh`issue list -L 1 --json title`)[0].title")
  expect(stdout).not.toContain("untrusted")
  const refused = await js(code, "--untrusted omit")
  expect(refused.stderr).toContain("/title: has a notice in place of an omitted text")
  const reading = code.replace(/await gh`issue create.*/, "")
  expect((await js(reading, "--untrusted omit")).stdout).toBe("[false,true]\n")
})

describe("ghx do", () => {
  test("ends a line at a line feed alone", async () => {
    const both = await lines("issue close 1\r\nissue close 2 -c 'a\rb'")
    expect(both.stdout).toBe("✓ 3 writes\n")
    const one = await lines("issue view 1 --json title -q .title\rissue close 5")
    expect(one.stdout).toMatch(/^✗ /)
    expect(github.applied).toHaveLength(3)
  })

  test("prints reads and failures, and counts the writes", async () => {
    expect(
      await lines(
        `# Close what is stale
gh issue close 1 2 -c "Two
lines"
issue view 99 --json title && issue close 5
issue list --state closed --json number,title
pr list --json number --jq length
pr thread reply PRRT_kgDOAAAAAQ -b Done --resolve
issue create -t 'Q&A, "quoted"' -b x`,
      ),
    ).toEqual({
      stdout: `✗ NOT_FOUND issue view 99 --json title: Could not resolve to an Issue with the number of 99.
# issue list --state closed --json number,title
number\ttitle
4\tRewrite everything in COBOL
3\tHow do I install this?
2\tSupport more languages
1\tFound a bug
# pr list --json number --jq length
2
https://github.com/octocat/hello-world/issues/10
applied (3): issue close 1 2 -c Two lines; pr thread reply PRRT_kgDOAAAAAQ -b Done --resolve; issue create -t Q&A, "quoted" -b x
not applied (1): issue close 5
`,
      stderr: "",
      exitCode: 5,
    })
  })

  test("stops what && binds to a command with another exit code than 0, as a shell does", async () => {
    const merge = await lines("pr checks 7 && pr merge 7 --squash")
    expect(merge.stdout).toMatch(
      /^# pr checks 7\ntest\tfail.*\nnot applied \(1\): pr merge 7 --squash\n$/s,
    )
    expect(merge.exitCode).toBe(5)
    expect((await lines("run view 2 --exit-status && issue close 1")).exitCode).toBe(5)
    expect((await lines("pr checks 7")).exitCode).toBe(1)
    expect(mutations()).toEqual([])
    expect((await lines("pr checks 7\nissue close 1")).exitCode).toBe(1)
    expect(mutations()).toEqual(["closeIssue"])
  })

  test("runs neighbouring reads at once, and writes in order", async () => {
    await lines("issue list --json number\npr list --json number\nissue view 1 --json title")
    expect(github.requests).toHaveLength(1)
    const { stdout } = await lines(
      "issue close 1\nissue view 1 --json state --jq .state\nissue reopen 1",
    )
    expect(stdout).toBe("# issue view 1 --json state --jq .state\nCLOSED\n✓ 2 writes\n")
  })

  test("says which reads have no output", async () => {
    const line = "issue view 1 --json closedAt --jq .closedAt"
    const stderr = `note: ${line}: no output\n`
    expect(await lines(`${line}\nissue close 1`)).toEqual({
      stdout: "✓ 1 write\n",
      stderr,
      exitCode: 0,
    })
  })

  test("refuses what only a shell executes, and sends nothing", async () => {
    expect(await lines("issue close 1\nissue list | head")).toMatchObject({
      stderr: expect.stringContaining("There is no shell"),
      exitCode: 2,
    })
    expect(github.requests).toEqual([])
  })
})
