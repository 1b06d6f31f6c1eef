// `npm run bench -- growth [rows]`: what the statements of every page take with a thousand rows of each kind and with a million
// (or `rows`), for a small company, whose rows are as many in both, and for one that has half of all.
import { resolve } from 'node:path'
import { createServer, type Plugin } from 'vite'
import '#tests/setup/environment.ts'
import { themesPlugin } from '#app/ui/themes/themes-vite-plugin.ts'
import { startReport } from '../report.ts'
import type { PageFigures } from './measure-pages.ts'
import { seededDatabase } from './seed-rows.ts'
import { statementsOf, timeStatements } from './time-statements.ts'

const given = process.argv.slice(2)
const rows = Number(given.find((word) => /^\d+$/.test(word)) ?? 1_000_000)
const only = given.find((word) => word.startsWith('/'))

// Before the server's modules, which read it.
Object.assign(process.env, { RATE_LIMITS: 'off' })
delete process.env.CHECK_STATEMENTS
timeStatements()

// The pages' sources use what Vite adds to modules, so Vite loads them; their databases are this process's.
const vite = await createServer({
  configFile: false,
  root: resolve('.'),
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  ssr: { noExternal: ['jsvat-next'] },
  esbuild: { jsx: 'automatic', jsxDev: false },
  plugins: [themesPlugin(), commonJs('jsvat-next')],
})
try {
  const { measurePages } = (await vite.ssrLoadModule(
    '/tests/bench/growth/measure-pages.ts',
  )) as typeof import('./measure-pages.ts')
  const few = await measurePages(seededDatabase(1000), 1000, statementsOf, only)
  const many = await measurePages(seededDatabase(rows), rows, statementsOf, only)
  const report = startReport('bench-growth')
  for (const [page, after] of many) {
    const before = few.get(page)
    if (!before) continue
    // A page takes at least five milliseconds to render. Below two, the caches and the other programs of the machine decide.
    const ratio = Math.max(after.ms, 2) / Math.max(before.ms, 2)
    report.compare(`${page} (${before.ms.toFixed(2)} to ${after.ms.toFixed(2)} ms)`, ratio, 1.5, 'less', ' ×')
    // Below three hundred rows, a page is of the size that it shows.
    const rowRatio = Math.max(after.rows, 300) / Math.max(before.rows, 300)
    if (rowRatio > 1.5) report.compare(`${page} (${before.rows} to ${after.rows} rows)`, rowRatio, 1.5, 'less', ' ×')
    if (ratio > 1.5 || rowRatio > 1.5) explain(page, after, before)
  }
  report.print()
} finally {
  await vite.close()
}

/** Prints the statements that grew, with their plans. */
function explain(page: string, after: PageFigures, before: PageFigures): void {
  for (const { sql, ms, rows: read, plan } of after.statements) {
    const was = before.statements.find((one) => one.sql === sql)?.ms ?? 0
    if (ms < 0.3 || ms < was * 1.5) continue
    console.log(`\n${page}: ${was.toFixed(2)} to ${ms.toFixed(2)} ms, ${read} rows`)
    console.log(`  ${sql.replace(/\s+/g, ' ').slice(0, 300)}`)
    for (const line of plan) console.log(`    ${line}`)
  }
}

/** A CommonJS package that Vite takes for a compiled ES module, whose default export it lacks. */
function commonJs(name: string): Plugin {
  return {
    name: `commonjs-${name}`,
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) =>
      id === `\0${name}`
        ? `import { createRequire } from 'node:module'\nexport default createRequire('${import.meta.url}')('${name}')`
        : null,
  }
}
