import { defineConfig } from 'vitest/config'
import { serverTextsPlugin } from './app/i18n/texts-vite-plugin.ts'
import { themesPlugin } from './app/ui/themes/themes-vite-plugin.ts'

export default defineConfig({
  plugins: [themesPlugin(), serverTextsPlugin()],
  // For React's production version (tests/setup/environment.ts).
  esbuild: { jsx: 'automatic', jsxDev: false },
  test: {
    setupFiles: ['tests/setup/environment.ts', 'tests/setup/end-of-file.ts'],
    pool: 'threads',
    maxWorkers: 2,
    // A thread loads each module once for all its files, which saves most of the time of imports.
    isolate: false,
    // For a machine that other programs use too: nothing waits longer than it must.
    testTimeout: 60_000,
    // The first server in a file compiles every page from source.
    hookTimeout: 60_000,
    restoreMocks: true,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'app/**/*.test.{ts,tsx}',
            'db/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            'tests/integration/**/*.test.ts',
          ],
          globalSetup: ['tests/setup/run-folder.ts', 'tests/setup/template-database.ts'],
        },
      },
      {
        // Tests the built server in its own process; npm test builds it first.
        extends: true,
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          globalSetup: ['tests/setup/run-folder.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
