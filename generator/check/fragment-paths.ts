/** The paths of shared fragments. */
import { PACKAGE_FOLDER } from "../read/index.js"

const FOLDER = "operations/shapes/"

/** The path of a shared fragment, in the project or in the package. */
export function fragmentPath(name: string, folder: "" | typeof PACKAGE_FOLDER = ""): string {
  return `${folder}${FOLDER}${name}.graphql`
}

/** The name of the shared fragment that a file contains; undefined for any other file. */
export function fragmentName(path: string): string | undefined {
  const own = withoutFolder(path)
  return own.startsWith(FOLDER) ? own.slice(FOLDER.length, -".graphql".length) : undefined
}

function withoutFolder(path: string): string {
  return isOfPackage(path) ? path.slice(PACKAGE_FOLDER.length) : path
}

/** Whether a file belongs to the installed package. */
export function isOfPackage(path: string): boolean {
  return path.startsWith(PACKAGE_FOLDER)
}
