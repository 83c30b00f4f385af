import type { Seed } from "./public/index.js"
import { EMPTY_LISTS, nothingIn } from "./tables/index.js"

const lines = (...all: string[]): string => `${all.join("\n")}\n`

const GREET = lines(
  "export function greet(name) {",
  '  return "Hello " + name',
  "}",
  "",
  "export function farewell(name) {",
  '  return "Goodbye " + name',
  "}",
)

const GREET_POLITE = lines(
  "export function greet(name, { polite = false } = {}) {",
  '  const title = polite ? "dear " : ""',
  '  return "Hello " + title + name',
  "}",
  "",
  "export function farewell(name) {",
  '  return "Goodbye " + name',
  "}",
)

const CONFIG = lines("{", '  "language": "en",', '  "polite": false', "}")

const labels = [
  { name: "bug", color: "d73a4a", description: "Something isn't working" },
  { name: "enhancement", color: "a2eeef", description: "New feature or request" },
  { name: "question", color: "d876e3", description: "Further information is requested" },
  { name: "documentation", color: "0075ca", description: "Improvements to documentation" },
  { name: "good first issue", color: "7057ff", description: "Good for newcomers" },
]

/** A small data set for docs, demos and first tests. */
export const defaultSeed: Seed = {
  viewer: "octocat",
  users: [
    {
      ...nothingIn("user"),
      login: "octocat",
      name: "The Octocat",
      bio: "Mascot",
      location: "San Francisco",
      gists: [
        {
          description: "Greets from a shell",
          public: true,
          files: { "greet.sh": lines('echo "Hello $1"'), "notes.md": lines("Pass a name.") },
          comments: [{ author: "octocat", body: "Runs in any shell." }],
        },
        { files: { "draft.md": lines("Not for everybody.") } },
      ],
      packages: [
        {
          ...{ name: "hello", type: "npm", repository: "hello-world" },
          versions: [{ name: "0.1.0", description: "Greets people" }, { name: "0.2.0" }],
        },
        { name: "secret", type: "npm", private: true, versions: [{ name: "0.0.1" }] },
      ],
      projects: [
        {
          title: "Greetings",
          description: "What comes next",
          readme: lines("# Greetings", "", "One column per step."),
          public: true,
          repositories: ["hello-world"],
          fields: [
            { name: "Status", type: "SINGLE_SELECT", options: ["Todo", "In progress", "Done"] },
            { name: "Points", type: "NUMBER" },
            {
              name: "Sprint",
              type: "ITERATION",
              iterations: [
                { title: "Sprint 3", start: "2024-12-16" },
                { title: "Sprint 4", start: "2024-12-30" },
                { title: "Sprint 5", start: "2025-01-13" },
              ],
            },
            { name: "Notes", type: "TEXT" },
            { name: "Due", type: "DATE" },
          ],
          items: [
            {
              repository: "octocat/hello-world",
              number: 2,
              fields: { Status: "Todo", Points: 2, Sprint: "Sprint 4" },
            },
            { repository: "octocat/hello-world", number: 7, fields: { Status: "In progress" } },
          ],
          drafts: [
            {
              title: "Greet in Esperanto",
              body: "Saluton!",
              assignees: ["hubot"],
              fields: { Status: "Todo", Due: "2025-02-01" },
            },
            { title: "Greet in Latin", archived: true, fields: { Status: "Done" } },
          ],
          views: [
            { name: "Everything" },
            {
              name: "Board",
              layout: "BOARD",
              filter: "-status:Done",
              fields: ["Title", "Status", "Points"],
            },
          ],
          status_updates: [
            { status: "AT_RISK", body: "French is hard.", start_date: "2024-12-16" },
            { status: "ON_TRACK", body: "Found a translator.", target_date: "2025-02-28" },
          ],
        },
        { title: "Attic", closed: true },
      ],
    },
    { ...nothingIn("user"), login: "hubot", name: "Hubot", follows: ["octocat"] },
    { ...nothingIn("user"), login: "monalisa", name: "Mona Lisa", company: "Louvre" },
  ],
  app: { installations: [{ account: "octocat" }, { account: "octo-org" }] },
  organizations: [
    {
      ...nothingIn("organization"),
      login: "octo-org",
      name: "Octo Org",
      members: { octocat: "ADMIN", monalisa: "MEMBER" },
      public_members: ["octocat"],
      teams: [
        {
          name: "Maintainers",
          description: "Keeps everything running",
          members: { octocat: "MAINTAINER" },
        },
        {
          name: "Design",
          description: "Chooses colors",
          parent: "maintainers",
          members: { monalisa: "MAINTAINER" },
        },
        {
          name: "Security response",
          slug: "security",
          privacy: "SECRET",
          members: { octocat: "MEMBER" },
        },
      ],
      issue_types: [
        { name: "Task", description: "A specific piece of work", color: "YELLOW" },
        { name: "Bug", description: "An unexpected problem or behavior", color: "RED" },
        { name: "Feature", description: "A request, idea or new functionality", color: "BLUE" },
      ],
      issue_fields: [
        { name: "Priority", type: "SINGLE_SELECT", options: ["Urgent", "High", "Medium", "Low"] },
        { name: "Points", type: "NUMBER", description: "How large it is" },
        { name: "Platforms", type: "MULTI_SELECT", options: ["Linux", "macOS", "Windows"] },
        { name: "Target date", type: "DATE" },
      ],
      packages: [
        {
          ...{ name: "website", type: "container", repository: "website" },
          versions: [
            { name: `sha256:${"1f".repeat(32)}`, tags: ["1.0"] },
            { name: `sha256:${"2e".repeat(32)}`, tags: ["1.1", "latest"] },
          ],
        },
      ],
      projects: [{ title: "Quarter", public: true }],
    },
  ],
  bots: [
    { login: "copilot-swe-agent", name: "Copilot", created_at: "2025-01-01T00:00:00Z" },
    { login: "copilot-pull-request-reviewer[bot]", created_at: "2025-01-01T00:00:00Z" },
  ],
  global_advisories: [
    {
      ghsa_id: "GHSA-h2gr-3cf4-w5x6",
      cve_id: "CVE-2024-0101",
      severity: "critical",
      summary: "greet-templates runs code from names",
      description: "A name with braces is evaluated. Update, or escape names.",
      cvss: { score: 9.8, vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H" },
      cwes: [{ id: "CWE-94", name: "Improper Control of Generation of Code" }],
      references: ["https://example.com/greet-templates/braces"],
      vulnerabilities: [
        {
          ecosystem: "npm",
          package: "greet-templates",
          vulnerable_version_range: "< 2.4.1",
          first_patched_version: "2.4.1",
        },
      ],
      published_at: "2024-11-04T09:00:00Z",
      updated_at: "2024-11-20T09:00:00Z",
    },
    {
      ghsa_id: "GHSA-q7v8-9mjp-2r3c",
      cve_id: "CVE-2024-0102",
      severity: "medium",
      summary: "polite-parser takes quadratic time",
      description: "Long titles block the process. There is no fix.",
      cvss: { score: 5.3, vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L" },
      cwes: [{ id: "CWE-1333", name: "Inefficient Regular Expression Complexity" }],
      vulnerabilities: [
        { ecosystem: "npm", package: "polite-parser", vulnerable_version_range: "<= 1.9.0" },
      ],
      published_at: "2024-10-01T09:00:00Z",
    },
    {
      ghsa_id: "GHSA-x4f5-p6h7-8w9g",
      severity: "low",
      summary: "greet-locale logs names",
      vulnerabilities: [
        {
          ecosystem: "pip",
          package: "greet-locale",
          vulnerable_version_range: "< 0.3.0",
          first_patched_version: "0.3.0",
        },
      ],
      published_at: "2024-09-01T09:00:00Z",
      withdrawn_at: "2024-09-15T09:00:00Z",
    },
  ],
  tokens: [
    { token: "hubot-token", login: "hubot", scopes: ["repo", "read:org", "user"] },
    { token: "monalisa-token", login: "monalisa", scopes: ["repo", "read:org", "user"] },
    { token: "read-only-token", login: "octocat", scopes: ["read:user"] },
  ],
  repositories: [
    {
      ...nothingIn("repository"),
      owner: "octocat",
      name: "hello-world",
      variables: { LOG_LEVEL: "debug", REGION: "us" },
      secrets: { NPM_TOKEN: "npm-secret" },
      description: "My first repository",
      homepage_url: "https://example.com",
      collaborators: { monalisa: "WRITE", hubot: "READ" },
      stargazers: ["monalisa", "hubot"],
      watchers: ["octocat"],
      rulesets: [
        {
          name: "Releases",
          include: ["refs/heads/release/*"],
          rules: [
            { type: "DELETION" },
            { type: "NON_FAST_FORWARD" },
            { type: "PULL_REQUEST", required_approvals: 1 },
            { type: "REQUIRED_STATUS_CHECKS", required_checks: ["lint", "test"] },
          ],
        },
        { name: "Main", rules: [{ type: "DELETION" }, { type: "NON_FAST_FORWARD" }] },
      ],
      autolinks: [
        {
          key_prefix: "HELP-",
          url_template: "https://example.com/help/<num>",
          is_alphanumeric: false,
        },
      ],
      advisories: [
        { summary: "Names are not escaped", severity: "MEDIUM", cve_id: "CVE-2025-0001" },
        { summary: "Greetings can be forged", severity: "LOW", state: "DRAFT" },
      ],
      dependabot_alerts: [
        { advisory: "GHSA-h2gr-3cf4-w5x6", manifest: "package-lock.json" },
        {
          advisory: "GHSA-q7v8-9mjp-2r3c",
          manifest: "package-lock.json",
          scope: "development",
          relationship: "transitive",
        },
        {
          advisory: "GHSA-x4f5-p6h7-8w9g",
          manifest: "requirements.txt",
          state: "dismissed",
          dismissed_reason: "not_used",
          dismissed_comment: "Only in an example.",
        },
      ],
      code_scanning_alerts: [
        {
          rule: {
            id: "js/code-injection",
            description: "Code injection",
            help: "Do not evaluate text of users.",
            severity: "error",
            security_severity: "critical",
            tags: ["external/cwe/cwe-094", "security"],
          },
          tool_version: "2.19.0",
          message: "This text depends on a name.",
          path: "src/greet.js",
          line: 2,
        },
        {
          rule: { id: "js/unused-local-variable", description: "Unused variable" },
          tool_version: "2.19.0",
          message: "The variable title is not used.",
          path: "src/greet.js",
          line: 6,
          state: "dismissed",
          dismissed_reason: "false positive",
        },
      ],
      secret_scanning_alerts: [
        {
          secret_type: "npm_access_token",
          display_name: "npm Access Token",
          provider: "npm",
          secret: "npm_notARealToken",
          validity: "active",
          path: "config.json",
          line: 2,
        },
        {
          secret_type: "mailchimp_api_key",
          display_name: "Mailchimp API Key",
          provider: "Mailchimp",
          secret: "notARealKey-us1",
          path: "README.md",
          resolution: "revoked",
          resolution_comment: "Replaced.",
        },
      ],
      discussion_categories: [
        { name: "Announcements", emoji: ":mega:", description: "Updates from maintainers" },
        { name: "Ideas", emoji: ":bulb:", description: "Share ideas for new features" },
        { name: "Q&A", emoji: ":pray:", description: "Ask the community", answerable: true },
      ],
      labels,
      milestones: [
        { title: "v1.0", description: "The first release", due_on: "2025-06-30T00:00:00Z" },
        { title: "v2.0" },
      ],
      files: {
        "README.md": lines("# Hello World", "", "Greets people."),
        "config.json": CONFIG,
        "src/greet.js": GREET,
      },
      branches: [
        {
          name: "fix-typo",
          commits: [
            {
              message: "Fix a typo in the README",
              author: "monalisa",
              files: { "README.md": lines("# Hello, World!", "", "Greets people.") },
            },
          ],
        },
        {
          name: "polite-greeting",
          commits: [
            {
              message: "Greet politely",
              author: "monalisa",
              files: { "src/greet.js": GREET_POLITE },
            },
            {
              message: "Document polite greetings\n\nWith an example and a test.",
              author: "monalisa",
              files: {
                "docs/polite.md": lines("# Polite greetings", "", "Pass `polite: true`."),
                "test/greet.test.js": lines(
                  'import { greet } from "../src/greet.js"',
                  "",
                  'greet("Mona", { polite: true })',
                ),
                "config.json": lines("{", '  "language": "en",', '  "polite": true', "}"),
              },
            },
          ],
        },
        {
          name: "rewrite",
          commits: [
            {
              message: "Start over",
              files: { "src/main.js": lines('console.log("Hello")') },
            },
          ],
        },
        {
          name: "impolite-greeting",
          commits: [
            {
              message: "Never be polite",
              files: {
                "config.json": lines("{", '  "language": "en",', '  "polite": "never"', "}"),
              },
            },
          ],
        },
      ],
      issues: [
        {
          number: 1,
          title: "Found a bug",
          body: "I'm having a problem with this.",
          author: "monalisa",
          labels: ["bug"],
          assignees: ["octocat"],
          milestone: "v1.0",
          reactions: [
            { user: "hubot", content: "THUMBS_UP" },
            { user: "octocat", content: "EYES" },
          ],
          comments: [
            { author: "hubot", body: "Me too" },
            {
              author: "octocat",
              body: "Thanks, I can reproduce it.",
              reactions: [{ user: "monalisa", content: "HEART" }],
            },
            { author: "monalisa", body: "Great! Any news?" },
          ],
        },
        {
          number: 2,
          title: "Support more languages",
          body: "It would be nice to greet people in French.",
          author: "hubot",
          labels: ["enhancement", "good first issue"],
          milestone: "v2.0",
          pinned: true,
        },
        {
          number: 3,
          title: "How do I install this?",
          body: "The README does not say.",
          author: "hubot",
          labels: ["question", "documentation"],
          state: "CLOSED",
          comments: [{ author: "octocat", body: "It is in the README now." }],
        },
        {
          number: 4,
          title: "Rewrite everything in COBOL",
          body: "",
          author: "hubot",
          state: "CLOSED",
          state_reason: "NOT_PLANNED",
        },
        {
          number: 5,
          title: "Greet in French",
          body: "Part of #2.",
          author: "octocat",
          parent: 2,
          assignees: ["monalisa"],
        },
      ],
      pull_requests: [
        {
          number: 6,
          title: "Fix a typo in the README",
          body: "A comma was missing.",
          author: "monalisa",
          head: "fix-typo",
          state: "MERGED",
          labels: ["documentation"],
          reviews: [{ author: "octocat", state: "APPROVED", body: "Thank you!" }],
        },
        {
          number: 7,
          title: "Add polite greetings",
          body: "Fixes #1",
          author: "monalisa",
          head: "polite-greeting",
          labels: ["enhancement"],
          assignees: ["monalisa"],
          milestone: "v1.0",
          review_requests: ["octocat"],
          comments: [{ author: "hubot", body: "Nice idea!" }],
          reviews: [
            {
              author: "octocat",
              state: "CHANGES_REQUESTED",
              body: "A few remarks.",
              threads: [
                {
                  path: "src/greet.js",
                  line: 2,
                  body: "Should the title be configurable?",
                  replies: [{ author: "monalisa", body: "Good question." }],
                },
                {
                  path: "config.json",
                  line: 3,
                  body: "Please keep the default off.",
                },
              ],
            },
            {
              author: "hubot",
              state: "COMMENTED",
              threads: [
                {
                  path: "docs/polite.md",
                  line: 3,
                  body: "Could this show the output too?",
                  replies: [{ author: "monalisa", body: "It does now." }],
                  resolved_by: "monalisa",
                },
              ],
            },
          ],
        },
        {
          number: 8,
          title: "Rewrite",
          body: "Not ready yet.",
          author: "octocat",
          head: "rewrite",
          draft: true,
        },
        {
          number: 9,
          title: "Never be polite",
          body: "",
          author: "octocat",
          head: "impolite-greeting",
          state: "CLOSED",
        },
      ],
      releases: [
        {
          tag: "v0.1.0",
          name: "First light",
          body: "It greets.",
          assets: [{ name: "hello.txt", content: "Hello, World!\n" }],
        },
        { tag: "v0.2.0", name: "v0.2.0", body: "Commas.", author: "monalisa", draft: true },
      ],
      caches: [
        { key: "node-modules-linux-1f2e", size: 41_943_040 },
        { key: "node-modules-linux-9a8b", ref: "refs/heads/polite-greeting", size: 41_951_232 },
      ],
      workflows: [
        {
          name: "CI",
          path: ".github/workflows/ci.yml",
          runs: [
            {
              title: "Fix a typo in the README",
              jobs: [
                { name: "lint", annotations: [] },
                { name: "test", annotations: [] },
              ],
              artifacts: [
                {
                  name: "build",
                  files: { "greet.min.js": "export const greet=n=>'Hello '+n\n" },
                },
              ],
            },
            {
              title: "Add polite greetings",
              event: "pull_request",
              branch: "polite-greeting",
              actor: "monalisa",
              jobs: [
                { name: "lint", annotations: [] },
                {
                  name: "test",
                  annotations: [],
                  conclusion: "FAILURE",
                  steps: [
                    { name: "Check out" },
                    { name: "Run the tests", conclusion: "FAILURE" },
                    { name: "Report", conclusion: "SKIPPED" },
                  ],
                },
              ],
              artifacts: [
                { name: "coverage", files: { "coverage/summary.json": '{ "lines": 87.5 }\n' } },
              ],
            },
          ],
        },
        {
          name: "Deploy",
          path: ".github/workflows/deploy.yml",
          dispatch: { environment: { required: true }, dry_run: { default: "false" } },
        },
      ],
    },
    {
      ...nothingIn("repository"),
      owner: "octocat",
      name: "secret",
      description: "Nobody knows",
      private: true,
      labels: [{ name: "bug", color: "d73a4a" }],
      issues: [{ title: "A secret issue", author: "octocat", labels: ["bug"] }],
    },
    {
      ...nothingIn("repository"),
      owner: "octocat",
      name: "attic",
      description: "No longer maintained",
      archived: true,
      issues: [{ title: "An old issue", author: "hubot" }],
    },
    {
      ...nothingIn("repository"),
      owner: "octocat",
      name: "big",
      description: "Has enough issues to need pages",
      labels,
      generate_issues: 250,
    },
    {
      ...nothingIn("repository"),
      owner: "octo-org",
      name: "tools",
      description: "Shared tools",
      stargazers: [{ user: "octocat", starred_at: "2024-12-24T18:00:00Z" }],
      advisories: [{ summary: "The saw is too sharp", severity: "HIGH", state: "TRIAGE" }],
      collaborators: { hubot: "TRIAGE" },
      labels: [{ name: "bug", color: "d73a4a" }],
      issues: [
        { title: "Sharpen the saw", author: "monalisa", type: "Task", fields: { Points: 5 } },
      ],
    },
    {
      ...nothingIn("repository"),
      owner: "hubot",
      name: "hello-world",
      fork_of: "octocat/hello-world",
      collaborators: { octocat: "WRITE" },
      branches: [
        {
          name: "emoji",
          commits: [
            {
              message: "Add emoji",
              author: "hubot",
              files: { "src/emoji.js": lines('export const WAVE = "wave"') },
            },
          ],
        },
      ],
    },
    {
      ...nothingIn("repository"),
      owner: "octo-org",
      name: "website",
      description: "Where work is going on",
      discussion_categories: [
        { name: "Ideas", emoji: ":bulb:", description: "Share ideas for the page" },
        { name: "Q&A", emoji: ":pray:", description: "Ask for help", answerable: true },
      ],
      discussions: [
        {
          title: "Which font do we use?",
          body: "I could not find it in the style sheet.",
          author: "monalisa",
          category: "Q&A",
          comments: [
            {
              author: "hubot",
              body: "The default of the browser.",
              reactions: [{ user: "octocat", content: "EYES" }],
              is_answer: true,
              replies: [{ author: "monalisa", body: "Thanks!" }],
            },
            { author: "octocat", body: "We could choose one." },
          ],
        },
        {
          title: "How is the page deployed?",
          body: "Is there a workflow?",
          author: "hubot",
          category: "Q&A",
          comments: [{ author: "octocat", body: "By the workflow Preview." }],
        },
        {
          title: "Add a blog",
          body: "News would be easier to find.",
          author: "octocat",
          category: "Ideas",
          labels: ["design"],
          reactions: [
            { user: "monalisa", content: "THUMBS_UP" },
            { user: "octocat", content: "HEART" },
          ],
        },
        {
          title: "Use frames",
          body: "They are fast.",
          author: "hubot",
          category: "Ideas",
          state: "CLOSED",
          state_reason: "OUTDATED",
          locked: true,
        },
      ],
      collaborators: { monalisa: "WRITE" },
      labels: [{ name: "design", color: "bfd4f2" }],
      files: { "index.html": lines("<title>Octo Org</title>") },
      pages: { builds: [{}, { error: "The page build failed." }, { pusher: "monalisa" }] },
      branches: [
        {
          name: "dark-mode",
          commits: [
            {
              message: "Add a dark mode",
              author: "monalisa",
              files: { "style.css": lines("body {", "  background: black;", "}") },
            },
          ],
        },
        { name: "next" },
        ...(["search", "footer", "fonts"] as const).map((name) => ({
          name,
          commits: [
            {
              message: `Add ${name}`,
              author: "monalisa",
              files: { [`${name}.html`]: lines(`<section id="${name}"></section>`) },
            },
          ],
        })),
      ],
      allow_auto_merge: true,
      rulesets: [
        { name: "Queue", rules: [{ type: "MERGE_QUEUE", merge_method: "SQUASH" }] },
        {
          name: "Next",
          include: ["refs/heads/next"],
          rules: [{ type: "REQUIRED_STATUS_CHECKS", required_checks: ["build"] }],
        },
      ],
      issues: [
        { number: 1, title: "The page is too bright", author: "monalisa" },
        { number: 3, title: "Redesign the page", author: "octocat" },
        { number: 4, title: "Choose colors", author: "octocat", parent: 3 },
        { number: 5, title: "Draw a logo", author: "octocat", parent: 3, blocked_by: [4] },
      ],
      pull_requests: [
        {
          number: 2,
          title: "Add a dark mode",
          body: "Fixes #1",
          author: "monalisa",
          head: "dark-mode",
          reactions: [{ user: "octocat", content: "HOORAY" }],
          comments: [
            {
              author: "monalisa",
              body: "Is the contrast good enough?",
              reactions: [{ user: "octocat", content: "EYES" }],
            },
          ],
          reviews: [
            {
              author: "octocat",
              state: "PENDING",
              threads: [{ path: "style.css", line: 2, body: "Could this be a variable?" }],
            },
          ],
        },
        { number: 6, title: "Add search", author: "monalisa", head: "search", base: "next" },
        {
          number: 7,
          title: "Add a footer",
          author: "monalisa",
          head: "footer",
          base: "next",
          auto_merge: "SQUASH",
        },
        { number: 8, title: "Add fonts", author: "monalisa", head: "fonts", queued: true },
      ],
      workflows: [
        {
          name: "Preview",
          path: ".github/workflows/preview.yml",
          runs: [
            {
              title: "Add a dark mode",
              event: "pull_request",
              branch: "dark-mode",
              actor: "monalisa",
              status: "IN_PROGRESS",
              jobs: [{ name: "build", annotations: [], status: "IN_PROGRESS" }],
            },
          ],
        },
      ],
    },
  ],
}

/** The same seed without statements about lists that are not modelled. */
export const silentSeed: Seed = {
  ...defaultSeed,
  users: defaultSeed.users.map(silentOn("user")),
  organizations: defaultSeed.organizations?.map(silentOn("organization")) ?? [],
  repositories: defaultSeed.repositories?.map(silentOn("repository")) ?? [],
}

function silentOn(kind: keyof typeof EMPTY_LISTS): <Item extends object>(item: Item) => Item {
  const empty = Object.fromEntries(EMPTY_LISTS[kind].map((list) => [list, undefined]))
  return (item) => ({ ...item, ...empty })
}
