/** The rows of environments and deployments. */

export interface Environment {
  readonly kind: "Environment"
  readonly id: number
  readonly repositoryId: number
  readonly name: string
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
