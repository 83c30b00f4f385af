/** An environment variable; undefined on platforms that have none. As for `gh`, an empty value means absent. */
export function variable(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}
