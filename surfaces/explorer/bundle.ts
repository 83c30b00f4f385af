/** Bundles the page's own files for browsers. The package contains the bundle instead of this module. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * The page, style sheet and script; the page has a placeholder for its data.
 *
 * @param folder - the folder of the page's files
 */
export async function bundled(
  folder = join(import.meta.dirname, "page"),
): Promise<{ html: string; css: string; js: string }> {
  const { build } = await import("esbuild")
  const { outputFiles } = await build({
    entryPoints: ["main.ts", "page.css"].map((file) => join(folder, file)),
    outdir: folder,
    write: false,
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
  return { html: readFileSync(join(folder, "page.html"), "utf8"), css: css.text, js: js.text }
}
