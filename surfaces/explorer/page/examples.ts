/** The same call in each language of the callers. */

export function inTypeScript(id: string, input: object): string {
  return `const result = await ghx.${id}(${literal(input)})`
}

export function chainInTypeScript(tasks: object): string {
  return `const { status, results } = await executeTasks(${literal(tasks)})`
}

/** In a shell, with the input as one word whatever characters it contains. */
export function inShell(id: string, input: object): string {
  return `ghx run ${id} --input ${word(input)}`
}

export function chainInShell(tasks: object): string {
  return `ghx chain --steps ${word(tasks)}`
}

function literal(value: object): string {
  // A JSON key at the beginning of its line: strings contain no line breaks.
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)": /gm, "$1$2: ")
}

function word(value: object): string {
  return `'${JSON.stringify(value).replaceAll("'", "'\\''")}'`
}
