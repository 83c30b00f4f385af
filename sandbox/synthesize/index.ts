export { type DescribedValue, jsonSynthesizer } from "./json.js"
export { type Item, type Synthesizer, synthesizerOf } from "./synthesizer.js"
