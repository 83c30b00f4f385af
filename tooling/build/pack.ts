/** `npm pack`, for checks, tests and benchmarks of the package. */
import { execFileSync } from "node:child_process"

/** The tarball, as described by npm. */
export interface Packed {
  readonly filename: string
  /** Size of the tarball in bytes. */
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/**
 * @param project - the folder with package.json
 * @param folder - where the tarball goes
 * @param scripts - whether `prepack` builds the package first
 */
export function pack(project: string, folder: string, { scripts = true } = {}): Packed {
  const flags = scripts ? [] : ["--ignore-scripts"]
  const args = ["pack", "--json", ...flags, "--pack-destination", folder]
  const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"]
  const output = execFileSync("npm", args, { cwd: project, encoding: "utf8", stdio })
  // The output of `prepack` comes first.
  const [packed] = JSON.parse(output.slice(output.search(/^\[/m)))
  return packed
}
