/** `ghx init`: what a project needs for cards of its own, where it has none of it yet. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { listFiles, type Place, pathAt, requireWithin } from "../read/index.js"
import { replaceFile } from "../write/index.js"
import { EXAMPLE_CARD, EXAMPLE_DOCUMENT, workflow } from "./templates.js"

/** Writes what is missing, and nothing over what is there; returns the exit code. */
export function initProject(place: Place): number {
  const { root } = place
  const editorSchema = pathAt(place, "generated/editor/card.schema.json")
  const hasCards = ["cards", "operations"].some((folder) => listFiles(root, folder).length > 0)
  const wanted = {
    ...(!hasCards && {
      "cards/issue/mine.yaml": `# yaml-language-server: $schema=../../${editorSchema}\n${EXAMPLE_CARD}`,
      "operations/issue/mine.graphql": EXAMPLE_DOCUMENT,
    }),
    ".github/workflows/ghx.yml": workflow(installCommand(root)),
  }
  const missing = Object.entries(wanted).filter(([path]) => !existsSync(join(root, path)))
  for (const [path] of missing) requireWithin(root, path)
  for (const [path, text] of missing) {
    replaceFile(join(root, path), text)
    process.stdout.write(`wrote ${path}\n`)
  }
  if (missing.length === 0) process.stdout.write("Everything is there; nothing was written.\n")
  process.stdout.write(`Next: npx ghx gen, which writes ${place.output}/\n`)
  return 0
}

/** How a machine that has just fetched the project installs what its lockfile says. */
function installCommand(root: string): string {
  const managers = [
    ["pnpm-lock.yaml", "npx --yes pnpm install --frozen-lockfile"],
    ["yarn.lock", "npx --yes yarn install --frozen-lockfile"],
    ["bun.lock", "npx --yes bun install --frozen-lockfile"],
    ["package-lock.json", "npm ci"],
  ] as const
  return managers.find(([lockfile]) => existsSync(join(root, lockfile)))?.[1] ?? "npm install"
}
