/**
 * Sizes of browser bundles of the package with nothing excluded: as one file, and split, with the part that
 * a page loads for its first call. Run: `make bench ARGS=bundles`.
 */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundled, bundlerNames } from "../../test/bundlers.js"
import { createFolderWithPackage } from "../../test/installed.js"

const call = `({ owner: "octocat", repo: "hello-world", issue_number: 1 })
  .then((result) => console.log(result.error?.code))`
const sources = {
  "`view` of `ghx/issue`, bound to a token": `import { bindTree, createClient } from "ghx"
import { view } from "ghx/issue"
const issue = bindTree({ view }, createClient({ token: "t" }))
issue.view${call}`,
  "`createGhx` of `ghx/lazy`": `import { createGhx } from "ghx/lazy"
createGhx({ token: "t" }).issue.view${call}`,
  "`createGhx` of `ghx`": `import { createGhx } from "ghx"
createGhx({ token: "t" }).issue.view${call}`,
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

const folder = await createFolderWithPackage("bundles-bench")
// Otherwise the bundler would follow the paths of this project's tsconfig to its sources.
writeFileSync(join(folder, "tsconfig.json"), "{}")
try {
  console.log(
    "| what is imported | bundler | one file | gzipped | split: loaded | gzipped | of files |",
  )
  console.log("|---|---|---|---|---|---|---|")
  for (const [name, source] of Object.entries(sources)) {
    for (const bundler of bundlerNames) {
      const one = await bundled(bundler, folder, source, false)
      const split = await bundled(bundler, folder, source, true)
      const cells = [
        one.whole.bytes,
        one.whole.gzipped,
        split.loaded.bytes,
        split.loaded.gzipped,
      ].map(kilobytes)
      const files = `${split.loaded.files} of ${split.whole.files}`
      console.log(`| ${[name, bundler, ...cells, files].join(" | ")} |`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
