/**
 * Executes operations of public repositories, unchanged except for placeholders in strings that their programs fill:
 * through `ghx.document`, and as raw text. The results must be equal, apart from names in snake_case.
 *
 *     node_modules/.bin/tsx tooling/documents/main.ts FOLDER [--write] [--show OUTCOME]
 *
 * FOLDER has checkouts or bare clones, named OWNER+NAME or OWNER+NAME/repo. Their files have their own licences and
 * are not stored: `--write` writes the location of each operation and its outcome to documents.tsv.
 */
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { compare, type Outcome, outcomes } from "./compare.js"
import { operationsOf } from "./extract.js"

const [folder, ...flags] = process.argv.slice(2)
if (folder === undefined) {
  console.error("Usage: tsx tooling/documents/main.ts FOLDER [--write] [--show OUTCOME]")
  process.exit(2)
}
const show = flags.includes("--show") ? flags[flags.indexOf("--show") + 1] : undefined

const rows: string[] = []
const counts = new Map<Outcome, number>()
const seen = new Set<string>()
let repositories = 0
for (const name of readdirSync(folder).sort()) {
  if (!name.includes("+")) continue
  const bare = join(folder, name, "repo")
  const before = seen.size
  for (const one of await operationsOf(existsSync(bare) ? bare : join(folder, name))) {
    if (seen.has(one.text)) continue
    seen.add(one.text)
    const { outcome, detail } = await compare(one.text)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    rows.push([name.replace("+", "/"), one.commit, one.path, one.name, outcome].join("\t"))
    if (outcome === show) {
      console.log(`${name} ${one.path} ${one.name}: ${detail}`)
    }
  }
  if (seen.size > before) repositories += 1
}

console.log(`\n${seen.size} operations of ${repositories} repositories\n\n| outcome | |\n|---|---|`)
for (const outcome of outcomes) console.log(`| ${outcome} | ${counts.get(outcome) ?? 0} |`)
if (flags.includes("--write")) {
  const header = ["repository", "commit", "path", "operation", "outcome"].join("\t")
  writeFileSync(join(import.meta.dirname, "documents.tsv"), `${[header, ...rows].join("\n")}\n`)
}
process.exit(counts.has("different") ? 1 : 0)
