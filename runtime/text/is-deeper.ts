/** Whether parsed JSON has more levels than some. Functions that walk thousands overflow the stack. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.some((one) => isDeeper(one, levels - 1))
}
