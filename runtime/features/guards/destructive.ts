/**
 * Operations that take away what their opposite does not bring back: data, the history of a branch, access, protection,
 * visibility, ownership. A list or a rule that is replaced takes away what is missing in the new one.
 * `test/operations/destructive.test.ts` has all others, so that a new description is reviewed.
 */

/**
 * Values of members of the input with which an operation is destructive: all but null, null or an empty list, or these,
 * where undefined is a missing member. A path continues in each item of a list.
 */
type Condition = Readonly<Record<string, "given" | "emptied" | readonly unknown[]>>

const always: Condition = {}
const zeros = "0".repeat(40)

/** By the name of the mutation, besides those that begin with `delete`. */
const mutations: Readonly<Record<string, Condition>> = {
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
  unlinkProjectV2FromTeam: always,
  updateBranchProtectionRule: always,
  updateEnterpriseAdministratorRole: always,
  updateEnterpriseOwnerOrganizationRole: { organizationRole: ["DIRECT_MEMBER", "UNAFFILIATED"] },
  updateEnvironment: always,
  updateIpAllowListEntry: always,
  // Values of options that are missing from the new list disappear from all items.
  updateIssueField: { options: "given" },
  updateProject: { public: "given" },
  updateProjectV2: { public: "given" },
  updateProjectV2Collaborators: { "collaborators.role": ["NONE", "READER"] },
  updateProjectV2Field: {
    iterationConfiguration: "given",
    multiSelectOptions: "given",
    singleSelectOptions: "given",
  },
  updatePullRequestBranch: { updateMethod: ["REBASE"] },
  updateRef: { force: [true] },
  updateRefs: { "refUpdates.afterOid": [zeros], "refUpdates.force": [true] },
  updateRepositoryCustomProperty: { allowedValues: "given" },
  updateRepositoryRuleset: always,
  updateTeamsRepository: { permission: ["READ", "TRIAGE"] },
  updateUserList: { isPrivate: "given" },
}

