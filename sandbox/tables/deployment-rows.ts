/** The rows of settings, environments and deployments. */
import type { SeedDeployment } from "../public/index.js"
import * as t from "./columns.js"

export const deploymentTables = {
  environments: {
    ...t.node({ Environment: "EN" }),
    repositoryId: t.id("repositories"),
    name: t.text,
    /** Variables and secrets, as in repositories. */
    secrets: t.byText<Setting>(),
    variables: t.byText<Setting>(),
    ...t.dated,
  },
  deployments: {
    ...t.node({ Deployment: "DE" }),
    repositoryId: t.id("repositories"),
    oid: t.commit,
    /** The branch, the tag or the commit that was asked for. */
    ref: t.text,
    task: t.text,
    /** JSON. */
    payload: t.text,
    originalEnvironment: t.text,
    environment: t.text,
    description: t.nullable(t.text),
    isTransient: t.flag,
    isProduction: t.flag,
    creatorId: t.id("accounts"),
    ...t.dated,
  },
  deploymentStatuses: {
    ...t.node({ DeploymentStatus: "DES" }),
    deploymentId: t.id("deployments"),
    state: t.oneOf<DeploymentStatusState>(),
    environment: t.text,
    description: t.text,
    environmentUrl: t.text,
    logUrl: t.text,
    creatorId: t.id("accounts"),
    ...t.dated,
  },
  /** An invitation to become a collaborator. */
  invitations: {
    ...t.node({ RepositoryInvitation: "RI" }),
    repositoryId: t.id("repositories"),
    inviteeId: t.id("accounts"),
    inviterId: t.id("accounts"),
    permission: t.oneOf<"READ" | "TRIAGE" | "WRITE" | "MAINTAIN" | "ADMIN">(),
    createdAt: t.time,
  },
}

export interface Environment extends t.Row<typeof deploymentTables.environments> {}
export interface Deployment extends t.Row<typeof deploymentTables.deployments> {}
export interface DeploymentStatus extends t.Row<typeof deploymentTables.deploymentStatuses> {}
export interface Invitation extends t.Row<typeof deploymentTables.invitations> {}

/** A variable or a secret of a repository, an environment or an organization. */
export interface Setting {
  readonly value: string
  /** Which repositories of its organization may read it; null unless it is the setting of an organization. */
  readonly visibility: "all" | "private" | "selected" | null
  /** The selected repositories. */
  readonly repositoryIds: readonly number[]
  readonly created: string
  readonly updated: string
}

export type DeploymentStatusState = NonNullable<SeedDeployment["state"]>
