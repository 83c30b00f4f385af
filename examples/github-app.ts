/**
 * Calls GitHub as a GitHub App: any Octokit auth strategy brings the credentials.
 *
 * Needs an app that is installed somewhere: APP_ID, APP_PRIVATE_KEY and APP_INSTALLATION_ID.
 */
import { createAppAuth } from "@octokit/auth-app"
import { createGhx } from "ghx"

const ghx = createGhx({
  auth: {
    authStrategy: createAppAuth,
    auth: {
      appId: process.env.APP_ID,
      privateKey: process.env.APP_PRIVATE_KEY,
      installationId: process.env.APP_INSTALLATION_ID,
    },
  },
  // An app on a schedule reads and comments; it must not delete anything.
  allow: ["*.view", "*.list", "issue.comments.create"],
})

const issues = await ghx.issue.list({ owner: "octocat", repo: "hello-world" })
if (issues.ok) for (const issue of issues.data.items) console.log(`#${issue.number} ${issue.title}`)
else console.error(`${issues.error.code}: ${issues.error.message}`)
