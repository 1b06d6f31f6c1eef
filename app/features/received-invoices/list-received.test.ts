import { expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { anyRow } from '#tests/factories/any-row.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createReceived } from '#tests/factories/received-invoice.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { listReceived, receivedQueries } from './list-received.server.ts'
import { type ReceivedKey, type ReceivedView, readReceivedFilter, receivedHref } from './received-filter.ts'

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)

/** Every page of a list, by the addresses that its pages have. */
function pagesOf(ctx: CompanyContext, view: ReceivedView | null) {
  const pages: ReturnType<typeof listReceived>['rows'][] = []
  for (let after: ReceivedKey | null = null; ; ) {
    const { searchParams } = new URL(receivedHref({ view }, after), 'http://x.example')
    const { rows, next } = listReceived(ctx, readReceivedFilter(searchParams))
    pages.push(rows)
    if (!next) return pages
    after = next
  }
}

it('is paged by what it is sorted by, over files and invoices of Groundwork, several of one day among them', () => {
  const db = testDatabase()
  const [ctx, seller] = [createPerson(db), createPerson(db)]
  const ids = Array.from({ length: 70 }, (_, at) => {
    // Three of each day.
    const dates = { issueDate: day(at / 3), dueDate: day(30 + at / 3) }
    if (at % 2 === 0) return createReceived(ctx, dates)
    const sums = { net_cents: 1000, vat_cents: 0, gross_cents: 1000 }
    const party = JSON.stringify({ name: 'Seller' })
    return String(
      anyRow(db, 'invoices', {
        ...{ company_id: seller.company.id, buyer_company_id: ctx.company.id, ...sums, seller: party, buyer: party },
        ...{ kind: 'invoice', status: 'issued', issue_date: dates.issueDate, due_date: dates.dueDate },
        ...{ year: 2026, sequence: at + 1, number: `2026-${at + 1}` },
      }).id,
    )
  })
  const all = pagesOf(ctx, null)
  expect(all.map(({ length }) => length)).toEqual([50, 20])
  expect(
    all
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...ids].sort())
  const issued = all.flat().map(({ issueDate }) => issueDate ?? '')
  expect(issued).toEqual([...issued].sort().reverse())
  const overdue = pagesOf(ctx, 'overdue')
  expect(overdue.map(({ length }) => length)).toEqual([50, 20])
  expect(new Set(overdue.flat().map(({ id }) => id))).toEqual(new Set(ids))
  const due = overdue.flat().map(({ dueDate }) => dueDate ?? '')
  expect(due).toEqual([...due].sort())
  expect([pagesOf(ctx, 'toCheck'), pagesOf(ctx, 'toPay')].map((pages) => pages.flat().length)).toEqual([35, 35])
})

it('shows a credit note of Groundwork as waiting for nobody', () => {
  const db = testDatabase()
  const ctx = createPerson(db)
  const party = JSON.stringify({ name: 'Seller' })
  const note = { kind: 'credit_note', status: 'issued', number: '2026-0002', issue_date: day(1), due_date: null }
  const sums = { net_cents: 1000, vat_cents: 0, gross_cents: 1000, year: 2026, sequence: 2 }
  anyRow(db, 'invoices', { ...note, ...sums, buyer_company_id: ctx.company.id, seller: party, buyer: party })
  const [row] = listReceived(ctx, { view: null, after: null }).rows
  expect(row).toMatchObject({ kind: 'credit_note', fileStatus: null, sentStatus: null, openCents: 0, isOverdue: false })
})

it('reads each page from indexes in its order: nothing is sorted but rows of one day', () => {
  const { $client } = testDatabase()
  const place = { company: 'x', overdueBefore: '2026-01-01', day: '', id: '' }
  for (const [view, { text }] of Object.entries(receivedQueries)) {
    const plan = $client
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      .all(place)
      .map(({ detail }) => detail)
    const reads = plan.filter((line) => line.startsWith('SEARCH i'))
    expect([view, reads.filter((line) => !/\(?(issue|due)_date(,id\))?[<>]/.test(line))]).toEqual([view, []])
    const sorts = plan.filter((line) => line.includes('TEMP B-TREE'))
    expect([view, sorts.filter((line) => !line.includes('LAST TERM'))]).toEqual([view, []])
  }
})
