import { type Client, defaultClient } from "../client/index.js"
import type { CapabilityDefinition, Page } from "../definition/index.js"
import { snapshot } from "../input/index.js"
import { createListStep, createStep, type ListStep, type Step } from "../step/index.js"

/** Where a capability keeps the way to bind it to another client. */
export const bindTo: unique symbol = Symbol("ghx.capability.bind")

/** The input may be left out where everything in it is optional. */
export type InputArguments<Input> =
  Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** One thing that GitHub can do: call it with an input to get a step. */
export interface Capability<Id extends string, Input, Output> {
  (...input: InputArguments<Input>): Step<Id, Output>
  /** The contract, its JSON Schemas included, and how the routes fulfil it. */
  readonly definition: CapabilityDefinition<Id, Input, Output>
  /** @internal */
  readonly [bindTo]: (client: () => Client) => Capability<Id, Input, Output>
}

/** A capability whose result comes in pages. */
export interface ListCapability<Id extends string, Input, Item> {
  (...input: InputArguments<Input>): ListStep<Id, Item>
  readonly definition: CapabilityDefinition<Id, Input, Page<Item>>
  /** @internal */
  readonly [bindTo]: (client: () => Client) => ListCapability<Id, Input, Item>
}

/** Makes a capability of what the generator knows about it. Does nothing else: importing is free. */
export function capability<Id extends string, Input, Output>(
  definition: CapabilityDefinition<Id, Input, Output>,
  client: () => Client = defaultClient,
): Capability<Id, Input, Output> {
  const call = (...[input]: InputArguments<Input>) =>
    createStep(definition, snapshot(input), client)
  const bind = (other: () => Client) => capability(definition, other)
  return Object.assign(call, { definition, [bindTo]: bind })
}

/** Makes a capability whose result comes in pages. */
export function listCapability<Id extends string, Input, Item>(
  definition: CapabilityDefinition<Id, Input, Page<Item>>,
  client: () => Client = defaultClient,
): ListCapability<Id, Input, Item> {
  const call = (...[input]: InputArguments<Input>) =>
    createListStep(definition, snapshot(input), client)
  const bind = (other: () => Client) => listCapability(definition, other)
  return Object.assign(call, { definition, [bindTo]: bind })
}
