export { type ProposingClient, type ProposingOptions, proposingClient } from "./proposing-client.js"
