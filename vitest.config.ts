import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["{generator,runtime,sandbox,schema,cli,mcp,test,examples}/**/*.test.ts"],
    testTimeout: 30_000,
    // Much of the time is spent waiting for servers and processes: no core is left out.
    maxWorkers: "100%",
  },
})
