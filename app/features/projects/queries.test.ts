import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { cancelProject } from './cancel-project.server.ts'
import { projectListQueries } from './list-queries.server.ts'
import { type ProjectFilter, projectListHref, projectSorts, readProjectFilter } from './project-filter.ts'
import { getProject, listProjects } from './queries.server.ts'
import { prefixExpression } from './words-by-prefix.server.ts'

const all: ProjectFilter = { scope: 'open', status: null, category: null, q: '', sort: 'newest', page: 1 }

describe('who sees a project', () => {
  it('drafts: their company; open ones: everybody signed in; closed ones: their company and bidders', () => {
    const db = testDatabase()
    const [owner, bidder, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
    const colleague = createPerson(db, { company: owner.company })
    const admin = createAdmin(db)
    const readers = { owner, colleague, bidder, stranger, admin, visitor: { ...stranger, actor: null } }
    const seenBy = (id: string) => Object.entries(readers).flatMap(([name, ctx]) => (getProject(ctx, id) ? [name] : []))

    const { id } = createOpenProject(owner)
    createSubmittedBid(bidder, id)
    expect(seenBy(createDraft(owner).id)).toEqual(['owner', 'colleague'])
    expect(seenBy(id)).toEqual(['owner', 'colleague', 'bidder', 'stranger', 'admin'])
    cancelProject(owner, { projectId: id, reason: 'x' })
    expect(seenBy(id)).toEqual(['owner', 'colleague', 'bidder'])
  })
})

describe('the list of projects', () => {
  it('shows own projects in any state, and everybody’s open ones', () => {
    const db = testDatabase()
    const [owner, other] = [createPerson(db), createPerson(db)]
    const draft = createDraft(owner).id
    const open = createOpenProject(owner).id
    const ids = (ctx: typeof owner, change: Partial<ProjectFilter>) =>
      listProjects(ctx, { ...all, ...change }).rows.map((row) => row.id)
    expect(ids(owner, { scope: 'own' })).toEqual([open, draft])
    expect(ids(other, { scope: 'own' })).toEqual([])
    expect(ids(other, {})).toEqual([open])
    expect(ids(owner, { scope: 'own', status: 'draft' })).toEqual([draft])
    expect(ids(owner, { scope: 'own', status: 'draft', category: 'kitchen' })).toEqual([draft])
    expect(ids(owner, { scope: 'own', category: 'roofing' })).toEqual([])
  })

  it('searches title, description and location by prefix, ignoring case, within what the user may see', () => {
    const db = testDatabase()
    const [owner, other] = [createPerson(db), createPerson(db)]
    createDraft(owner, { title: 'Secret Sähkötyö' })
    const { id } = createOpenProject(owner, { title: 'Sähkötyö', location: 'Jyväskylä', category: 'electrical' })
    const found = (q: string, change: Partial<ProjectFilter> = {}) =>
      listProjects(other, { ...all, q, ...change }).rows.map((row) => row.id)
    for (const q of ['sahko', 'SÄHKÖTYÖ', 'jyväs', 'portions 600', 'electr sähk'.slice(7)])
      expect(found(q)).toEqual([id])
    expect(found('sähkötyö', { sort: 'deadline' })).toEqual([id])
    expect(found('sähkötyö', { category: 'electrical' })).toEqual([id])
    expect(found('sähkötyö', { category: 'kitchen' })).toEqual([])
    for (const q of [
      'secret',
      `c${owner.company.id.replaceAll('-', '')}`,
      'sdraft',
      'scope : "sdraft"',
      '") OR (scope:sdraft',
    ]) {
      expect(found(q)).toEqual([])
    }
    expect(listProjects(owner, { ...all, scope: 'own', q: 'secret' }).total).toBe(1)
  })

  it('finds by prefix what has a word that begins so, however many words do', () => {
    const db = testDatabase()
    const owner = createPerson(db)
    const syllables = ['kei', 'ttiö', 'Kä', 'sauna', 'nro', '77']
    const title = fc.array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
    const titles = new Map<string, string>()
    for (const each of fc.sample(fc.tuple(title, title), { numRuns: 60, seed: 7 })) {
      const [one, other] = each
      titles.set(
        createOpenProject(owner, { title: `${one} ${other}`, description: 'x', location: 'y' }).id,
        each.join(' '),
      )
    }
    // Forty words that begin alike are more than are looked up one by one.
    for (let number = 0; number < 40; number += 1) {
      const name = `saunalautta${number}`
      titles.set(createOpenProject(owner, { title: name, description: 'x', location: 'y' }).id, name)
    }
    // The rows of a word are read as far as wanted, those of a prefix all.
    expect(prefixExpression(db, 'saunalautta1')).not.toContain('*')
    const words = (of: string) => normalizeForSearch(of).split(' ')
    const matching = (q: string) =>
      [...titles].filter(([, of]) => words(q).every((part) => words(of).some((word) => word.startsWith(part))))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(title, fc.integer({ min: 2, max: 9 })), { minLength: 1, maxLength: 2 }),
        (parts) => {
          const q = parts.map(([word, letters]) => word.slice(0, letters)).join(' ')
          const { rows, total } = listProjects(owner, { ...all, q })
          const expected = matching(q).map(([id]) => id)
          expect(total, q).toBe(expected.length)
          expect(rows.map(({ id }) => id).sort(), q).toEqual(expected.sort().reverse().slice(0, 50).sort())
        },
      ),
      { numRuns: 150, examples: [[[['saunalau', 9]]]] },
    )
  })

  it('has pages of fifty and counts to a thousand', () => {
    const db = testDatabase()
    const owner = createPerson(db)
    const { id } = createOpenProject(owner)
    db.$client
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
         INSERT INTO projects (id, company_id, created_by, title, description, category, location, budget_cents, currency, status,
           bid_deadline, start_date, end_date, version, published_at, bids_opened_at, cancel_reason, created_at, updated_at)
         SELECT printf('copy%05d', i), company_id, created_by, title || i, description, category, location,
           budget_cents, currency, status, bid_deadline + i, start_date, end_date, version, published_at, bids_opened_at,
           cancel_reason, created_at, updated_at FROM n, projects WHERE id = ?`,
      )
      .run(id)
    const page = listProjects(owner, { ...all, page: 2, sort: 'deadline' })
    expect(page).toMatchObject({ total: 1000, isMore: true })
    expect(page.rows).toHaveLength(50)
    expect(page.rows[0]?.id).toBe('copy00050')
    expect(listProjects(owner, { ...all, q: 'kitchen', page: 20 }).rows).toHaveLength(50)
  })

  it('uses an index for every combination, without sorting or scanning large tables', () => {
    const db = testDatabase()
    for (const scope of ['open', 'own'] as const)
      for (const status of scope === 'own' ? ([null, 'open'] as const) : [null])
        for (const category of [null, 'kitchen'] as const)
          for (const sort of projectSorts)
            for (const q of ['', 'kitchen']) {
              const { list, count } = projectListQueries({ scope, status, category, q, sort, page: 1 })
              const bindings = { company: 'x', match: 'x', status, category, limit: 50, offset: 0 }
              const explain = (sql: string) =>
                db.$client
                  .prepare<[Record<string, unknown>], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
                  .all(bindings)
                  .map((step) => step.detail)
              const plan = [...explain(list.text), ...explain(count.text)]
              const where = JSON.stringify({ scope, status, category, sort, q })
              expect(
                plan.filter((step) => /^SCAN (p|c|s|projects)\b/.test(step)),
                where,
              ).toEqual([])
              // Full-text hits may be sorted, since there are at most a thousand.
              if (!q)
                expect(
                  plan.filter((step) => step.includes('TEMP B-TREE')),
                  where,
                ).toEqual([])
            }
  })
})

it('the filter of a list is encoded in its address', () => {
  const filter: ProjectFilter = {
    scope: 'own',
    status: 'open',
    category: 'kitchen',
    q: 'a b',
    sort: 'deadline',
    page: 3,
  }
  const href = projectListHref(filter, { page: 3 })
  expect(readProjectFilter(new URL(href, 'http://x').searchParams)).toEqual(filter)
  expect(readProjectFilter(new URLSearchParams('view=x&status=y&page=-1&sort=z'))).toEqual({ ...all, scope: 'own' })
  expect(readProjectFilter(new URLSearchParams('page=100000')).page).toBe(20)
})
