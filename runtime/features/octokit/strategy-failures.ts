/** Failures of auth strategies. */
import {
  classifyStatus,
  type Failure,
  permanent,
  type ResponseHeaders,
  reasonOf,
  shorten,
} from "../../errors/index.js"

interface Answered {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly data: unknown
}

/** Fixes by status, for answers whose message says little: GitHub's "Not Found" is about the installation. */
const fixes: Readonly<Record<number, string>> = {
  401: "Pass the App's id and a private key of the same App, in the PEM format of GitHub",
  404: "Pass the id of an installation of this App as installationId, or install the App",
  422: "Request only repositories and permissions that the installation has",
}

/** An auth strategy asked GitHub for a token and was refused. The call itself was never sent. */
export function tokenFailure({ status, headers, data }: Answered): Failure {
  const failure = classifyStatus(status, headers, data)
  if (failure.transient) return { ...failure, outcome: "not_sent" }
  const fix = failure.code === "AUTH" ? failure.details?.fix : undefined
  const reason = status === 404 ? "the App has no such installation" : failure.message
  return strategyFailed(`GitHub issued no token: ${reason}`, own(fix, status))
}

function own(fix: string | undefined, status: number): string | undefined {
  // General advice for a 401 does not help the holder of an App's private key.
  return status === 401 && fix?.startsWith("Use a valid token")
    ? fixes[401]
    : (fix ?? fixes[status])
}

/** An auth strategy threw an error of its own, such as for an invalid key or a missing option. */
export function strategyThrew(error: unknown): Failure {
  return strategyFailed(`The auth strategy failed: ${reasonOf(error)}`)
}

/** A caller's Octokit has no credentials for the request, such as that of an App without an installation. */
export function notAuthenticated(error: Error, answered: unknown): Failure {
  const failure = strategyFailed(
    `The Octokit is not authenticated: ${error.message}`,
    installationFix,
  )
  return answered === undefined ? failure : { ...failure, outcome: "rejected" }
}

const installationFix =
  "Use the Octokit of an installation: `await app.getInstallationOctokit(installation_id)`, in Probot `await probot.auth(installation_id)`, or `auth` with an installationId"

function strategyFailed(message: string, fix?: string): Failure {
  return permanent("AUTH", "not_sent", shorten(message), {
    fix:
      fix ??
      "Check the options of the auth strategy: for an App, appId, privateKey (PEM) and installationId",
  })
}
