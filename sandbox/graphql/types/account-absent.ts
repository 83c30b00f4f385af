import type { Account } from "../../tables/index.js"
import { emptyConnection, type Field, type Fields } from "../field/index.js"
import { own } from "./absent.js"

const nothing: Field<unknown> = () => null
const none: Field<unknown> = () => 0
const no: Field<unknown> = () => false

/** Answers of users and organizations about features that the sandbox does not have. */
export const absentOfOwners: Fields<Account> = {
  estimatedNextSponsorsPayoutInCents: own("sponsors", none),
  hasSponsorsListing: own("sponsors", no),
  isSponsoredBy: own("sponsors", no),
  isSponsoringViewer: own("sponsors", no),
  lifetimeReceivedSponsorshipValues: own("sponsors", emptyConnection),
  monthlyEstimatedSponsorsIncomeInCents: own("sponsors", none),
  // GraphQL has no packages of the types that REST has.
  packages: emptyConnection,
  pinnedItems: own("pinned_items", emptyConnection),
  // GitHub has removed classic projects.
  projects: emptyConnection,
  sponsoring: own("sponsors", emptyConnection),
  sponsors: own("sponsors", emptyConnection),
  sponsorsActivities: own("sponsors", emptyConnection),
  sponsorshipForViewerAsSponsor: own("sponsors", nothing),
  sponsorshipForViewerAsSponsorable: own("sponsors", nothing),
  sponsorshipNewsletters: own("sponsors", emptyConnection),
  sponsorshipsAsMaintainer: own("sponsors", emptyConnection),
  sponsorshipsAsSponsor: own("sponsors", emptyConnection),
  sponsorsListing: own("sponsors", nothing),
  totalSponsorshipAmountAsSponsorInCents: own("sponsors", none),
  viewerCanSponsor: own("sponsors", no),
  viewerIsSponsoring: own("sponsors", no),
}

export const absentOfUsers: Fields<Account> = {
  commitComments: own("commit_comments", emptyConnection),
  enterprises: own("enterprises", emptyConnection),
  lists: own("lists", emptyConnection),
  publicKeys: own("public_keys", emptyConnection),
  savedReplies: own("saved_replies", emptyConnection),
  socialAccounts: own("social_accounts", emptyConnection),
}

export const absentOfOrganizations: Fields<Account> = {
  domains: own("domains", emptyConnection),
  mannequins: own("mannequins", emptyConnection),
  pendingMembers: own("pending_members", emptyConnection),
  rulesets: own("rulesets", emptyConnection),
}
