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
  if (!link.urlTemplate.includes("<num>")) {
    throw unprocessable("url_template is missing a <num> token", "KeyLink.url_template", "invalid")
  }
  const twins = store.rowsBy("autolinks", "repository", repository.id)
  if (twins.some(({ keyPrefix }) => keyPrefix === link.keyPrefix)) {
    throw unprocessable("key_prefix already exists", "KeyLink.key_prefix", "already_exists")
  }
  store.clock.tick()
  return store.recordApplied("createAutolink", insertAutolink(store, repository, link))
}

export const insertAutolink = (
  store: Store,
  repository: Repository,
  link: Pick<Autolink, "keyPrefix" | "urlTemplate" | "isAlphanumeric">,
): Autolink => store.insert("autolinks", { repositoryId: repository.id, ...link })

export function deleteAutolink(store: Session, link: Autolink): void {
  authorize(store, link, "administration", "ADMIN")
  store.drop("deleteAutolink", link)
}
