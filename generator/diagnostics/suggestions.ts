import { suggestionsFor, didYouMean as wouldMean } from "../../runtime/suggestions/index.js"

/** The most similar name, if one is similar enough to suggest. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  return suggestionsFor(name, [...names])[0]
}

/** "did you mean `x`?", if a name is similar. */
export function didYouMean(name: string, names: Iterable<string>): string | undefined {
  const near = nearest(name, names)
  return near === undefined ? undefined : wouldMean([near])
}
