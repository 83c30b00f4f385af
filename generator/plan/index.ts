export type {
  AmongPlan,
  BasePlan,
  CapabilityPlan,
  CliLookupPlan,
  CliPlan,
  CommandPlan,
  EndpointPlan,
  ForeachPlan,
  FragmentPlan,
  GivenPlan,
  GraphqlPlan,
  LookupPlan,
  OperationPlan,
  OutputPlan,
  PropertyPlan,
  RestLookupPlan,
  RestPlan,
  RulePlan,
  ShapeMapping,
  ShapePlan,
} from "./capability-plan.js"
export { Operations } from "./operations.js"
export { outputTypes } from "./output-types.js"
export { planCapability } from "./plan-capability.js"
export { proseOfRepositories } from "./prose.js"
export { Shapes } from "./shapes.js"
