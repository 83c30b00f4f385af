import { peel } from "../../git/index.js"
import {
  assetsOf,
  assetUrl,
  commitNode,
  isVisible,
  latestRelease,
  refNode,
} from "../../state/index.js"
import type { Release, ReleaseAsset, Repository } from "../../tables/index.js"
import {
  type Context,
  constants,
  emptyConnection,
  type Fields,
  list,
  listById,
  type Order,
  type OrderedArgs,
  orderOf,
  type PageArgs,
} from "../field/index.js"
import { html } from "./written.js"

export const releaseFields: Fields<Release> = {
  ...constants({ reactionGroups: [], viewerCanReact: true }),
  mentions: emptyConnection,
  reactions: emptyConnection,
  releaseAssets: listById((release, { store }, { name }: PageArgs & { name?: string | null }) =>
    assetsOf(store, release).filter((one) => !name || one.name === name),
  ),
  description: (release) => release.body,
  descriptionHTML: (release) => html(release.body),
  shortDescriptionHTML: (release, args: { limit?: number | null }) =>
    html(release.body).slice(0, args.limit ?? 200),
  isLatest: (release, _, { store }) => latestRelease(store, home(store, release)) === release,
  tag: (release, _, context) => refNode(context, release.repositoryId, tagOf(release)),
  tagCommit: (release, _, { store }) => {
    const oid = home(store, release).refs.get(tagOf(release))
    return oid === undefined ? null : commitNode(release.repositoryId, peel(store.git, oid))
  },
}

export const releaseAssetFields: Fields<ReleaseAsset> = {
  ...constants({ downloadCount: 0 }),
  downloadUrl: (asset, _, { store }) => assetUrl(store, asset),
  uploadedBy: (asset, _, { store }) => store.get("accounts", asset.uploaderId),
  url: (asset, _, { store }) => assetUrl(store, asset),
}

const tagOf = (release: Release): string => `refs/tags/${release.tagName}`

const home = (store: Context["store"], release: Release): Repository =>
  store.get("repositories", release.repositoryId)

/** Release fields of a repository. */
export const repositoryReleaseFields: Fields<Repository> = {
  latestRelease: (repo, _, { store }) => latestRelease(store, repo) ?? null,
  release: (repo, args: { tagName: string }, context) =>
    visible(context, repo).find((release) => release.tagName === args.tagName) ?? null,
  releases: list(
    (repo, context) => visible(context, repo),
    (args: OrderedArgs) => ({ order: releaseOrder(args.orderBy) }),
  ),
}

/** Newest first by default. */
const releaseOrder = (order: OrderedArgs["orderBy"]): Order<Release> =>
  orderOf(
    order,
    "CREATED_AT",
    {
      CREATED_AT: (release) => [release.createdAt, release.id],
      NAME: (release) => [release.name ?? release.tagName, release.id],
    },
    "DESC",
  )

const visible = ({ store }: Context, repo: Repository): Release[] =>
  store.rowsBy("releases", "repository", repo.id).filter((release) => isVisible(store, release))
