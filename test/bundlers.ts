/** Bundlers with their defaults for a page in a browser; nothing is removed from their output. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { nodeResolve } from "@rollup/plugin-node-resolve"
import { build as esbuild, transform } from "esbuild"
import { build as rolldown } from "rolldown"
import { type Plugin, rollup } from "rollup"
import { build as vite } from "vite"
import { typeBare } from "./installed.js"

// Its types describe a module without a default export.
const commonjs: () => Plugin = createRequire(import.meta.url)("@rollup/plugin-commonjs")

interface Task {
  /** The folder in which the package is installed. */
  readonly folder: string
  readonly entry: string
  /** The output files, `entry.js` first. */
  readonly out: string
  /** Dynamic imports become chunks. */
  readonly split: boolean
}

const bundlers = {
  async esbuild({ folder, entry, out, split }: Task) {
    await esbuild({
      absWorkingDir: folder,
      entryPoints: { entry },
      outdir: out,
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      splitting: split,
      logLevel: "warning",
    })
  },
  async rollup({ entry, out, split }: Task) {
    const bundle = await rollup({
      input: { entry },
      plugins: [nodeResolve({ browser: true }), commonjs()],
      onwarn: () => {},
    })
    const { output } = await bundle.generate({ format: "es", inlineDynamicImports: !split })
    mkdirSync(out, { recursive: true })
    for (const one of output) {
      if (!("code" in one)) continue
      const { code } = await transform(one.code, { minify: true, format: "esm" })
      writeFileSync(join(out, one.fileName), code)
    }
  },
  async rolldown({ folder, entry, out, split }: Task) {
    await rolldown({
      cwd: folder,
      input: { entry },
      platform: "browser",
      output: { dir: out, minify: true, codeSplitting: split },
      logLevel: "warn",
    })
  },
  async vite({ folder, entry, out, split }: Task) {
    await vite({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: {
        outDir: out,
        target: "es2022",
        modulePreload: false,
        rolldownOptions: {
          input: { entry },
          preserveEntrySignatures: "strict",
          output: {
            entryFileNames: "entry.js",
            chunkFileNames: "[name]-[hash].js",
            codeSplitting: split,
          },
        },
      },
    })
  },
}

export type Bundler = keyof typeof bundlers
export const bundlerNames = Object.keys(bundlers) as Bundler[]

export interface Weight {
  readonly files: number
  /** Bytes, minified. */
  readonly bytes: number
  /** Compressed bytes, each file by itself. */
  readonly gzipped: number
}

export interface Bundle {
  /** The text of all files. */
  readonly whole: Weight
  /** The chunks that a call loads until it has its answer. */
  readonly loaded: Weight
  /** The text of the loaded chunks. */
  readonly text: string
  /** The output of the call. */
  readonly printed: string
}

/** Records each loaded file. */
const hooks = `import { appendFileSync } from "node:fs"
export async function load(url, context, next) {
  appendFileSync(new URL("loaded.txt", import.meta.url), url + "\\n")
  return next(url, context)
}
`
const register = `import { register } from "node:module"
register("./hooks.js", import.meta.url)
globalThis.fetch = async () => new Response(JSON.stringify({ data: { viewer: null } }), {
  headers: { "content-type": "application/json" },
})
`

/**
 * Bundles a program and runs it in Node, with a `fetch` that answers at once.
 *
 * @param folder - where the package is installed
 * @param source - the program
 */
export async function bundled(
  bundler: Bundler,
  folder: string,
  source: string,
  split: boolean,
): Promise<Bundle> {
  const out = join(folder, `out-${bundler}`)
  rmSync(out, { recursive: true, force: true })
  const entry = join(folder, `entry-${bundler}.js`)
  writeFileSync(entry, source)
  await bundlers[bundler]({ folder, entry, out, split })
  const written = readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(out, name))
  const whole = weigh(written)
  for (const [name, text] of Object.entries({ "hooks.js": hooks, "register.js": register })) {
    writeFileSync(join(out, name), text)
  }
  writeFileSync(join(out, "loaded.txt"), "")
  writeFileSync(join(out, "package.json"), '{ "type": "module" }')
  const run = [`--import=${join(out, "register.js")}`, join(out, "entry.js")]
  const { stdout } = await typeBare(process.execPath, run, out)
  const urls = new Set(readFileSync(join(out, "loaded.txt"), "utf8").split("\n"))
  const loaded = written.filter((path) => urls.has(new URL(`file://${path}`).href))
  const text = loaded.map((path) => readFileSync(path, "utf8")).join("\n")
  return { whole, loaded: weigh(loaded), text, printed: stdout }
}

function weigh(paths: readonly string[]): Weight {
  const texts = paths.map((path) => readFileSync(path))
  return {
    files: paths.length,
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    gzipped: texts.reduce((sum, text) => sum + gzipSync(text).length, 0),
  }
}
