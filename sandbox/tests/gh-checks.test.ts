import { expect, test } from "vitest"
import { useGh } from "./gh-client.js"

const { run, json } = useGh()

const R = ["-R", "octocat/hello-world"]

test("gh pr checks and gh pr view report the same checks as gh run view", async () => {
  const checks = await run(["pr", "checks", "7", ...R])
  expect(checks.code).toBe(1)
  const lines = checks.stdout.trim().split("\n")
  expect(lines.map((line) => line.split("\t").slice(0, 2)).sort()).toEqual([
    ["lint", "pass"],
    ["test", "fail"],
  ])
  const { statusCheckRollup, mergeStateStatus } = await json(
    ...["pr", "view", "7", ...R, "--json", "statusCheckRollup,mergeStateStatus"],
  )
  expect(mergeStateStatus).toBe("UNSTABLE")
  expect(statusCheckRollup).toMatchObject([
    { __typename: "CheckRun", name: "lint", conclusion: "SUCCESS", workflowName: "CI" },
    { __typename: "CheckRun", name: "test", conclusion: "FAILURE", workflowName: "CI" },
  ])
  const [listed] = await json(
    ...["run", "list", ...R, "--branch", "polite-greeting", "--json", "databaseId,conclusion"],
  )
  expect(listed.conclusion).toBe("failure")
  const viewed = await json("run", "view", String(listed.databaseId), ...R, "--json", "jobs")
  const ofRun = viewed.jobs.map(({ name, url }: { name: string; url: string }) => [name, url])
  expect(
    statusCheckRollup.map(({ name, detailsUrl }: Record<string, string>) => [name, detailsUrl]),
  ).toEqual(ofRun)
})

test("gh run view prints the log of a run step by step", async () => {
  const failed = await run(["run", "view", "2", ...R, "--log-failed"])
  const lines = failed.stdout.trim().split("\n")
  expect(new Set(lines.map((line) => line.split("\t", 2).join(": ")))).toEqual(
    new Set(["test: Run the tests"]),
  )
  expect(lines.at(-1)).toContain("##[error]Process completed with exit code 1.")
  const all = await run(["run", "view", "2", ...R, "--log"])
  expect([...new Set(all.stdout.match(/^.*\t.*(?=\t)/gm))]).toEqual([
    "lint\tRun lint",
    "test\tCheck out",
    "test\tRun the tests",
  ])
})
