export { checkAmong, nodesOf, searchKeysOf } from "./among.js"
export type {
  AmongPlan,
  BasePlan,
  CapabilityPlan,
  CliLookupPlan,
  CliPlan,
  CommandPlan,
  Cost,
  EndpointPlan,
  ForeachPlan,
  FragmentPlan,
  FreeTextField,
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
export { describedOrigin, withArgumentTypes, withFieldOrigins } from "./declared.js"
export { dependenciesOf, dependencyOn, type Places, wholeOf } from "./dependencies.js"
export { planForeach } from "./foreach.js"
export * from "./free-text.js"
export { inputScope, inputShapeOf } from "./input-scope.js"
export * from "./lookups.js"
export { type BareScope, type Mapping, REQUEST_CODES } from "./mapping.js"
export { planRequest, shapeOfAnswer, withoutOrigins } from "./operation.js"
export { Operations, type PlannedDocument } from "./operations.js"
export { type Open, pageLiteral, planItems, planOutput, planPage, refusedItems } from "./output.js"
export { outputTypes } from "./output-types.js"
export { planCapability } from "./plan-capability.js"
export { all, flatMap, mapPlan, optional, type Planned, planned } from "./planned.js"
export { firstName, omittedOf } from "./prunable.js"
export { type OpenRoutes, openRoutes, type RoutePlanner, type ShapeOrigin } from "./route.js"
export type { MappingOf } from "./shape-mappings.js"
export { Shapes } from "./shapes.js"
export { unusedSelections } from "./unused.js"
