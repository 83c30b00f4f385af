/**
 * The token that the sandbox at an address of this machine gives to callers who have none; null where
 * the server is no sandbox, undefined where none answers.
 */
export async function sandboxToken(rest: string): Promise<string | null | undefined> {
  const url = new URL("/.well-known/ghx-sandbox", rest)
  let answer: Response
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: "manual" })
  } catch {
    return undefined
  }
  const body: unknown = await answer.json().catch(() => null)
  const { sandbox, token }: { sandbox?: unknown; token?: unknown } = Object(body)
  return answer.ok && sandbox === "ghx" && typeof token === "string" ? token : null
}
