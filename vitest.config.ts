import { defineConfig } from 'vitest/config'

// The corpus holds repositories of others, tests included.
const exclude = ['**/node_modules/**', 'packages/analyzer/corpus/**']

export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      {
        test: {
          name: 'unit',
          // Property tests take a while on a busy machine.
          testTimeout: 30_000,
          include: ['{apps,packages,tools}/**/*.test.ts'],
          exclude: [...exclude, '**/*.db.test.ts', '**/*.e2e.test.ts'],
        },
      },
      {
        test: {
          name: 'database',
          include: ['apps/**/*.db.test.ts'],
          exclude,
          globalSetup: ['apps/server/src/testing/vitest-postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
