import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  commitsBetween,
  createObjects,
  diffFiles,
  filesOf,
  followLine,
  history,
  mergeBase,
  mergeCommits,
  patchOf,
  textOf,
  unifiedDiff,
  writeBlob,
  writeCommit,
  writeFile,
} from "./index.js"
import { diffLines, patchLines } from "./lines.js"

const author = { name: "Ada", email: "ada@example.com", date: "2025-01-01T00:00:00Z" }

function repository() {
  const git = createObjects()
  const commit = (contents: Record<string, string>, ...parents: string[]) =>
    writeCommit(git, {
      files: new Map(Object.entries(contents).map(([path, text]) => [path, writeFile(git, text)])),
      parents,
      message: "m\n",
      author,
    }).oid
  return { git, commit }
}

test("writeBlob and writeCommit compute the object ids of git", () => {
  const { git, commit } = repository()
  expect(writeBlob(git, "")).toBe("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
  const oid = commit({ "a.txt": "a\n", "b/c.txt": "c\n", "b.txt": "b\n" })
  expect(git.commits.get(oid)?.treeOid).toBe("5985595b47e5ab873183e3f4f3b82c5d389c3fd4")
  expect(oid).toBe("fd06686dec951524fb14590af48b803c707371b9")
})

const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n"), { maxLength: 8 })

describe("line diff", () => {
  test("transforms the old text into the new text", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rebuilt: string[] = []
        let done = 0
        for (const change of diffLines(before, after)) {
          rebuilt.push(...before.slice(done, change.oldStart))
          rebuilt.push(...after.slice(change.newStart, change.newEnd))
          done = change.oldEnd
        }
        rebuilt.push(...before.slice(done))
        expect(rebuilt).toEqual(after)
      }),
    )
  })

  test("numbers the lines of a patch like the lines of the files", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const line of patchLines(before, after)) {
          const shown = `${line.text.slice(1)}\n`
          if (line.oldLine !== null) expect(before[line.oldLine - 1]).toBe(shown)
          if (line.newLine !== null) expect(after[line.newLine - 1]).toBe(shown)
        }
      }),
    )
  })

  test("follows a line that moved, and no line that changed", () => {
    expect(followLine(["a", "b"], ["x", "y", "a", "b"], 2)).toBe(4)
    expect(followLine(["a", "b"], ["a", "c"], 2)).toBeNull()
  })
})

test("history lists every commit once, children before parents", () => {
  const { git, commit } = repository()
  const root = commit({ f: "0" })
  const left = commit({ f: "left" }, root)
  const right = commit({ f: "right" }, root)
  const top = commit({ f: "top" }, left, right)
  const order = history(git, top).map((one) => one.oid)
  expect(order).toHaveLength(4)
  expect(order[0]).toBe(top)
  expect(order[3]).toBe(root)
  expect(mergeBase(git, left, right)).toBe(root)
  expect(commitsBetween(git, left, top).map((one) => one.oid)).toEqual([right, top])
})

test("diffFiles reports additions, deletions and renames, and patchOf the patch", () => {
  const { git, commit } = repository()
  const before = filesOf(git, commit({ "a.txt": "1\n2\n3\n", "old.txt": "same\n", "x.txt": "x\n" }))
  const after = filesOf(git, commit({ "a.txt": "1\ntwo\n3\n4\n", "new.txt": "same\n" }))
  const changes = diffFiles(git, before, after)
  expect(
    changes.map(({ path, changeType, additions, deletions }) => [
      path,
      changeType,
      additions,
      deletions,
    ]),
  ).toEqual([
    ["a.txt", "MODIFIED", 2, 1],
    ["new.txt", "RENAMED", 0, 0],
    ["x.txt", "DELETED", 0, 1],
  ])
  const [first] = changes
  expect(first && patchOf(git, first).map((line) => line.text)).toEqual([
    "@@ -1,3 +1,4 @@",
    " 1",
    "-2",
    "+two",
    " 3",
    "+4",
  ])
})

test("diffFiles takes a removed file of the same name for the source of a new one", () => {
  const { git, commit } = repository()
  const before = filesOf(git, commit({ "a/x": "same\n", "b/y": "same\n" }))
  const after = filesOf(git, commit({ "c/y": "same\n", "d/z": "same\n" }))
  const renames = diffFiles(git, before, after).map((one) => [one.previousPath, one.path])
  expect(renames).toEqual([
    ["b/y", "c/y"],
    ["a/x", "d/z"],
  ])
})

test("unifiedDiff prints unusual paths and missing line ends as Git does", () => {
  const { git, commit } = repository()
  const before = filesOf(git, commit({ "x y": "1\n2" }))
  const after = filesOf(
    git,
    commit({ "x y": "1\n2\n", "\uFB00": "", "\u{1F600}": "", '"\\\t': "" }),
  )
  expect(unifiedDiff(git, diffFiles(git, before, after))).toBe(
    [
      'diff --git "a/\\"\\\\\\t" "b/\\"\\\\\\t"',
      "new file mode 100644",
      "index 0000000..e69de29",
      "diff --git a/x y b/x y",
      "index 7a754f4..1191247 100644",
      "--- a/x y\t",
      "+++ b/x y\t",
      "@@ -1,2 +1,2 @@",
      " 1",
      "-2",
      "\\ No newline at end of file",
      "+2",
      'diff --git "a/\\357\\254\\200" "b/\\357\\254\\200"',
      "new file mode 100644",
      "index 0000000..e69de29",
      'diff --git "a/\\360\\237\\230\\200" "b/\\360\\237\\230\\200"',
      "new file mode 100644",
      "index 0000000..e69de29",
      "",
    ].join("\n"),
  )
})

describe("mergeCommits", () => {
  const base = "1\n2\n3\n4\n5\n"
  const merged = (ours: string, theirs: string) => {
    const { git, commit } = repository()
    const start = commit({ f: base })
    const result = mergeCommits(git, commit({ f: ours }, start), commit({ f: theirs }, start))
    return "conflicts" in result ? result.conflicts : textOf(git, result.files.get("f")?.oid)
  }

  test("combines separate changes of both sides", () => {
    expect(merged("one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n")).toBe("one\n2\n3\n4\nfive\n")
    expect(merged("one\n2\n3\n4\n5\n", "1\n2\n3\n4\n5")).toBe("one\n2\n3\n4\n5")
  })

  test("conflicts if both sides change the same or adjacent lines", () => {
    expect(merged("1\n2\nthree\n4\n5\n", "1\n2\nTHREE\n4\n5\n")).toEqual(["f"])
    expect(merged("1\ntwo\n3\n4\n5\n", "1\n2\nthree\n4\n5\n")).toEqual(["f"])
    expect(merged("1\n2\n3\n4\nfive\n", "1\n2\n3\n4\n5")).toEqual(["f"])
  })

  test("does not conflict if both sides make the same change", () => {
    const changed = "1\n2\nthree\n4\n5\n"
    expect(merged(changed, changed)).toBe(changed)
  })
})
