/** Milliseconds rounded to a tenth, for output. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
