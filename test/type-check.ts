/** Type-checks generated projects, each in its own folder. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { ROOT } from "./projects.js"

/** One thing that TypeScript reports. */
export interface TypeProblem {
  /** Path from the project's folder. */
  readonly file: string
  readonly line: number
  readonly message: string
}

/**
 * An empty folder below `.cache/`, inside the repository so that `node_modules` is found, with the code that generated
 * code imports.
 */
export function createProjectFolder(name: string): string {
  const folder = join(ROOT, ".cache", name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const used of ["planner", "runtime"])
    symlinkSync(join(ROOT, used), join(folder, used), "dir")
  // Generated code loads it to compile operations.
  const compiler = 'export { compiler } from "../../../../surfaces/ad-hoc/index.js"\n'
  writeFiles(folder, new Map([["surfaces/ad-hoc/index.ts", compiler]]))
  return folder
}

export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/**
 * Type-checks a folder, as strictly as the repository itself. Of the repository's own code it reads the
 * declarations, which this brings up to date.
 */
export function typeCheck(
  folder: string,
  compilerOptions: Readonly<Record<string, unknown>> = {},
): TypeProblem[] {
  const config = {
    extends: join(ROOT, "tsconfig.base.json"),
    compilerOptions: {
      noEmit: true,
      paths: {
        ghx: ["./generated/index.ts"],
        "ghx/sandbox": [join(ROOT, "sandbox/index.ts")],
      },
      ...compilerOptions,
    },
    include: ["**/*.ts"],
    exclude: ["planner", "runtime", "surfaces"],
    references: ["planner", "runtime", "sandbox", "surfaces/ad-hoc"].map((path) => ({
      path: join(ROOT, path),
    })),
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  const tsc = join(ROOT, "node_modules/.bin/tsc")
  // More checkers would each repeat the work on shared types.
  const args = ["--build", "--checkers", "1"]
  const { stdout, stderr, status, error } = spawnSync(tsc, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  })
  if (error !== undefined) throw error
  const problems = [...stdout.matchAll(/^(\S.*?)\((\d+),\d+\): (.*)$/gm)].map(
    ([, file = "", line, message = ""]) => ({ file, line: Number(line), message }),
  )
  if (status !== 0 && problems.length === 0) throw new Error(`tsc failed: ${stdout}${stderr}`)
  return problems
}

/** A line of a file, to quote in a failure. */
export function lineOf(folder: string, { file, line }: TypeProblem): string {
  const path = join(folder, file)
  return existsSync(path) ? (readFileSync(path, "utf8").split("\n")[line - 1] ?? "") : ""
}
