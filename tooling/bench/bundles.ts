/**
 * Sizes of browser bundles of the package with nothing excluded: as one file, and split, with the part that
 * a page loads for its first call; then what each of 1,000 more capabilities adds. Run: `make bench ARGS=bundles`.
 */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Bundle, type Bundler, bundled, bundlerNames } from "../../test/bundlers.js"
import { createFolderWithPackage } from "../../test/installed.js"
import { writePackageWithMore } from "./more-capabilities.js"

const MORE = 1000

const call = `({ owner: "octocat", repo: "hello-world", issue_number: 1 })
  .then((result) => console.log(result.error?.code))`
const createGhx = (path: string) => `import { createGhx } from "${path}"
createGhx({ token: "t" }).issue.view${call}`
const [LAZY, ALL] = ["`createGhx` of `ghx/lazy`", "`createGhx` of `ghx`"]
const sources = {
  "`view` of `ghx/issue`, bound to a token": `import { bindTree, createClient } from "ghx"
import { view } from "ghx/issue"
const issue = bindTree({ view }, createClient({ token: "t" }))
issue.view${call}`,
  [LAZY]: createGhx("ghx/lazy"),
  [ALL]: createGhx("ghx"),
}
const sourcesWithMore = { [LAZY]: createGhx("ghx-many/lazy"), [ALL]: createGhx("ghx-many") }

const folder = await createFolderWithPackage("bundles-bench")
// Otherwise the bundler would follow the paths of this project's tsconfig to its sources.
writeFileSync(join(folder, "tsconfig.json"), "{}")
try {
  const own = await weigh(sources)
  await writePackageWithMore(MORE, join(folder, "node_modules/ghx-many"))
  const withMore = await weigh(sourcesWithMore)
  console.log(
    "| what is imported | bundler | one file | gzipped | split: loaded | gzipped | of files |",
  )
  console.log("|---|---|---|---|---|---|---|")
  for (const { name, bundler, one, split } of own) {
    const weights = [one.whole, split.loaded]
    const cells = weights.flatMap(({ bytes, gzipped }) => [bytes, gzipped].map(kilobytes))
    const files = `${split.loaded.files} of ${split.whole.files}`
    console.log(`| ${[name, bundler, ...cells, files].join(" | ")} |`)
  }
  console.log(
    `\n| bytes for a capability | bundler | one file | gzipped | split: loaded | gzipped |`,
  )
  console.log("|---|---|---|---|---|---|")
  for (const { name, bundler, one, split } of withMore) {
    const other = own.find((each) => each.name === name && each.bundler === bundler)
    if (other === undefined) continue
    const pairs = [
      [one.whole, other.one.whole],
      [split.loaded, other.split.loaded],
    ] as const
    const cells = pairs.flatMap(([many, few]) =>
      (["bytes", "gzipped"] as const).map((kind) => ((many[kind] - few[kind]) / MORE).toFixed(0)),
    )
    const row = `${name.replace("`createGhx` of ", "")}, each of ${MORE} more`
    console.log(`| ${[row, bundler, ...cells].join(" | ")} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Weighed {
  readonly name: string
  readonly bundler: Bundler
  readonly one: Bundle
  readonly split: Bundle
}

/** Bundles each program with each bundler, as one file and split. */
async function weigh(programs: Readonly<Record<string, string>>): Promise<Weighed[]> {
  const weighed: Weighed[] = []
  for (const [name, source] of Object.entries(programs)) {
    for (const bundler of bundlerNames) {
      const one = await bundled(bundler, folder, source, false)
      const split = await bundled(bundler, folder, source, true)
      weighed.push({ name, bundler, one, split })
    }
  }
  return weighed
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
