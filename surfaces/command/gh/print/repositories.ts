import { line, view } from "./views.js"

/** @param item - a repository, with the `text` of its README */
export const repositoryView = view(
  [line("name", ({ owner, repo }) => `${owner}/${repo}`), line("description")],
  ({ text }) => text ?? "This repository does not have a README",
)
