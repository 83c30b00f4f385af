/** Replaces the compiler of operations in browsers. */
const noFiles = async () => {
  throw new Error(
    "Operations that are no capabilities need GitHub's API descriptions, which are files: use Node, Bun or Deno",
  )
}
export const compiler = { request: noFiles, document: noFiles, search: noFiles }
