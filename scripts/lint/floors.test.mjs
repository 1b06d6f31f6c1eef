// Breaks each rule once in a small project, and expects it to be reported by name.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from './floors.mjs'

const good = {
  'app/platform/errors.ts': 'export const error = 1',
  'app/platform/env.server.ts': "import os from 'node:os'\nexport const env = os",
  'app/i18n/texts.ts': 'export const texts = 1',
  'app/ui/button.tsx': "import { texts } from '#app/i18n/texts.ts'\nexport const Button = texts",
  'app/realtime/sockets.server.ts':
    "import { getBid } from '#app/features/bids/queries.server.ts'\nexport const sockets = getBid",
  'app/features/accounts/context.ts': 'export const context = 1',
  'app/features/accounts/user.ts': "import { roles } from '#db/vocabulary/accounts.ts'\nexport const user = roles",
  'app/features/bids/queries.server.ts':
    "import { context } from '#app/features/accounts/context.ts'\nimport { bids } from '#db/schema/bids.ts'\nexport const getBid = [context, bids]\nexport type Row = 1",
  'app/features/bids/ui/row.tsx':
    "import type { Row } from '#app/features/bids/queries.server.ts'\nexport const row = 1 as Row",
  'app/features/bids/routes/list.tsx':
    "import { getBid } from '#app/features/bids/queries.server.ts'\nimport { row } from '#app/features/bids/ui/row.tsx'\nexport default [getBid, row]",
  'app/features/contracts/contract.ts': 'export const contract = 1',
  'app/realtime/protocol/events.ts':
    "import type { roles } from '#db/vocabulary/accounts.ts'\nexport type Event = typeof roles",
  'app/features/messages/client/live.ts':
    "import type { Event } from '#app/realtime/protocol/events.ts'\nexport type Live = Event",
  'db/vocabulary/accounts.ts': 'export const roles = 1',
  'db/schema/bids.ts':
    "import { roles } from '#db/vocabulary/accounts.ts'\nimport { error } from '#app/platform/errors.ts'\nexport const bids = [roles, error]",
  'db/seed/run.ts': "import { getBid } from '#app/features/bids/queries.server.ts'\nexport const seeded = getBid",
}

/** The rule, the file that breaks it, and how. */
const broken = [
  [
    'no-cycles',
    'app/platform/a.ts',
    "import { b } from './b.ts'\nexport const a = b",
    { 'app/platform/b.ts': "import { a } from './a.ts'\nexport const b = () => a" },
  ],
  ['no-unresolvable', 'app/ui/x.ts', "import { gone } from './gone.ts'\nexport const x = gone"],
  [
    'nothing-imports-a-route',
    'app/features/bids/ui/x.ts',
    "import list from '#app/features/bids/routes/list.tsx'\nexport const x = list",
  ],
  [
    'routes-and-realtime-not-db',
    'app/features/bids/routes/x.tsx',
    "import { bids } from '#db/schema/bids.ts'\nexport const x = bids",
  ],
  [
    'routes-and-realtime-not-db',
    'app/features/bids/lines/routes/x.tsx',
    "import { bids } from '#db/schema/bids.ts'\nexport const x = bids",
  ],
  [
    'routes-and-realtime-not-db',
    'app/realtime/x.server.ts',
    "import type { bids } from '#db/schema/bids.ts'\nexport type X = typeof bids",
  ],
  [
    'bids-downwards',
    'app/features/bids/x.ts',
    "import { contract } from '#app/features/contracts/contract.ts'\nexport const x = contract",
  ],
  [
    'messages-downwards',
    'app/features/messages/ui/x.ts',
    "import { c } from '#app/features/calls/c.ts'\nexport const x = c",
    { 'app/features/calls/c.ts': 'export const c = 1' },
  ],
  [
    'features-not-outside',
    'app/features/bids/x.server.ts',
    "import { sockets } from '#app/realtime/sockets.server.ts'\nexport const x = sockets",
  ],
  [
    'protocol-only-words',
    'app/realtime/protocol/x.ts',
    "import { context } from '#app/features/accounts/context.ts'\nexport const x = context",
  ],
  ['ui-only-i18n', 'app/ui/x.ts', "import { error } from '#app/platform/errors.ts'\nexport const x = error"],
  ['documents-no-domain', 'app/documents/x.ts', "import { bids } from '#db/schema/bids.ts'\nexport const x = bids"],
  ['i18n-only-platform', 'app/i18n/x.ts', "import { Button } from '#app/ui/button.tsx'\nexport const x = Button"],
  [
    'platform-nothing-of-ours',
    'app/platform/x.ts',
    "import { roles } from '#db/vocabulary/accounts.ts'\nexport const x = roles",
  ],
  ['vocabulary-nothing-at-all', 'db/vocabulary/x.ts', "import os from 'node:os'\nexport const x = os"],
  [
    'db-only-platform',
    'db/x.server.ts',
    "import { context } from '#app/features/accounts/context.ts'\nexport const x = context",
  ],
  [
    'events-only-vocabulary',
    'app/events.ts',
    "import { env } from '#app/platform/env.server.ts'\nexport const x = env",
  ],
  [
    'nothing-imports-a-program',
    'app/features/bids/x.server.ts',
    "import { seeded } from '#db/seed/run.ts'\nexport const x = seeded",
  ],
  [
    'browser-not-server',
    'app/features/bids/ui/x.tsx',
    "import { getBid } from '#app/features/bids/queries.server.ts'\nexport const x = getBid",
  ],
  ['browser-not-db', 'app/features/bids/x.ts', "import { bids } from '#db/schema/bids.ts'\nexport const x = bids"],
  ['browser-not-node', 'app/features/bids/x.ts', "import fs from 'node:fs'\nexport const x = fs"],
  ['no-dev-packages-at-run-time', 'app/features/bids/x.server.ts', "import tool from 'tool'\nexport const x = tool"],
]

const frame = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#app/*': './app/*', '#db/*': './db/*' },
    devDependencies: { tool: '1.0.0' },
  }),
  'node_modules/tool/package.json': JSON.stringify({ name: 'tool', version: '1.0.0', main: 'tool.js' }),
  'node_modules/tool/tool.js': 'module.exports = 1',
}

let base
beforeAll(() => {
  base = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'floors-'))
})
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

async function violations(files) {
  const folder = fs.mkdtempSync(path.join(base, 'project-'))
  for (const [file, source] of Object.entries({ ...frame, ...files })) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), source)
  }
  const { output } = await cruise(
    ['app', 'db'],
    {
      baseDir: folder,
      ruleSet: { forbidden: rules.map((rule) => ({ severity: 'error', ...rule })) },
      validate: true,
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
    },
    { extensions: ['.ts', '.tsx', '.js', '.json'] },
  )
  return output.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
}

describe('the import floors', () => {
  it('pass a project that follows the rules', async () => {
    expect(await violations(good)).toEqual([])
  })

  it.each(broken)('%s: %s', async (rule, file, source, more = {}) => {
    expect(await violations({ ...good, ...more, [file]: source })).toContain(`${rule}: ${file}`)
  })

  it('covers every rule above, and two feature rules', () => {
    const names = new Set(broken.map(([rule]) => rule))
    expect(rules.map(({ name }) => name).filter((name) => !names.has(name) && !name.endsWith('-downwards'))).toEqual([])
  })
})
