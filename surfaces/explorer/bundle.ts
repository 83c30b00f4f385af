/** Bundles the page's own files for browsers. The package contains the bundle instead of this module. */
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"

interface Bundled {
  /** It has a placeholder for its data. */
  readonly html: string
  readonly css: string
  readonly js: string
}

export async function bundled(): Promise<Bundled> {
  return (await bundleWithModules(join(import.meta.dirname, "page"))).page
}

/**
 * @param folder - the folder of the page's files
 * @returns also the paths of all modules, whose licences the package has to contain
 */
export async function bundleWithModules(
  folder: string,
): Promise<{ page: Bundled; modules: readonly string[] }> {
  const { build } = await import("esbuild")
  const { outputFiles, metafile } = await build({
    entryPoints: ["main.ts", "page.css"].map((file) => join(folder, file)),
    outdir: folder,
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    logLevel: "warning",
    // Harmless, because only the runtime's search is bundled.
    logOverride: { "empty-import-meta": "silent" },
  })
  const [js, css] = [".js", ".css"].map((end) => outputFiles.find(({ path }) => path.endsWith(end)))
  if (!js || !css) throw new Error("The page was not bundled")
  const html = readFileSync(join(folder, "page.html"), "utf8")
  return {
    page: { html, css: css.text, js: js.text },
    modules: Object.keys(metafile.inputs).map((path) => resolve(path)),
  }
}
