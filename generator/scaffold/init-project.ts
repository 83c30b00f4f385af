/** `ghx init`: creates the files of a project with cards of its own. */
import { lstatSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { cloneAround, putFile } from "../disk/index.js"
import {
  listFiles,
  type ProjectLayout,
  pathAt,
  requireWritable,
  workspaceOf,
} from "../read/index.js"

/** Writes missing files and overwrites none; returns the exit code. */
export async function initProject(place: ProjectLayout): Promise<number> {
  const { root } = place
  const editorSchema = pathAt(place, "generated/editor/card.schema.json")
  const hasCards = ["cards", "operations"].some((folder) => listFiles(root, folder).length > 0)
  const wanted = {
    ...(!hasCards && {
      "cards/issue/mine.yaml": `# yaml-language-server: $schema=../../${editorSchema}\n${EXAMPLE_CARD}`,
      "operations/issue/mine.graphql": EXAMPLE_DOCUMENT,
    }),
  }
  // GitHub reads workflows only at the root.
  const workspace = await workspaceOf(root)
  const member = relative(workspace, root).split(sep).join("/")
  const name = ["ghx", ...member.split("/").filter((part) => part !== "")].join("-")
  const commands = commandsIn(workspace)
  const missing = [
    ...Object.entries(wanted).map(([path, text]) => ({ folder: root, path, text })),
    {
      folder: workspace,
      path: `.github/workflows/${name}.yml`,
      text: workflow(commands, member),
    },
  ].filter(({ folder, path }) => !isThere(join(folder, path)))
  for (const { folder, path } of missing) requireWritable(folder, [path])
  for (const { folder, path, text } of missing) {
    putFile(join(folder, path), text, cloneAround(root))
    const place = relative(root, join(folder, path)).split(sep).join("/")
    process.stdout.write(`wrote ${place}\n`)
  }
  if (missing.length === 0)
    process.stdout.write("Everything already exists; nothing was written.\n")
  process.stdout.write(
    `Next: ${commands.ghx} gen, which writes ${place.output}/
Commit ${place.output}/; git ignores the cache in node_modules/. Its TypeScript is marked for ESLint and Biome. Settings
of other tools:
  .prettierignore  ${place.output}/
  .gitattributes   ${place.output}/** linguist-generated
  tsconfig.json    "include": ["src", "${place.output}/**/*.json"], if it is "composite"
  biome.json       "files": { "includes": ["**", "!${place.output}"] }, for its JSON
`,
  )
  return 0
}

/** The commands that install the locked versions and run ghx on a fresh machine. */
function commandsIn(root: string): { install: string; ghx: string } {
  const ofNewYarn = isThere(join(root, ".yarnrc.yml")) || isThere(join(root, ".pnp.cjs"))
  // With Plug'n'Play there is no folder in which npx could find a command.
  if (ofNewYarn) return { install: "corepack enable && yarn install --immutable", ghx: "yarn ghx" }
  const managers = [
    ["pnpm-lock.yaml", "npx --yes pnpm install --frozen-lockfile"],
    ["yarn.lock", "npx --yes yarn install --frozen-lockfile"],
    ["bun.lock", "npx --yes bun install --frozen-lockfile"],
    ["package-lock.json", "npm ci"],
  ] as const
  const install = managers.find(([lockfile]) => isThere(join(root, lockfile)))?.[1]
  return { install: install ?? "npm install", ghx: "npx ghx" }
}

/** Also if it is a link to nothing. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** The files that `ghx init` writes. */

const EXAMPLE_CARD = `description: List the open issues of a repository that are assigned to you.
input:
  owner: { optional: false }
  repo: { optional: false }
list: issue_summary
graphql:
  pagination: { total_count: issueCount }
  variables: { query: "join('', ['is:issue is:open assignee:@me repo:', owner, '/', repo])" }
examples:
  - title: See what there is to do
    input: { owner: octocat, repo: hello-world }
`

const EXAMPLE_DOCUMENT = `query IssueMine($query: String!) {
  search(type: ISSUE, query: $query) {
    nodes {
      ... on Issue { ...issue_summary }
    }
  }
}
`

/**
 * @param commands - the project's commands for a locked install and for running ghx
 * @param member - the project's folder, if it is a workspace member
 */
const workflow = (
  { install, ghx }: { install: string; ghx: string },
  member: string,
) => `# Checks that the generated code matches the cards. If this fails, run \`${ghx} gen\` and commit the result.
name: ghx
on: [push, pull_request]
permissions:
  contents: read
jobs:
  drift:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 22
      - run: ${install}
      - run: ${ghx} gen --check --format github${member && `\n        working-directory: ${member}`}
`
