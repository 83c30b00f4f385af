export { didYouMean, nearNames } from "./near.js"
