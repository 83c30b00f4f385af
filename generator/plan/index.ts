export { checkAmong, nodesOf, planAmong, searchKeysOf } from "./among.js"
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
  GivenPlan,
  GraphqlPlan,
  LookupPlan,
  OperationPlan,
  OutputPlan,
  PropertyPlan,
  ProsePlan,
  RestLookupPlan,
  RestPlan,
  RulePlan,
  ShapeMapping,
  ShapePlan,
} from "./capability-plan.js"
export { inWordsOf } from "./declared.js"
export { dependenciesOf, dependencyOn, type Places, wholeOf } from "./dependencies.js"
export { describedOrigin } from "./described-origin.js"
export { planForeach } from "./foreach.js"
export {
  freeTextInDependencies,
  freeTextInDocument,
  freeTextInShape,
  proseOf,
  proseOfRepositories,
} from "./free-text.js"
export { inputScope } from "./input-scope.js"
export { inputShapeOf } from "./input-shape.js"
export { lookupOf, type SharedLookup, sharedIn, subjectOf } from "./lookup-of.js"
export { lookupOrigin, type PlannedLookups, planEach, planLookup } from "./lookups.js"
export type { MappingOf } from "./made-by-shape.js"
export { withMadeFields } from "./made-fields.js"
export { type BareScope, type Mapping, REQUEST_CODES } from "./mapping.js"
export { type OpenRoutes, openRoutes } from "./open-routes.js"
export { planOperation, planRequest, shapeOfAnswer, withoutOrigins } from "./operation.js"
export { Operations, type PlannedDocument } from "./operations.js"
export { type Open, planOutput, planPage } from "./output.js"
export { outputTypes } from "./output-types.js"
export { pageLiteral, planItems, refusedItems } from "./page.js"
export { planCapability } from "./plan-capability.js"
export { all, both, flatMap, made, optional, type Planned, planned } from "./planned.js"
export { omittedOf, topOf } from "./prunable.js"
export type { PlanContext, RoutePlanner, ShapeOrigin } from "./route.js"
export { Shapes } from "./shapes.js"
export { unusedSelections } from "./unused.js"
