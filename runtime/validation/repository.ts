import type { JsonSchema } from "../definition/index.js"
import type { ValidationIssue } from "../envelope/index.js"

/**
 * A repository's full name or URL in place of its name. No name on GitHub has a slash, so every route would
 * report that it was not found.
 */
export function repositoryProblem(
  { properties }: JsonSchema,
  input: unknown,
): { readonly issue: ValidationIssue; readonly fix: string } | undefined {
  if (!properties?.owner || !properties.repo) return undefined
  const { owner, repo }: { owner?: unknown; repo?: unknown } = Object(input)
  const name = [repo, owner].find((part) => typeof part === "string" && part.includes("/"))
  if (typeof name !== "string") return undefined
  const pointer = name === repo ? "/repo" : "/owner"
  const [first, second] = partsOf(name)
  const what = pointer === "/repo" ? "a repository's name" : "an account's login"
  return {
    issue: {
      pointer,
      message: `expected ${what} without a slash, found ${JSON.stringify(name.slice(0, 100))}`,
    },
    fix:
      first && second
        ? `Give owner: ${JSON.stringify(first)} and repo: ${JSON.stringify(second)}`
        : "Pass owner and repo separately, without a slash",
  }
}

/** Parses `octocat/hello-world`, also as a URL. */
function partsOf(name: string): string[] {
  const path = name.slice(0, 500).replace(/^(?:https?:\/\/|git@)[^/:]*[/:]/, "")
  return path.split("/").map((part) => part.replace(/\.git$/, ""))
}
