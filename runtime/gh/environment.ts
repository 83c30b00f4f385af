import { isGithubHost } from "../http/index.js"

/** The caller's variables that gh must not inherit: those that change the token or the output. */
const withheld = [
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
  "GH_DEBUG",
  "DEBUG",
  "GH_FORCE_TTY",
  "CLICOLOR_FORCE",
]

const quiet = { GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" }

/**
 * The environment of a gh process: the caller's, with the client's host and token.
 *
 * gh sends `GH_ENTERPRISE_TOKEN` to any host that a command names, so a github.com token is never put
 * there. A client's token is not passed on if `extra` directs gh to another host.
 */
export function ghEnvironment(
  host: string,
  token: string | undefined,
  extra: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...globalThis.process?.env }
  for (const name of withheld) delete env[name]
  if (token !== undefined && (extra.GH_HOST ?? host) === host) {
    env[isGithubHost(host) ? "GH_TOKEN" : "GH_ENTERPRISE_TOKEN"] = token
  }
  return { ...env, ...quiet, GH_HOST: host, ...extra }
}

/** Whether the caller's environment for gh contains a token. */
export function bringsToken(extra: Readonly<Record<string, string>>): boolean {
  return ["GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"].some(
    (name) => extra[name],
  )
}
