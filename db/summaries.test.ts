// Whatever changes in any order, the summaries that triggers keep are what they summarise.
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyRow, type Row } from '#tests/factories/any-row.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { summaryDifferences } from '#tests/setup/summaries.ts'
import { type Database, prepareDatabase } from './client.server.ts'
import { bidStatuses } from './vocabulary/bids.ts'
import { contractStatuses } from './vocabulary/contracts.ts'
import { milestoneStatuses } from './vocabulary/escrow.ts'
import { invoiceKinds, invoiceStatuses } from './vocabulary/invoicing.ts'
import { projectStatuses } from './vocabulary/projects.ts'

const date = fc.constantFrom(null, '2026-06-01', '2026-06-02')
const cents = fc.nat(3)
const company = fc.nat(2)
/** The columns that a change may set, by table; numbers of companies and of rows stand for their ids. */
const columns: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  projects: {
    company_id: company,
    status: fc.constantFrom(...projectStatuses),
    bids_opened_at: fc.constantFrom(null, 5),
    bid_deadline: fc.nat(3),
    version: fc.integer({ min: 1, max: 3 }),
  },
  bids: {
    company_id: company,
    project_id: fc.nat(2),
    status: fc.constantFrom(...bidStatuses),
    project_version: fc.integer({ min: 1, max: 3 }),
  },
  tender_questions: { project_id: fc.nat(2) },
  tender_answers: { question_id: fc.nat(2), project_id: fc.nat(2) },
  contracts: {
    client_company_id: company,
    provider_company_id: company,
    currency: fc.constantFrom('EUR', 'NOK'),
    status: fc.constantFrom(...contractStatuses),
  },
  contract_milestones: {
    contract_id: fc.nat(2),
    status: fc.constantFrom(...milestoneStatuses),
    due_date: date,
    closed_at: fc.constantFrom(null, 7),
    amount_cents: fc.integer({ min: 1, max: 4 }),
  },
  invoices: {
    company_id: company,
    buyer_company_id: fc.option(company),
    kind: fc.constantFrom(...invoiceKinds),
    status: fc.constantFrom(...invoiceStatuses),
    currency: fc.constantFrom('EUR', 'NOK'),
    due_date: date,
    gross_cents: fc.integer({ min: 3, max: 6 }),
    paid_cents: cents,
    credited_cents: cents,
    retained_cents: cents,
  },
}
const tables = Object.keys(columns)
const referred: Record<string, string> = {
  project_id: 'projects',
  contract_id: 'contracts',
  question_id: 'tender_questions',
}
/** Tables whose rows are never changed or deleted. */
const permanent = ['tender_questions', 'tender_answers']

type Change = { table: string; row: number; how: 'insert' | 'update' | 'delete'; values: Record<string, unknown> }
const change: fc.Arbitrary<Change> = fc.constantFrom(...tables).chain((table) => {
  const all = columns[table] ?? {}
  return fc.record({
    table: fc.constant(table),
    row: fc.nat(4),
    how: fc.constantFrom<Change['how'][]>('insert', 'insert', 'update', 'update', 'update', 'delete'),
    values: fc.record(all, { requiredKeys: [] }),
  })
})

/** Makes a change as SQL; returns whether the database's guards let it. */
function make(db: Database, companies: string[], { table, row, how, values }: Change): boolean {
  const ids = (of: string) => db.$client.prepare<[], string>(`SELECT id FROM ${of} ORDER BY id`).pluck().all()
  const stored: Row = {}
  for (const [name, value] of Object.entries(values)) {
    const from = name.endsWith('company_id') ? companies : referred[name] ? ids(referred[name] ?? '') : null
    stored[name] =
      from === null || value === null ? (value as Row[string]) : (from[Number(value) % from.length] ?? null)
    if (referred[name] && stored[name] === null) return false
  }
  const id = ids(table)[row % Math.max(1, ids(table).length)]
  const names = Object.keys(stored)
  try {
    if (how === 'insert') anyRow(db, table, stored)
    else if (how === 'delete') db.$client.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id)
    else if (names.length > 0)
      db.$client
        .prepare(`UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`)
        .run(...names.map((name) => stored[name]), id)
    return true
  } catch {
    return false
  }
}

it('are right after any changes of rows', () => {
  const start = testDatabase()
  const companies = [0, 1, 2].map(() => String(anyRow(start, 'companies').id))
  const bytes = start.$client.serialize()
  const made: Record<string, number> = {}
  fc.assert(
    fc.property(fc.array(change, { minLength: 20, maxLength: 60 }), (changes) => {
      const db = prepareDatabase(new Sqlite(bytes))
      for (const each of changes) {
        const kind = `${each.how} ${each.table}`
        if (make(db, companies, each)) made[kind] = (made[kind] ?? 0) + 1
        expect(summaryDifferences(db), kind).toEqual([])
      }
      db.$client.close()
    }),
    { numRuns: 50 },
  )
  // Every kind of change was made, and not only refused by the guards.
  for (const table of tables)
    for (const how of permanent.includes(table) ? ['insert'] : ['insert', 'update', 'delete'])
      expect(made[`${how} ${table}`], `${how} ${table}`).toBeGreaterThan(0)
}, 60_000)

it('tell which sealed bids an addendum came after, until they are confirmed', () => {
  const db = testDatabase()
  const project = String(anyRow(db, 'projects', { status: 'open', version: 1 }).id)
  const bid = String(anyRow(db, 'bids', { project_id: project, status: 'submitted', project_version: 1 }).id)
  const isUnconfirmed = () =>
    db.$client.prepare('SELECT is_unconfirmed FROM bid_deadlines WHERE bid_id = ?').pluck().get(bid)
  expect(isUnconfirmed()).toBe(0)
  db.$client.prepare('UPDATE projects SET version = 2 WHERE id = ?').run(project)
  expect(isUnconfirmed()).toBe(1)
  db.$client.prepare('UPDATE bids SET project_version = 2 WHERE id = ?').run(bid)
  expect(isUnconfirmed()).toBe(0)
})
