/** The rows of GitHub Pages, and of packages with their versions. */
import type { SeedPackage, SeedPages } from "../public/index.js"
import * as t from "./columns.js"

export const pagesTables = {
  /** The site of a repository. */
  pages: {
    ...t.node({ Pages: "PA" }),
    repositoryId: t.id("repositories"),
    branch: t.text,
    path: t.oneOf<NonNullable<SeedPages["path"]>>(),
    buildType: t.oneOf<NonNullable<SeedPages["build_type"]>>(),
    cname: t.nullable(t.text),
    isHttpsEnforced: t.flag,
  },
  pagesBuilds: {
    ...t.node({ PagesBuild: "PB" }),
    repositoryId: t.id("repositories"),
    oid: t.commit,
    status: t.oneOf<"building" | "built" | "errored">(),
    /** Null unless it failed. */
    error: t.nullable(t.text),
    pusherId: t.id("accounts"),
    ...t.dated,
  },
  packages: {
    ...t.node({ Package: "PK" }),
    ownerId: t.id("accounts"),
    type: t.oneOf<SeedPackage["type"]>(),
    name: t.text,
    isPrivate: t.flag,
    /** The repository that it is linked to, whose readers may read it. */
    repositoryId: t.nullable(t.id("repositories")),
    ...t.dated,
  },
  packageVersions: {
    ...t.node({ PackageVersion: "PV" }),
    packageId: t.id("packages"),
    name: t.text,
    description: t.nullable(t.text),
    /** Of images. */
    tags: t.list<string>(),
    ...t.dated,
  },
}

export interface Pages extends t.Row<typeof pagesTables.pages> {}
export interface PagesBuild extends t.Row<typeof pagesTables.pagesBuilds> {}
export interface Package extends t.Row<typeof pagesTables.packages> {}
export interface PackageVersion extends t.Row<typeof pagesTables.packageVersions> {}
