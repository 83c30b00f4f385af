let parse: ((text: string) => unknown) | undefined

/** Loads the parser, for sandboxes in which workflow files start runs. */
export async function loadYaml(): Promise<void> {
  parse ??= (await import("yaml")).parse
}

export function parseYaml(text: string): unknown {
  if (!parse) throw new Error("yaml is not loaded yet, so the workflow file cannot be read")
  return parse(text)
}
