import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { generate } from "../compile/index.js"
import { proposedFiles } from "./propose-card.js"

const schema = readFileSync(join(import.meta.dirname, "../../schema/github-schema.graphql"), "utf8")
const nothing = { cards: new Map(), operations: new Map(), schema }

function compiled(files: ReadonlyMap<string, string>) {
  const entries = [...files]
  return generate({
    cards: new Map(entries.filter(([path]) => path.startsWith("cards/"))),
    operations: new Map(entries.filter(([path]) => path.startsWith("operations/"))),
    schema,
  })
}

describe("a proposed card", () => {
  it.each([
    ["a mutation", "pr.thread.reply", { mutation: "addPullRequestReviewThreadReply" }],
    [
      "a mutation with lists of input objects",
      "pr.review.add",
      { mutation: "addPullRequestReview" },
    ],
    [
      "a mutation with nested input objects",
      "repo.files.commit",
      { mutation: "createCommitOnBranch" },
    ],
    [
      "a mutation that answers with nothing of its own",
      "issue.delete",
      { mutation: "deleteIssue" },
    ],
    ["an object", "issue.view", { query: "repository.issue" }],
    ["an interface", "node.view", { query: "node" }],
    ["a connection", "repo.milestones.list", { query: "repository.milestones" }],
    ["a union", "issue.timeline.list", { query: "repository.issue.timelineItems" }],
  ])("for %s compiles without an error", (_, id, options) => {
    const files = proposedFiles(nothing, id, options)
    const { diagnostics, files: generated } = compiled(files)
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
    expect([...generated.keys()]).toContain(`generated/${id.split(".").join("/")}.ts`)
  })

  it("takes the names that GitHub's REST interface has", () => {
    const [card = ""] = proposedFiles(nothing, "pr.view", {
      query: "repository.pullRequest",
    }).values()
    expect(card).toContain("required: [ owner, repo, pull_number ]")
  })

  it("never replaces a card that exists", () => {
    const cards = new Map([["cards/issue/view.yaml", "capability_id: issue.view"]])
    const propose = () =>
      proposedFiles({ ...nothing, cards }, "issue.view", { query: "repository.issue" })
    expect(propose).toThrow("cards/issue/view.yaml exists already")
  })

  it.each([
    [
      { mutation: "addPullRequestReviewThreadReplay" },
      "did you mean `addPullRequestReviewThreadReply`?",
    ],
    [{ query: "repository.ishue" }, "did you mean `issue`?"],
    [{ query: "repository.issue.title" }, "end the path at the object that has it"],
    [{}, "--mutation"],
  ])("of %o says what to do instead", (options, message) => {
    expect(() => proposedFiles(nothing, "pr.thread.reply", options)).toThrow(message)
  })

  it("of an id that is not well formed shows the diagnostic", () => {
    const propose = () => proposedFiles(nothing, "Issue.View", { query: "repository.issue" })
    expect(propose).toThrow("GHX1006")
  })
})
