// Rules about advances that the database itself enforces, whatever the code above it does.
import { expect, it } from 'vitest'
import { anyRow, changeRow } from '#tests/factories/any-row.ts'
import { testDatabase } from '#tests/setup/database.ts'

const db = testDatabase()
const run = (sql: string, ...values: Array<string | number | null>) => db.$client.prepare(sql).run(...values)

it('deducts an advance of its seller once, together with what is credited of it', () => {
  const ofSeller = {
    company_id: anyRow(db, 'invoices').company_id ?? null,
    currency: 'EUR',
    kind: 'invoice',
    net_cents: 100,
  }
  const numbered = (number: string) => ({ number, year: 2027, sequence: Number(number), status: 'issued' })
  const advance = anyRow(db, 'invoices', { ...ofSeller, ...numbered('1'), is_advance: 1 }).id ?? null
  const draft = () => anyRow(db, 'invoices', { ...ofSeller, status: 'draft' }).id ?? null
  const deduct = (invoice_id: string | number | null, net_cents: number) =>
    anyRow(db, 'invoice_advances', { invoice_id, advance_invoice_id: advance, net_cents }).id
  const issue = (id: string | number | null, sequence: number) =>
    run(
      "UPDATE invoices SET number = ?, year = 2027, sequence = ?, status = 'issued' WHERE id = ?",
      String(sequence),
      sequence,
      id,
    )
  const [first, second] = [draft(), draft()]
  const row = deduct(first, 60)
  deduct(second, 41)
  issue(first, 2)
  expect(() => issue(second, 3)).toThrow('deducted once')
  expect(() => changeRow(db, 'invoice_advances', row, 'net_cents')).toThrow('immutable')
  expect(() => run('DELETE FROM invoice_advances WHERE id = ?', row ?? null)).toThrow('immutable')
  expect(() => deduct(first, 1)).toThrow('issued advances')
  const note = (net_cents: number) =>
    anyRow(db, 'invoices', {
      ...ofSeller,
      kind: 'credit_note',
      status: 'draft',
      credited_invoice_id: advance,
      net_cents,
    })
  expect(() => issue(note(41).id ?? null, 4)).toThrow('deducted once')
  issue(note(40).id ?? null, 5)
  run("UPDATE invoices SET status = 'credited' WHERE id = ?", first)
  issue(second, 6)
  const stranger =
    anyRow(db, 'invoices', { ...numbered('7'), kind: 'invoice', is_advance: 1, net_cents: 100 }).id ?? null
  const other = draft()
  expect(() =>
    anyRow(db, 'invoice_advances', { invoice_id: other, advance_invoice_id: stranger, net_cents: 1 }),
  ).toThrow('of its seller')
})
