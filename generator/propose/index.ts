export { type ProposeOptions, proposeCard } from "./propose-card.js"
