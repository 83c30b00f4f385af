export type {
  CapabilityPlan,
  CliLookupPlan,
  CliPlan,
  CommandPlan,
  EndpointPlan,
  ForeachPlan,
  GraphqlPlan,
  LookupPlan,
  OperationPlan,
  OutputPlan,
  RestLookupPlan,
  RestPlan,
  RulePlan,
} from "./capability-plan.js"
export { resolveContract } from "./contract.js"
export { OperationsByPath } from "./operations.js"
export { type Pins, planCapability } from "./plan-capability.js"
