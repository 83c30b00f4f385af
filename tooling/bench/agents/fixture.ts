/** The repository in which the jobs of `tooling/bench/agents.ts` are done. */
import type { Seed } from "../../../sandbox/index.js"

export const repository = { owner: "ada", repo: "engine" }

const start = 'export function start() {\n  warm()\n  return "started"\n}\n'

export const fixture: Seed = {
  viewer: "ada",
  users: [{ login: "ada" }, { login: "grace" }],
  repositories: [
    {
      owner: "ada",
      name: "engine",
      collaborators: { grace: "WRITE" },
      labels: [{ name: "bug" }, { name: "question" }],
      milestones: [{ title: "v1.0" }, { title: "v2.0" }],
      files: { "src/start.js": start, "src/heat.js": "let limit = 90\n".repeat(4) },
      branches: [
        branch("cooler", { "src/heat.js": "let limit = 80\n".repeat(4) }),
        branch("faster", { "src/start.js": start.replace("warm()", "setTimeout(warm)") }),
        branch("no-crash", { "src/input.js": "export const empty = []\n" }),
        branch("arm", { "src/arm.js": "export const arm = true\n" }),
        branch("manual", { "MANUAL.md": "# Manual\n" }),
        branch("bump", { "package.json": "{}\n" }),
      ],
      issues: [
        issue(1, "Engine overheats on long runs"),
        issue(2, "Add a dark theme"),
        issue(3, "Crash when the input is empty"),
        issue(4, "Document the start-up flags"),
        issue(5, "Crash on Windows paths"),
        issue(6, "Translate the manual"),
        issue(7, "Engine gets too hot after an hour"),
        issue(8, "Support tabs in the configuration"),
        issue(9, "Engine overheats when idle"),
        issue(10, "Overheating again"),
        issue(11, "Name the threads of the pool"),
        issue(12, "Print the version at start-up"),
      ],
      pull_requests: [
        {
          number: 13,
          title: "Run cooler",
          author: "ada",
          head: "cooler",
          reviews: [
            {
              author: "grace",
              state: "COMMENTED",
              threads: [
                { path: "src/heat.js", line: 1, body: "Is 80 enough?" },
                { path: "src/heat.js", line: 2, body: "Please name this number." },
                { path: "src/heat.js", line: 3, body: "A test, please." },
                { path: "src/heat.js", line: 4, body: "Typo.", resolved_by: "grace" },
              ],
            },
          ],
        },
        { number: 14, title: "Start faster", author: "grace", head: "faster" },
        { number: 15, title: "Do not crash on empty input", author: "grace", head: "no-crash" },
        merged(16, "Support ARM", "arm"),
        merged(17, "Write the manual", "manual"),
        merged(18, "Bump dependencies", "bump"),
      ],
      workflows: [
        {
          name: "CI",
          path: ".github/workflows/ci.yml",
          runs: [
            {
              title: "Do not crash on empty input",
              event: "push",
              branch: "no-crash",
              actor: "grace",
              jobs: [{ name: "test" }, { name: "lint" }],
            },
          ],
        },
      ],
    },
  ],
}

function branch(name: string, files: Readonly<Record<string, string>>) {
  return { name, commits: [{ message: name, author: "grace", files }] }
}

function issue(number: number, title: string) {
  return { number, title, author: "grace", body: "It happens every day." }
}

function merged(number: number, title: string, head: string) {
  return { number, title, author: "grace", head, state: "MERGED" } as const
}
