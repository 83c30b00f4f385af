/**
 * Bundles the compiler with its libraries into few files: loading its 600 modules one by one takes as long as
 * compiling the cards. `--verify` uses the project's own tools instead.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { build, type Metafile } from "esbuild"
import { licensesOf, manifestIn } from "./licenses.js"

/**
 * @param entries - modules of the project that become files of the folder, by their names there
 * @param installed - libraries that are installed next to the bundle
 */
export async function bundleCompiler(
  project: string,
  folder: string,
  entries: Readonly<Record<string, string>>,
  installed: readonly string[] = [],
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: project,
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    splitting: true,
    metafile: true,
    // Half of it is blanks and comments.
    minifyWhitespace: true,
    minifySyntax: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "warning",
    // As ES modules, libraries share their dependencies. graphql-js makes fewer checks if there is only one copy of
    // it.
    mainFields: ["module", "main"],
    define: { "process.env.NODE_ENV": '"production"' },
    external: [...installed],
    // Some libraries call `require`, which modules lack.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  })
  return metafile
}

/** The published compiler, with the licences of its libraries. */
export async function writeCompiler(project: string, dist: string): Promise<void> {
  const folder = join(dist, "compiler")
  const { dependencies } = manifestIn(project)
  const entries = { index: "generator/index.ts", thread: "generator/run/thread.ts" }
  const installed = Object.keys(dependencies ?? {})
  const { inputs } = await bundleCompiler(project, folder, entries, installed)
  writeFileSync(join(folder, "LICENSES.txt"), licensesOf(project, Object.keys(inputs)))
}
