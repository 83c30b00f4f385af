/** The rows of settings, environments and deployments. */

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

export interface Environment {
  readonly kind: "Environment"
  readonly id: number
  readonly repositoryId: number
  readonly name: string
  /** Variables and secrets, as in repositories. */
  readonly secrets: ReadonlyMap<string, Setting>
  readonly variables: ReadonlyMap<string, Setting>
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Deployment {
  readonly kind: "Deployment"
  readonly id: number
  readonly repositoryId: number
  readonly oid: string
  /** The branch, the tag or the commit that was asked for. */
  readonly ref: string
  readonly task: string
  /** JSON. */
  readonly payload: string
  readonly originalEnvironment: string
  readonly environment: string
  readonly description: string | null
  readonly isTransient: boolean
  readonly isProduction: boolean
  readonly creatorId: number
  readonly createdAt: string
  readonly updatedAt: string
}

export type DeploymentStatusState =
  | "ERROR"
  | "FAILURE"
  | "INACTIVE"
  | "IN_PROGRESS"
  | "PENDING"
  | "QUEUED"
  | "SUCCESS"

export interface DeploymentStatus {
  readonly kind: "DeploymentStatus"
  readonly id: number
  readonly deploymentId: number
  readonly state: DeploymentStatusState
  readonly environment: string
  readonly description: string
  readonly environmentUrl: string
  readonly logUrl: string
  readonly creatorId: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** An invitation to become a collaborator. */
export interface Invitation {
  readonly kind: "RepositoryInvitation"
  readonly id: number
  readonly repositoryId: number
  readonly inviteeId: number
  readonly inviterId: number
  readonly permission: "READ" | "TRIAGE" | "WRITE" | "MAINTAIN" | "ADMIN"
  readonly createdAt: string
}
