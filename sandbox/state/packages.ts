/** Packages: https://docs.github.com/rest/packages */
import type { Account, Package, PackageVersion, Store } from "../tables/index.js"
import { Refusal } from "./errors.js"
import { isCollaborator, isGranted } from "./permissions.js"
import type { Session } from "./session.js"

const READS_PACKAGES = ["read:packages", "write:packages"]

/**
 * The packages of a type that the viewer may read.
 *
 * @param purpose for the message without the scope: `list packages`
 */
export function packagesOf(
  store: Session,
  owner: Account,
  type: string | undefined,
  purpose: string,
): Package[] {
  const { grant, scopes } = store.viewer
  if (!grant && !READS_PACKAGES.some((scope) => scopes.has(scope))) {
    throw new Refusal("FORBIDDEN", `You need at least read:packages scope to ${purpose}.`)
  }
  return store
    .rowsBy("packages", "owner", owner.id)
    .filter((one) => one.type === type && mayReadPackage(store, one))
}

/** Private ones are for the owner, and for those who have access to the repository. */
function mayReadPackage(store: Session, row: Package): boolean {
  if (!row.isPrivate) return true
  const home = store.find("repositories", row.repositoryId)
  const { account, grant } = store.viewer
  if (grant) return home !== undefined && isGranted(grant, home)
  const isOwner =
    account.id === row.ownerId ||
    store.get("accounts", row.ownerId).members.get(account.id) === "ADMIN"
  return isOwner || (home !== undefined && isCollaborator(store, account, home))
}

/** Newest first. */
export const packageVersionsOf = (store: Store, { id }: Package): PackageVersion[] =>
  store.rowsBy("packageVersions", "package", id).reverse()
