/** The rows of an organization's teams. */

export type TeamRole = "MAINTAINER" | "MEMBER"

/** A team. It has no repositories, so it gives nobody access. */
export interface Team {
  readonly kind: "Team"
  readonly id: number
  readonly organizationId: number
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly privacy: "SECRET" | "VISIBLE"
  readonly parentId: number | null
  /** By user id; without the members of child teams. */
  readonly members: ReadonlyMap<number, TeamRole>
  readonly createdAt: string
  readonly updatedAt: string
}
