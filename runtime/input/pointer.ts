/** JSON pointer to `name` within `pointer`. */
export function childPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
}

/** The value at a pointer; own properties only. */
export function valueAt(root: unknown, pointer: string): unknown {
  let at = root
  for (const name of namesIn(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined
    at = Reflect.get(at, name)
  }
  return at
}

/** Whether `pointer` is at `ancestor` or below it. */
export function isWithin(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`)
}

/** The names that a pointer leads through. */
export function namesIn(pointer: string): string[] {
  const parts = pointer.split("/").slice(1)
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
}
