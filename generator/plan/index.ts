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
export { Operations } from "./operations.js"
export { planCapability } from "./plan-capability.js"
