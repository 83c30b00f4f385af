/** Milliseconds as they are told: finer than a tenth says nothing. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
