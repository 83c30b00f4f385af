/** One call in the words of its callers. */

/** In TypeScript. */
export function inTypeScript(id: string, input: object): string {
  // A name of JSON stands alone at the beginning of its line: within texts, lines do not end.
  const literal = JSON.stringify(input, null, 2).replace(/^(\s*)"(\w+)": /gm, "$1$2: ")
  return `const result = await ghx.${id}(${literal})`
}

/** In a shell, as one word whatever the texts hold. */
export function inShell(id: string, input: object): string {
  const json = JSON.stringify(input).replaceAll("'", "'\\''")
  return `ghx run ${id} --input '${json}'`
}

/** As a task, for `executeTask`, chains and models. */
export function asTask(id: string, input: object): string {
  return JSON.stringify({ task: id, input }, null, 2)
}
