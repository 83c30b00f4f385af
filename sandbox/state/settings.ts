/** Variables and secrets of repositories, environments and organizations, which workflows read. */

import {
  type Account,
  type Environment,
  type Repository,
  type Setting,
  type Store,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { notFound, unprocessable } from "./errors.js"
import { authorize } from "./permissions.js"
import type { Session } from "./session.js"

/** What has settings. Among accounts, these are organizations. */
export type SettingOwner = Repository | Environment | Account

export type SettingKind = "secrets" | "variables"

/** The resource that an installation's token needs. */
const RESOURCE = { secrets: "secrets", variables: "actions_variables" } as const

/** Throws for viewers with read permission only, to whom GitHub shows neither. */
export function authorizeSettings(store: Session, owner: SettingOwner, kind: SettingKind): void {
  if (owner.kind === "Repository" || owner.kind === "Environment") {
    const repository =
      owner.kind === "Repository" ? owner : store.get("repositories", owner.repositoryId)
    authorize(store, repository, RESOURCE[kind], "WRITE")
    return
  }
  // No installation has the permission of an organization's settings.
  const isAdmin = !store.viewer.grant && owner.members.get(store.viewer.account.id) === "ADMIN"
  if (!isAdmin || !store.viewer.scopes.has("admin:org")) throw notFound("Not Found")
}

export type SettingAccess = Pick<Setting, "visibility" | "repositoryIds">

/** Creates or replaces a setting. Its name is stored in upper case. */
export function setSetting(
  store: Session,
  owner: SettingOwner,
  kind: SettingKind,
  name: string,
  value: string,
  access?: Partial<SettingAccess>,
): "created" | "updated" {
  authorizeSettings(store, owner, kind)
  checkName(name)
  const known = owner[kind].get(name.toUpperCase())
  putSetting(store, owner, kind, name, value, store.clock.tick(), access)
  store.recordApplied(kind === "secrets" ? "setSecret" : "setVariable", owner)
  return known ? "updated" : "created"
}

export function putSetting(
  store: Store,
  owner: SettingOwner,
  kind: SettingKind,
  name: string,
  value: string,
  now: string,
  access: Partial<SettingAccess> = {},
): void {
  const key = name.toUpperCase()
  const known = owner[kind].get(key)
  const { created, visibility, repositoryIds } = known ?? {
    ...{ created: now, visibility: null, repositoryIds: [] },
  }
  const setting = { visibility, repositoryIds, ...access, value, created, updated: now }
  const settings = withEntry(owner[kind], key, setting)
  store.update(owner, { [kind]: settings })
}

/** Renames a setting, which keeps its time of creation. */
export function renameSetting(
  store: Session,
  owner: SettingOwner,
  kind: SettingKind,
  from: string,
  to: string,
): void {
  authorizeSettings(store, owner, kind)
  checkName(to)
  const setting = settingOf(owner, kind, from)
  const settings = withEntry(
    withoutEntry(owner[kind], from.toUpperCase()),
    to.toUpperCase(),
    setting,
  )
  store.update(owner, { [kind]: settings })
}

export function deleteSetting(
  store: Session,
  owner: SettingOwner,
  kind: SettingKind,
  name: string,
): void {
  authorizeSettings(store, owner, kind)
  settingOf(owner, kind, name)
  store.clock.tick()
  store.update(owner, { [kind]: withoutEntry(owner[kind], name.toUpperCase()) })
  store.recordApplied(kind === "secrets" ? "deleteSecret" : "deleteVariable", owner)
}

/** @throws Refusal if there is no setting with the name */
export function settingOf(owner: SettingOwner, kind: SettingKind, name: string): Setting {
  const setting = owner[kind].get(name.toUpperCase())
  if (!setting) throw notFound(`There is no ${name} in ${kind}`)
  return setting
}

function checkName(name: string): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw unprocessable(
      "Name can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). Spaces are not allowed. Must start with a letter ([a-z], [A-Z]) or underscores (_).",
    )
  }
  if (/^GITHUB_/i.test(name)) throw unprocessable("Name must not start with the GITHUB_ prefix.")
}
