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
export { withArgumentTypes } from "./declared.js"
export { dependenciesOf, dependencyOn, type Places, wholeOf } from "./dependencies.js"
export { describedOrigin } from "./described-origin.js"
export { withFieldOrigins } from "./field-origins.js"
export { planForeach } from "./foreach.js"
export {
  freeTextInDependencies,
  freeTextInDocument,
  freeTextInShape,
  freeTextOf,
  trustedFreeText,
} from "./free-text.js"
export { inputScope } from "./input-scope.js"
export { inputShapeOf } from "./input-shape.js"
export { lookupOrigin, type PlannedLookups, planEach, planLookup } from "./lookups.js"
export { type BareScope, type Mapping, REQUEST_CODES } from "./mapping.js"
export { type OpenRoutes, openRoutes } from "./open-routes.js"
export { planRequest, shapeOfAnswer, withoutOrigins } from "./operation.js"
export { Operations, type PlannedDocument } from "./operations.js"
export { type Open, planOutput, planPage } from "./output.js"
export { outputTypes } from "./output-types.js"
export { pageLiteral, planItems, refusedItems } from "./page.js"
export { planCapability } from "./plan-capability.js"
export { all, flatMap, mapPlan, optional, type Planned, planned } from "./planned.js"
export { firstName, omittedOf } from "./prunable.js"
export type { RoutePlanner, ShapeOrigin } from "./route.js"
export type { MappingOf } from "./shape-mappings.js"
export { Shapes } from "./shapes.js"
export { sharedLookupIn, sharedLookupOf, subjectOf } from "./shared-lookup.js"
export { unusedSelections } from "./unused.js"
