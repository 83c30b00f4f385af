/**
 * Operations that take away what their opposite does not bring back, besides `DELETE` requests and mutations that begin
 * with `delete`: history of branches, access, visibility, ownership. `test/operations/destructive.test.ts` has the list
 * of all others, so that each operation of a new description is classified.
 */

/** Values of members of the input with which an operation is destructive: all but null, or these. */
export type Condition = Readonly<Record<string, "given" | readonly unknown[]>>

const always = {}

/** By the name of the mutation; members of its `input`, and of lists in it. */
export const mutations: Readonly<Record<string, Condition>> = {
  abortQueuedMigrations: always,
  abortRepositoryMigration: always,
  archivePullRequest: always,
  archiveRepository: always,
  cancelSponsorship: always,
  regenerateEnterpriseIdentityProviderRecoveryCodes: always,
  regenerateVerifiableDomainToken: always,
  removeEnterpriseAdmin: always,
  removeEnterpriseIdentityProvider: always,
  removeEnterpriseMember: always,
  removeEnterpriseOrganization: always,
  removeEnterpriseSupportEntitlement: always,
  removeOutsideCollaborator: always,
  retireSponsorsTier: always,
  revokeEnterpriseOrganizationsMigratorRole: always,
  revokeMigratorRole: always,
  setEnterpriseIdentityProvider: always,
  startRepositoryMigration: { lockSource: [true] },
  transferEnterpriseOrganization: always,
  transferIssue: always,
  updateEnterpriseOwnerOrganizationRole: { organizationRole: ["UNAFFILIATED"] },
  // Options, iterations and values that are not in the new list disappear from all items.
  updateIssueField: { options: "given" },
  updateProject: { public: "given" },
  updateProjectV2: { public: "given" },
  updateProjectV2Collaborators: { "collaborators.role": ["NONE"] },
  updateProjectV2Field: {
    iterationConfiguration: "given",
    multiSelectOptions: "given",
    singleSelectOptions: "given",
  },
  updatePullRequestBranch: { updateMethod: ["REBASE"] },
  updateRef: { force: [true] },
  updateRefs: { "refUpdates.force": [true], "refUpdates.afterOid": ["0".repeat(40)] },
  updateRepository: { visibility: "given" },
  updateRepositoryCustomProperty: { allowedValues: "given" },
}
