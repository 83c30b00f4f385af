/** https://docs.github.com/rest/repos/autolinks */

import type { Autolink, Repository, Store } from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import { authorizeAdmin } from "./repositories.js"
import type { Session } from "./session.js"

/** Only admins see autolinks. */
export function autolinksOf(store: Session, repository: Repository): Autolink[] {
  authorizeAdmin(store, repository)
  return store.rowsBy("autolinks", "repository", repository.id)
}

export function createAutolink(
  store: Session,
  repository: Repository,
  link: Pick<Autolink, "keyPrefix" | "urlTemplate" | "isAlphanumeric">,
): Autolink {
  authorize(store, repository, "administration", "ADMIN")
  const refuse = (message: string, field: string, code: "already_exists" | "invalid") =>
    unprocessable(message, { resource: "KeyLink", field, code })
  if (!link.urlTemplate.includes("<num>")) {
    throw refuse("url_template is missing a <num> token", "url_template", "invalid")
  }
  const twins = store.rowsBy("autolinks", "repository", repository.id)
  if (twins.some(({ keyPrefix }) => keyPrefix === link.keyPrefix)) {
    throw refuse("key_prefix already exists", "key_prefix", "already_exists")
  }
  store.clock.tick()
  const created = insertAutolink(store, repository, link)
  store.recordApplied("createAutolink", created)
  return created
}

export const insertAutolink = (
  store: Store,
  repository: Repository,
  link: Pick<Autolink, "keyPrefix" | "urlTemplate" | "isAlphanumeric">,
): Autolink => store.insert("autolinks", { repositoryId: repository.id, ...link })

export function deleteAutolink(store: Session, link: Autolink): void {
  const repository = store.get("repositories", link.repositoryId)
  authorize(store, repository, "administration", "ADMIN")
  store.clock.tick()
  store.remove(link)
  store.recordApplied("deleteAutolink", link)
}
