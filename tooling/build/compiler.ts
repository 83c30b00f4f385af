/**
 * The compiler as few files, with the libraries that it is made of: to load its 600 modules one by one takes
 * as long as to compile the cards. What `--verify` compares with is the project's own.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { build, type Metafile } from "esbuild"
import { licensesOf, manifestIn } from "./licenses.js"

/**
 * @param entries - modules of the project that the folder gets a file for, by their names there
 * @param installed - libraries that are installed wherever the bundle is
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
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "warning",
    // As modules, libraries call one another by their names; graphql-js asks less of every value for itself alone.
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
  const entries = { index: "generator/index.ts" }
  const installed = Object.keys(dependencies ?? {})
  const { inputs } = await bundleCompiler(project, folder, entries, installed)
  writeFileSync(join(folder, "LICENSES.txt"), licensesOf(project, Object.keys(inputs)))
}