/** By method and path, besides `DELETE`. */
const requests: Readonly<Record<string, Condition>> = {
  "PATCH /app/hook/config": always,
  "PATCH /applications/{}/token": always,
  "PATCH /enterprises/{}/code-security/configurations/{}": always,
  "PATCH /enterprises/{}/dependabot/repository-access": { repository_ids_to_remove: "given" },
  "PATCH /orgs/{}": {
    default_repository_permission: "given",
    members_can_create_repositories: [false],
    members_allowed_repository_creation_type: "given",
  },
  "PATCH /orgs/{}/actions/runner-groups/{}": { visibility: "given" },
  "PATCH /orgs/{}/code-security/configurations/{}": always,
  "PATCH /orgs/{}/dependabot/repository-access": { repository_ids_to_remove: "given" },
  // The secret of a webhook cannot be read, so it is lost with its configuration.
  "PATCH /orgs/{}/hooks/{}": { active: [false], config: "given" },
  "PATCH /orgs/{}/hooks/{}/config": always,
  "PATCH /orgs/{}/issue-fields/{}": { options: "given" },
  "PATCH /orgs/{}/properties/schema": { "properties.allowed_values": "given" },
  "PATCH /orgs/{}/teams/{}": { privacy: "given" },
  "PATCH /orgs/{}/{}/variables/{}": { visibility: "given", selected_repository_ids: "given" },
  "PATCH /repos/{}/{}": {
    archived: [true],
    private: "given",
    security_and_analysis: "given",
    visibility: "given",
  },
  "PATCH /repos/{}/{}/branches/{}/protection/{...}": always,
  "PATCH /repos/{}/{}/git/refs/{...}": { force: [true] },
  "PATCH /repos/{}/{}/hooks/{}": { active: [false], config: "given" },
  "PATCH /repos/{}/{}/hooks/{}/config": always,
  "PATCH /repos/{}/{}/invitations/{}": { permissions: ["read", "triage"] },
  "PATCH /teams/{}": { privacy: "given" },
  "PATCH /user/email/visibility": always,
  "POST /credentials/revoke": always,
  "POST /enterprises/{}/teams/{}/memberships/remove": always,
  "POST /enterprises/{}/teams/{}/organizations/remove": always,
  "POST /orgs/{}/attestations/delete-request": always,
  "POST /orgs/{}/migrations": { lock_repositories: [true] },
  "POST /orgs/{}/personal-access-tokens": always,
  "POST /orgs/{}/personal-access-tokens/{}": always,
  "POST /orgs/{}/{}/{enablement}": { enablement: ["disable_all"] },
  "POST /repos/{}/{}/transfer": always,
  "POST /user/migrations": { lock_repositories: [true] },
  "POST /users/{}/attestations/delete-request": always,
  "PUT /app/installations/{}/suspended": always,
  // Whoever is blocked also stops being a collaborator.
  "PUT /orgs/{}/blocks/{}": always,
  "PUT /orgs/{}/codespaces/access": always,
  "PUT /orgs/{}/copilot-spaces/{}/collaborators/{}/{}": { role: ["no_access"] },
  "PUT /orgs/{}/copilot/content_exclusion": always,
  "PUT /orgs/{}/memberships/{}": { role: [undefined, "member"] },
  "PUT /orgs/{}/outside_collaborators/{}": always,
  "PUT /orgs/{}/properties/schema/{}": { allowed_values: "given" },
  "PUT /orgs/{}/rulesets/{}": always,
  "PUT /orgs/{}/{}/secrets/{}": { selected_repository_ids: "emptied" },
  "PUT /orgs/{}/teams/{}/memberships/{}": { role: ["member"] },
  "PUT /orgs/{}/teams/{}/repos/{}/{}": { permission: ["pull", "triage"] },
  "PUT /repos/{}/{}/actions/permissions/access": { access_level: ["none"] },
  "PUT /repos/{}/{}/branches/{}/protection": always,
  "PUT /repos/{}/{}/branches/{}/protection/{...}": always,
  "PUT /repos/{}/{}/collaborators/{}": { permission: ["pull", "read", "triage"] },
  "PUT /repos/{}/{}/environments/{}": always,
  "PUT /repos/{}/{}/environments/{}/deployment-branch-policies/{}": always,
  "PUT /repos/{}/{}/pages": { public: "given" },
  "PUT /repos/{}/{}/rulesets/{}": always,
  "PUT /teams/{}/memberships/{}": { role: ["member"] },
  "PUT /teams/{}/repos/{}/{}": { permission: ["pull", "triage"] },
  "PUT /user/blocks/{}": always,
  "PUT /user/codespaces/secrets/{}": { selected_repository_ids: "emptied" },
  "PUT /users/{}/copilot-spaces/{}/collaborators/{}/{}": { role: ["no_access"] },
  "PUT {...}/repositories": always,
  "PUT {...}/runners": always,
}

/** When a mutation is destructive; undefined if never. */
export function mutationCondition(name: string): Condition | undefined {
  // This one clears a field, which setting it again undoes.
  if (name === "deleteIssueFieldValue") return undefined
  // Settings of an organization or an enterprise decide who may do what.
  if (/^delete[A-Z]|^update\w+Setting$/.test(name)) return always
  return Object.hasOwn(mutations, name) ? mutations[name] : undefined
}

/** When a request is destructive; undefined if never. A capability decides itself what its `DELETE` does. */
export function requestCondition(method: string, path: string): Condition | undefined {
  const text = `${method} ${path}`
  const found = Object.entries(requests).find(([one]) => patternOf(one).test(text))
  return found?.[1]
}

/** A ref contains slashes: `heads/main`. A parameter with a name is one of the described path. */
function patternOf(request: string): RegExp {
  const pattern = request
    .replace("{...}", ".+")
    .replaceAll("{}", "[^/]+")
    .replace(/\{(?=\w)/, "\\{")
  return new RegExp(`^${pattern}$`)
}

/** Whether an input meets a condition. */
export function isMet(condition: Condition, input: unknown): boolean {
  const members = Object.entries(condition)
  if (members.length === 0) return true
  return members.some(([path, wanted]) =>
    valuesAt(input, path.split(".")).some((value) => {
      if (wanted === "emptied") return value === null || (Array.isArray(value) && !value.length)
      if (wanted === "given") return value !== undefined && value !== null
      return wanted.includes(value)
    }),
  )
}

/** The values at the end of a path: an empty list is one, too. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value]
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, [name, ...rest]))
  return valuesAt(Object(value)[name], rest)
}
