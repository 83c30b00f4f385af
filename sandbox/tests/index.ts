export { tokenFor } from "./app-credentials.js"
export { described, description, problemsBy, problemsOfBody } from "./described.js"
export { callFor } from "./example-calls.js"
