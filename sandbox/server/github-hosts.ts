/** The names in the certificate; each star stands for one label. */
export const GITHUB_HOSTS = [
  "github.com",
  "*.github.com",
  "*.githubusercontent.com",
  "*.actions.githubusercontent.com",
]

/** Whether the sandbox answers for the host: for all of GitHub's, so that no request leaves the machine. */
export const isGitHubHost = (host: string): boolean =>
  /^(?:[\w.-]+\.)?github(?:usercontent)?\.com$/i.test(host)
