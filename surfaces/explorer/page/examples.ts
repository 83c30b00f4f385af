/** The same call in each language of the callers. */

/** In TypeScript. */
export function inTypeScript(id: string, input: object): string {
  // A JSON key at the beginning of its line: strings contain no line breaks.
  const literal = JSON.stringify(input, null, 2).replace(/^(\s*)"(\w+)": /gm, "$1$2: ")
  return `const result = await ghx.${id}(${literal})`
}

/** In a shell, with the input as one word whatever characters it contains. */
export function inShell(id: string, input: object): string {
  const json = JSON.stringify(input).replaceAll("'", "'\\''")
  return `ghx run ${id} --input '${json}'`
}

/** The call as a task, for `executeTask`, chains and models. */
export function asTask(id: string, input: object): string {
  return JSON.stringify({ task: id, input }, null, 2)
}
