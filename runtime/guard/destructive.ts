/**
 * Operations that take away what their opposite does not bring back: data, the history of a branch, access, visibility,
 * ownership. `test/operations/destructive.test.ts` has all others, so that a new description is reviewed.
 */

/**
 * Values of members of the input with which an operation is destructive: all but null, or these. A path continues in
 * each item of a list.
 */
export type Condition = Readonly<Record<string, "given" | readonly unknown[]>>

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
  updateEnterpriseOwnerOrganizationRole: { organizationRole: ["UNAFFILIATED"] },
  // Values of options that are missing from the new list disappear from all items.
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
  updateRefs: { "refUpdates.afterOid": [zeros], "refUpdates.force": [true] },
  updateRepositoryCustomProperty: { allowedValues: "given" },
  updateUserList: { isPrivate: "given" },
}

/** By method and path, besides `DELETE`. */
const requests: Readonly<Record<string, Condition>> = {
  "PATCH /applications/{}/token": always,
  "PATCH /orgs/{}/issue-fields/{}": { options: "given" },
  "PATCH /orgs/{}/properties/schema": { "properties.allowed_values": "given" },
  "PATCH /orgs/{}/teams/{}": { privacy: "given" },
  "PATCH /repos/{}/{}": { archived: [true], private: "given", visibility: "given" },
  "PATCH /repos/{}/{}/git/refs/{...}": { force: [true] },
  "PATCH /teams/{}": { privacy: "given" },
  "PATCH /user/email/visibility": always,
  "POST /credentials/revoke": always,
  "POST /enterprises/{}/teams/{}/memberships/remove": always,
  "POST /enterprises/{}/teams/{}/organizations/remove": always,
  "POST /orgs/{}/attestations/delete-request": always,
  "POST /orgs/{}/migrations": { lock_repositories: [true] },
  "POST /orgs/{}/personal-access-tokens": always,
  "POST /orgs/{}/personal-access-tokens/{}": always,
  "POST /repos/{}/{}/transfer": always,
  "POST /user/migrations": { lock_repositories: [true] },
  "POST /users/{}/attestations/delete-request": always,
  "PUT /app/installations/{}/suspended": always,
  // Whoever is blocked also stops being a collaborator.
  "PUT /orgs/{}/blocks/{}": always,
  "PUT /orgs/{}/copilot-spaces/{}/collaborators/{}/{}": { role: ["no_access"] },
  "PUT /orgs/{}/outside_collaborators/{}": always,
  "PUT /orgs/{}/properties/schema/{}": { allowed_values: "given" },
  "PUT /repos/{}/{}/pages": { public: "given" },
  "PUT /user/blocks/{}": always,
  "PUT /users/{}/copilot-spaces/{}/collaborators/{}/{}": { role: ["no_access"] },
}

/** When a mutation is destructive; undefined if never. */
export function mutationCondition(name: string): Condition | undefined {
  // This one clears a field, which setting it again undoes.
  if (name === "deleteIssueFieldValue") return undefined
  if (/^delete[A-Z]/.test(name)) return always
  return Object.hasOwn(mutations, name) ? mutations[name] : undefined
}

/** When a request is destructive; undefined if never. A capability decides itself what its `DELETE` does. */
export function requestCondition(method: string, path: string): Condition | undefined {
  const text = `${method} ${path}`
  const found = Object.entries(requests).find(([one]) => patternOf(one).test(text))
  return found?.[1]
}

/** A ref contains slashes: `heads/main`. */
function patternOf(request: string): RegExp {
  const pattern = request.replace("{...}", ".+").replaceAll("{}", "[^/]+")
  return new RegExp(`^${pattern}$`)
}

/** Whether an input meets a condition. */
export function isMet(condition: Condition, input: unknown): boolean {
  const members = Object.entries(condition)
  if (members.length === 0) return true
  return members.some(([path, wanted]) =>
    valuesAt(input, path.split(".")).some(
      (value) =>
        value !== undefined && value !== null && (wanted === "given" || wanted.includes(value)),
    ),
  )
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((one) => valuesAt(one, name ? [name, ...rest] : []))
  return name === undefined ? [value] : valuesAt(Object(value)[name], rest)
}
