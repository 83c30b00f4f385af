/** The API's pages: TypeDoc over the declarations of each entry point of the package. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { entryPoints, isInternal } from "../../test/verify/entry-points.js"

const DECLARATIONS = "../built/dist"

/** Of the package's own entry point, what is no capability: these have pages of their own. */
const OF_THE_ROOT = ["runtime/public", "generated/calls", "generated/client"]

/**
 * Writes TypeDoc's configuration and a module for each entry point, so that each has the name that is imported.
 *
 * @param out - where TypeDoc writes the pages
 * @returns the path of the configuration
 */
export function prepareApi(folder: string, out: string): string {
  rmSync(folder, { recursive: true, force: true })
  const points = entryPoints(JSON.parse(readFileSync("package.json", "utf8")))
  const modules = points.flatMap(({ specifier, purpose, source }) => {
    if (source === undefined || isInternal(purpose)) return []
    const sources = specifier === "ghx" ? OF_THE_ROOT : [source.replace(/\.ts$/, "")]
    const file = `${specifier}.d.ts`
    const up = "../".repeat(specifier.split("/").length - 1)
    put(file, sources.map((one) => `export * from "${up}${DECLARATIONS}/${one}.js"\n`).join(""))
    return [file]
  })
  put(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2022",
        lib: ["es2023", "dom"],
        types: ["node"],
        strict: true,
        skipLibCheck: true,
      },
      files: modules,
    }),
  )
  const configuration = {
    name: "API",
    entryPoints: modules,
    tsconfig: "tsconfig.json",
    skipErrorChecking: true,
    plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"].map((name) =>
      createRequire(join(process.cwd(), "tooling/site/package.json")).resolve(name),
    ),
    out: join(process.cwd(), out),
    docsRoot: join(process.cwd(), dirname(out)),
    // One page for each entry point.
    router: "module",
    readme: "none",
    excludePrivate: true,
    excludeTags: ["@pattern"],
    disableSources: true,
    hideBreadcrumbs: true,
    useHTMLAnchors: true,
    sidebar: { autoConfiguration: true, collapsed: true },
    // Types that are only named by others are shown where they are used.
    validation: { notExported: false },
    logLevel: "Warn",
  }
  put("typedoc.json", JSON.stringify(configuration))
  return join(folder, "typedoc.json")

  function put(path: string, text: string): void {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
