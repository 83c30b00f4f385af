import type { SeedOrganization, SeedRepository, SeedUser } from "../public/index.js"

/**
 * Lists that are not modelled. A seed can declare them empty for an account or a repository; otherwise they
 * are unknown.
 */
export const EMPTY_LISTS = {
  repository: ["commit_comments", "deploy_keys", "packages"],
  user: [
    "commit_comments",
    "enterprises",
    "lists",
    "pinned_items",
    "public_keys",
    "saved_replies",
    "social_accounts",
    "sponsors",
  ],
  organization: [
    "domains",
    "mannequins",
    "pending_members",
    "pinned_items",
    "rulesets",
    "sponsors",
  ],
} as const satisfies {
  repository: readonly (keyof SeedRepository)[]
  user: readonly (keyof SeedUser)[]
  organization: readonly (keyof SeedOrganization)[]
}

export type EmptyList = (typeof EMPTY_LISTS)[keyof typeof EMPTY_LISTS][number]

/** A seed's declaration that all of these lists are empty. */
export const nothingIn = <Of extends keyof typeof EMPTY_LISTS>(kind: Of) =>
  Object.fromEntries(EMPTY_LISTS[kind].map((name) => [name, []])) as {
    [Name in (typeof EMPTY_LISTS)[Of][number]]: never[]
  }
