import { assetNamed } from "../lookup/index.js"
import { type Item, itemsOf, type Printed, releaseView } from "../print/index.js"
import {
  address,
  atMostOne,
  by,
  type Commands,
  type ComputedFields,
  changes,
  FILES,
  type Flags,
  filling,
  jsonField,
  NAMED,
  nothing,
  printing,
  ResultOf,
  refusing,
  type Step,
  switches,
  TEXT,
} from "./step.js"

/** gh's list, in which one release is the latest. */
const releaseColumns: Printed = [
  ({ name, tag_name }) => name || tag_name,
  ({ draft, prerelease, is_latest }) =>
    draft ? "Draft" : prerelease ? "Pre-release" : is_latest ? "Latest" : "",
  "tag_name",
  ({ published_at, created_at }) => published_at ?? created_at,
]

/** A page of releases, and the latest one if there is any. */
function withLatest([page, latest]: readonly unknown[]): unknown {
  const { items, ...rest } = Object(page)
  const { release_id } = Object(latest)
  return {
    ...rest,
    items: items.map((one: object) => ({
      ...one,
      is_latest: Reflect.get(one, "release_id") === release_id,
    })),
  }
}

/** The address of the repository of a page, in the REST API or its part for uploads. */
export function apiOf(url: unknown, name: "api" | "uploads" = "api"): string {
  const { origin, host, pathname } = new URL(String(url))
  const isCloud = /^github\.com$|\.ghe\.com$/.test(host)
  const api = isCloud ? `https://${name}.${host}` : `${origin}/api/${name === "api" ? "v3" : name}`
  const [, owner, repo] = pathname.split("/")
  return `${api}/repos/${owner}/${repo}`
}

const latestField: ComputedFields = {
  isLatest: { from: ["release_id"], value: ({ is_latest }) => is_latest },
}

/** The address of a release's archive, which follows from that of its page. */
const archive =
  (form: string) =>
  ({ url, tag_name, draft }: Item) =>
    draft ? "" : `${apiOf(url)}/${form}/${encodeURI(String(tag_name))}`

/** Files under gh's names besides those of the contract. */
const releaseFields: ComputedFields = {
  tarballUrl: archive("tarball"),
  zipballUrl: archive("zipball"),
  apiUrl: ({ url, release_id }) => `${apiOf(url)}/releases/${release_id}`,
  uploadUrl: ({ url, release_id }) =>
    `${apiOf(url, "uploads")}/releases/${release_id}/assets{?name,label}`,
  databaseId: "release_id",
  assets: ({ assets, url }) =>
    itemsOf(assets).map((asset) => ({
      ...asset,
      apiUrl: `${apiOf(url)}/releases/assets/${asset.asset_id}`,
      contentType: asset.content_type,
      downloadCount: asset.download_count,
      state: String(asset.state).toLowerCase(),
    })),
}

const filters: Flags = {
  "exclude-drafts": { value: true, keeps: ({ draft }) => draft !== true, help: "No drafts." },
  "exclude-pre-releases": {
    value: true,
    keeps: ({ prerelease }) => prerelease !== true,
    help: "No pre-releases.",
  },
}

const text = filling("-t title=name", "-n notes=body", "-F notes-file=body@file")

const latest: Flags = {
  latest: {
    input: "make_latest",
    value: "true",
    off: "false",
    help: "Mark it as the latest release; --latest=false does not.",
  },
}

/** GitHub starts the discussion when the release is published. */
const discussing = filling("discussion-category=discussion_category_name")

const target = filling("target=target_commitish")

const refusesDraft: NonNullable<Step["refuses"]> = (names, { draft }) =>
  names.has("discussion-category") && draft
    ? "--discussion-category is for published releases, not for --draft"
    : undefined

const FROM_TAG = "notes-from-tag"

/** GitHub ignores --latest for a draft, so only the step that publishes it has this option. */
const creating: Step = {
  id: "release.create",
  refuses: refusing(
    refusesDraft,
    ...["generate-notes", "notes-start-tag", "notes", "notes-file"].map((one) =>
      atMostOne(FROM_TAG, one),
    ),
  ),
  flags: {
    ...text,
    ...target,
    ...filling("generate-notes=generate_release_notes:true", {
      "notes-start-tag=generate_release_notes@since":
        "Generate notes, starting from this tag instead of the last release.",
    }),
  },
  after: "repo.tag.view",
}

const tagNotes = { body: new ResultOf("repo.tag.view", "message", true) }
const draftNotes = { draft: true, ...tagNotes }

/** Without the tag, nothing is created. */
const verifyingTag: Step = {
  id: "repo.tag.view",
  given: ["verify-tag", FROM_TAG],
  about: "tag",
  flags: switches({ "verify-tag": "Only if the tag already exists." }),
  isAside: true,
}

