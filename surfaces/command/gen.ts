/** `ghx gen` and `ghx init`: the compiler, in a project that has installed the package. */
import { cwd } from "node:process"

/** @param argv - the arguments after `ghx gen` */
export async function gen(argv: readonly string[]): Promise<number> {
  const compiler = await import("../../generator/index.js")
  return compiler.gen(argv, { name: "ghx gen", layoutOf: compiler.installedLayout })
}

export async function init(): Promise<number> {
  const { initIn } = await import("../../generator/index.js")
  return initIn(cwd())
}
