export { graphqlRoute } from "./route.js"