/** A second draft of the tag could not be published. */
const unlessReleased: Pick<Step, "unless"> = {
  unless: {
    id: "release.view",
    by: ["owner", "repo", "tag_name"],
    refused: ({ tag_name, draft }) => [
      `a ${draft ? "draft" : "release"} with the same tag name already exists: ${tag_name}`,
      `Add files with \`ghx release upload ${tag_name} FILE\`${draft ? `, then publish it with \`ghx release edit ${tag_name} --draft=false\`` : ""}`,
    ],
  },
}

const published: Step = { ...creating, flags: { ...creating.flags, ...latest, ...discussing } }

const downloading: Pick<Step, "saves" | "flags" | "refuses"> = {
  saves: "assets",
  refuses: atMostOne("output", "dir"),
  flags: {
    ...filling({
      "-p pattern=": "Only files whose names match this pattern, such as *.zip.",
      "-D dir=": "Folder for the files (default: the current one).",
      "-O output=": "Name for a single file, or - for stdout.",
    }),
    ...switches({ clobber: "Overwrite existing files.", "skip-existing": "Keep existing files." }),
  },
}

const draft = filling({
  "draft:true|false": "Hide the release again; --draft=false publishes a draft.",
})

const changing = [
  ...["title", "notes", "notes-file", "prerelease", "target", "latest"],
  ...["draft", "discussion-category"],
]

const retagging: Step = { id: "release.tag.set", flags: filling("tag=new_tag_name") }

export const releases: Commands = {
  "release list": [
    { id: "release.list", flags: filters, computed: { ...latestField, ...releaseFields } },
    {
      id: "release.latest",
      and: [TEXT],
      fixed: {},
      mayMiss: true,
      combines: withLatest,
      prints: releaseColumns,
    },
    {
      id: "release.latest",
      without: [TEXT],
      given: [jsonField("isLatest")],
      fixed: {},
      mayMiss: true,
      combines: (results) => Object(withLatest(results)).items,
      computed: { ...latestField, ...releaseFields },
    },
  ],
  "release view": [
    { id: "release.view", given: [NAMED], prints: releaseView, computed: releaseFields },
    { id: "release.latest", without: [NAMED], prints: releaseView, computed: releaseFields },
  ],
  // The release is published only after its files were uploaded, so nobody sees it incomplete.
  "release create": printing(
    address,
    {
      ...verifyingTag,
      flags: {
        ...verifyingTag.flags,
        ...switches({ [FROM_TAG]: "Use the message of the existing tag as notes." }),
      },
    },
    { ...published, without: [FILES, FROM_TAG] },
    { ...published, given: [FROM_TAG], without: [FILES], usual: tagNotes },
    {
      ...{ ...creating, ...unlessReleased, given: [FILES] },
      ...{ without: [FROM_TAG, "draft"], usual: { draft: true } },
    },
    {
      ...{ ...creating, ...unlessReleased, given: [FILES] },
      ...{ and: [FROM_TAG], without: ["draft"], usual: draftNotes },
    },
    { ...published, given: [FILES], and: ["draft"], without: [FROM_TAG] },
    { ...published, given: [FILES], and: ["draft", FROM_TAG], usual: tagNotes },
    {
      id: "release.assets.upload",
      given: [FILES],
      isForFiles: true,
      fixed: { release_id: new ResultOf("release.create", "release_id") },
      isAside: true,
    },
    {
      id: "release.publish",
      given: [FILES],
      without: ["draft"],
      fixed: { tag_name: new ResultOf("release.create", "tag_name") },
      after: "release.assets.upload",
      flags: { ...latest, ...discussing },
    },
  ),
  "release upload": [
    by(
      switches({ clobber: "Delete files with the same names, then upload." }),
      "release.assets.list",
    ),
    {
      id: "release.asset.delete",
      given: ["clobber"],
      each: { id: "release.assets.list", named: "name", inputs: { asset_id: "asset_id" } },
      isConfirmed: true,
    },
    {
      id: "release.assets.upload",
      isForFiles: true,
      flags: {},
      after: "release.asset.delete",
      cure: ({ name }) =>
        `If the release had an older ${name}, it is deleted: upload the new one again`,
      prints: nothing,
    },
  ],
  "release download": [
    { id: "release.view", given: [NAMED], ...downloading },
    {
      id: "release.latest",
      without: [NAMED],
      ...downloading,
      refuses: (names, ...others) =>
        names.has("pattern")
          ? downloading.refuses?.(names, ...others)
          : "the newest release needs --pattern",
    },
  ],
  "release delete": printing(
    nothing,
    { id: "release.delete" },
    by(switches({ "cleanup-tag": "Delete the tag as well." }), "repo.tag.delete", {
      about: "tag",
      after: "release.delete",
    }),
  ),
  ...changes(nothing, {
    "release delete-asset": {
      id: "release.asset.delete",
      about: "tag_name",
      further: { names: ["asset"], input: ([name = ""]) => ({ asset_id: assetNamed(name) }) },
    },
  }),
  "release edit": printing(
    address,
    {
      ...verifyingTag,
      unlessOnly: ["verify-tag"],
      flags: { ...verifyingTag.flags, ...filling({ tag: "Change the tag." }) },
    },
    {
      id: "release.update",
      given: changing,
      refuses: refusing(refusesDraft, (names, { draft }) =>
        names.has("tag") && draft === false
          ? "--draft=false creates the tag: change --tag first"
          : undefined,
      ),
      after: "repo.tag.view",
      flags: { ...text, ...target, ...draft, ...latest, ...discussing },
    },
    { ...retagging, given: ["tag"], without: changing, after: "repo.tag.view" },
    { ...retagging, given: changing, and: ["tag"], after: "release.update" },
  ),
}
