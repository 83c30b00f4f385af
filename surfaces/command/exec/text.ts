import type { ResultError } from "../../../runtime/index.js"
import { loadBrief } from "../output/index.js"

/** Values of a program as text for a model. */
export async function textOf(values: readonly unknown[]): Promise<string> {
  const { brief } = await loadBrief()
  return values.map(brief).join(" ")
}

export function failureText({ code, message, details }: ResultError): string {
  const { fix } = details ?? {}
  return [`✗ ${code} ${message}`, ...(fix === undefined ? [] : [`  fix: ${fix}`])].join("\n")
}
