import { suggestionsFor, didYouMean as wouldMean } from "../../runtime/suggestions/index.js"

/** The name that was probably meant, if one is near; the runtime says which names are. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  return suggestionsFor(name, [...names])[0]
}

/** "did you mean `x`?", when there is a near name. */
export function didYouMean(name: string, names: Iterable<string>): string | undefined {
  const near = nearest(name, names)
  return near === undefined ? undefined : wouldMean([near])
}
