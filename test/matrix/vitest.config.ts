import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/matrix/*.matrix.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
