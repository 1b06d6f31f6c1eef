import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { specsFor, testsWithoutImports, touchesProcess } from './changed.mjs'

let base
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'groundwork-changed-'))
  const files = {
    'tests/e2e/chat.spec.ts': "import { send } from './chat-parts.ts'\nawait page.goto('/messages')",
    'tests/e2e/chat-parts.ts': "import { openDirect } from '#app/features/conversations/open-direct.server.ts'",
    'tests/e2e/money.spec.ts': "await page.goto('/escrow')",
    'app/one.test.ts': "import { readdirSync } from 'node:fs'\nreaddirSync('app')",
    'app/folder.test.ts': "import { readdirSync } from 'node:fs'\nreaddirSync(env.filesDir)",
    'db/race.test.ts': "import { race } from '#tests/setup/race.ts'",
    'db/backup.test.ts': 'spawnSync(process.execPath, [program])',
    'app/other.test.ts': "import { one } from './one.ts'",
    'app/texts.test.ts': "import { locales } from '#tests/setup/texts/locales.ts'",
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, file)), { recursive: true })
    writeFileSync(join(base, file), text)
  }
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const [chat, money] = ['tests/e2e/chat.spec.ts', 'tests/e2e/money.spec.ts']

describe('the browser specs of a change', () => {
  it.each([
    ['a feature that a spec names', 'app/features/escrow/queries.server.ts', [money]],
    ['a feature that what it imports names', 'app/features/conversations/limits.ts', [chat]],
    ['texts of a feature', 'app/i18n/locales/fi/escrow.json', [money]],
    ['texts of every page', 'app/i18n/locales/fi/shell.json', [chat, money]],
    ['what belongs to no feature', 'app/ui/button.tsx', [chat, money]],
    ['the tables', 'db/schema/escrow.ts', [chat, money]],
    ['a spec', money, [money]],
    ['what a spec imports', 'tests/e2e/chat-parts.ts', [chat]],
    ['a test of another kind', 'app/features/escrow/queries.test.ts', []],
    ['a document', 'docs/conventions.md', []],
    ['a script', 'scripts/lint/names.mjs', []],
  ])('%s', (_what, file, specs) => {
    expect(specsFor([file], base)).toEqual(specs)
  })
})

it('the server process is tested when its sources change, not for a component', () => {
  for (const file of ['server.ts', 'app/process.server.ts', 'app/platform/logger.server.ts', 'db/client.server.ts'])
    expect(touchesProcess([file]), file).toBe(true)
  for (const file of ['app/ui/button.tsx', 'docs/operations.md', 'app/platform/text/csv.test.ts', 'tests/bench/run.ts'])
    expect(touchesProcess([file]), file).toBe(false)
  expect(touchesProcess(['tests/process/killing.test.ts'])).toBe(true)
})

it('a test runs whose imports do not show what it depends on', () => {
  const always = ['app/one.test.ts', 'app/texts.test.ts']
  expect(testsWithoutImports(['app/ui/button.tsx'], base)).toEqual(always)
  expect(testsWithoutImports(['app/features/bids/award-bid.server.ts'], base)).toEqual([...always, 'db/race.test.ts'])
  expect(testsWithoutImports(['scripts/restore.mjs'], base)).toEqual([...always, 'db/backup.test.ts'])
})
