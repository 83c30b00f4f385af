export { proposeMutation } from "./mutation.js"
export { type Proposal, ProposalError } from "./proposal.js"
export { proposeQuery } from "./query.js"
