import { describe, expect, it } from 'vitest'
import { features } from './floors.mjs'
import { folderFindings, pathFindings, sourceFindings, withSubpathImports } from './names.mjs'

describe('names', () => {
  it('takes kebab-case', () => {
    for (const file of [
      'app/features/bids/award-bid.server.ts',
      'app/entry.client.tsx',
      'app/i18n/locales/en/bids.json',
      'app/features/site/routes/terms-of-service.tsx',
      'server.ts',
    ]) {
      expect(pathFindings(file)).toEqual([])
    }
  })

  it.each(['app/ui/Button.tsx', 'app/ui/data_table.tsx', 'app/Bids/x.ts'])('finds %s', (file) => {
    expect(pathFindings(file)).toEqual([expect.stringContaining('kebab-case')])
  })

  it.each([
    'app/utils/money.ts',
    'app/features/bids/helpers.ts',
    'app/features/bids/bid-helpers.server.ts',
    'app/common/x.ts',
    'app/features/messages/message-service.server.ts',
    'app/misc.ts',
    'app/features/calls/manager.ts',
  ])('finds %s, which says nothing', (file) => {
    expect(pathFindings(file)).toEqual([expect.stringContaining('says nothing')])
  })
})

describe('sizes and imports', () => {
  const lines = (count) => 'x\n'.repeat(count)

  it.each([
    ['app/features/bids/routes/list.tsx', 150],
    ['app/features/bids/lines/routes/list.tsx', 150],
    ['server.ts', 150],
    ['app/features/bids/bid.ts', 400],
  ])('%s has at most %i lines', (file, most) => {
    expect(sourceFindings(file, lines(most))).toEqual([])
    expect(sourceFindings(file, lines(most + 1))).toEqual([expect.stringContaining(`at most ${most}`)])
  })

  it('a folder has at most forty files, tests not counted', () => {
    const files = Array.from({ length: 40 }, (_, index) => `app/ui/x${index}.tsx`)
    const beside = ['app/ui/x1.test.tsx', 'app/ui/rows.css', 'app/ui/forms/y.tsx']
    expect(folderFindings([...files, ...beside])).toEqual([])
    expect(folderFindings([...files, 'app/ui/one-more.tsx'])).toEqual([expect.stringContaining('app/ui: 41 files')])
  })

  it('finds an index barrel, but not a page called index', () => {
    expect(sourceFindings('app/ui/index.ts', "export { Button } from './button.tsx'")).toHaveLength(1)
    expect(sourceFindings('app/features/site/routes/index.tsx', 'export default function Home() {}')).toEqual([])
  })

  it('finds imports by "../", static and dynamic', () => {
    expect(sourceFindings('app/ui/x.ts', "import a from '../i18n/a.ts'")).toHaveLength(1)
    expect(sourceFindings('app/ui/x.ts', "const a = await import('../i18n/a.ts')")).toHaveLength(1)
    expect(sourceFindings('app/ui/x.ts', "import a from './a.ts'\nimport b from '#app/i18n/b.ts'")).toEqual([])
  })
})

describe('rewriting imports', () => {
  it('uses the path from the root, and leaves other imports unchanged', () => {
    const source = "import { a } from '../queries.server.ts'\nimport './x.ts'\nconst b = import('../../../ui/b.ts')"
    expect(withSubpathImports('app/features/bids/routes/list.tsx', source)).toBe(
      "import { a } from '#app/features/bids/queries.server.ts'\nimport './x.ts'\nconst b = import('#app/ui/b.ts')",
    )
  })
})

describe('the order of the features', () => {
  it('knows every feature', () => {
    expect(features(['app/features/bids/bid.ts', 'app/features/novelty/x.ts']).unknown).toEqual(['novelty'])
  })
})
