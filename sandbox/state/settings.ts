/** Variables and secrets of a repository, which its workflows read. */
import {
  type Repository,
  recordApplied,
  type Setting,
  type Store,
  update,
  withEntry,
  withoutEntry,
} from "../tables/index.js"
import { notFound, unprocessable } from "./errors.js"
import { authorize, type Viewer } from "./permissions.js"

export type SettingKind = "secrets" | "variables"

/** The resource that an installation's token needs. */
const RESOURCE = { secrets: "secrets", variables: "actions_variables" } as const

/** Throws for viewers with read permission only, to whom GitHub shows neither. */
export function authorizeSettings(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  kind: SettingKind,
): void {
  authorize(store, viewer, repository, RESOURCE[kind], "WRITE")
}

/** Creates or replaces a setting. Its name is stored in upper case. */
export function setSetting(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  kind: SettingKind,
  name: string,
  value: string,
): "created" | "updated" {
  authorizeSettings(store, viewer, repository, kind)
  checkName(name)
  const known = repository[kind].get(name.toUpperCase())
  putSetting(store, repository, kind, name, value, store.clock.tick())
  recordApplied(store, kind === "secrets" ? "setSecret" : "setVariable", viewer.account, repository)
  return known ? "updated" : "created"
}

export function putSetting(
  store: Store,
  repository: Repository,
  kind: SettingKind,
  name: string,
  value: string,
  now: string,
): void {
  const key = name.toUpperCase()
  const created = repository[kind].get(key)?.created ?? now
  const settings = withEntry(repository[kind], key, { value, created, updated: now })
  update(store, repository, { [kind]: settings })
}

/** Renames a setting, which keeps its time of creation. */
export function renameSetting(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  kind: SettingKind,
  from: string,
  to: string,
): void {
  authorizeSettings(store, viewer, repository, kind)
  checkName(to)
  const setting = settingOf(repository, kind, from)
  const settings = withEntry(
    withoutEntry(repository[kind], from.toUpperCase()),
    to.toUpperCase(),
    setting,
  )
  update(store, repository, { [kind]: settings })
}

export function deleteSetting(
  store: Store,
  viewer: Viewer,
  repository: Repository,
  kind: SettingKind,
  name: string,
): void {
  authorizeSettings(store, viewer, repository, kind)
  settingOf(repository, kind, name)
  store.clock.tick()
  update(store, repository, { [kind]: withoutEntry(repository[kind], name.toUpperCase()) })
  recordApplied(
    store,
    kind === "secrets" ? "deleteSecret" : "deleteVariable",
    viewer.account,
    repository,
  )
}

/** @throws Refusal if there is no setting with the name */
export function settingOf(repository: Repository, kind: SettingKind, name: string): Setting {
  const setting = repository[kind].get(name.toUpperCase())
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
