export { proposeCard } from "./propose-card.js"
