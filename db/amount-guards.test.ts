// What the database itself keeps of contracts that were sent, bids that were opened, and awards.
import { beforeEach, describe, expect, it } from 'vitest'
import { anyRow, changeRow } from '#tests/factories/any-row.ts'
import { testDatabase } from '#tests/setup/database.ts'
import type { Database } from './client.server.ts'
import { newId } from './ids.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const run = (sql: string, ...values: Array<string | number | null>) => db.$client.prepare(sql).run(...values)

describe('the milestones of a sent contract', () => {
  /** The milestone of a contract that is sent after it was drafted. */
  function sentMilestone() {
    const contract = anyRow(db, 'contracts', { status: 'draft' }).id ?? null
    const id = anyRow(db, 'contract_milestones', { contract_id: contract, status: 'planned' }).id
    run('UPDATE contract_milestones SET amount_cents = amount_cents + 1 WHERE id = ?', String(id))
    run('UPDATE contracts SET document_hash = ?, document_text = ? WHERE id = ?', newId(), 'the text', contract)
    return { id, contract }
  }

  it.each(['contract_id', 'position', 'net_cents', 'vat_rate_bp', 'vat_cents', 'amount_cents'])(
    'keep their %s',
    (column) => {
      const { id } = sentMilestone()
      expect(() => changeRow(db, 'contract_milestones', id, column)).toThrow('frozen')
    },
  )

  it('are neither added to, nor taken from, nor moved into', () => {
    const { id, contract } = sentMilestone()
    expect(() => run('DELETE FROM contract_milestones WHERE id = ?', String(id))).toThrow('frozen')
    expect(() => anyRow(db, 'contract_milestones', { contract_id: contract })).toThrow('frozen')
    const other = anyRow(db, 'contract_milestones').id ?? null
    const move = () => run('UPDATE contract_milestones SET contract_id = ? WHERE id = ?', contract, other)
    expect(move).toThrow('frozen')
  })

  it('go on through their states', () => {
    const { id } = sentMilestone()
    for (const column of ['status', 'funding_reference', 'funded_at', 'submitted_at', 'closed_at', 'updated_at'])
      changeRow(db, 'contract_milestones', id, column)
  })
})

describe('an opened bid', () => {
  function openedBid() {
    const bid = anyRow(db, 'bids', { status: 'submitted' }).id ?? null
    const line = anyRow(db, 'bid_lines', { bid_id: bid }).id ?? null
    run('UPDATE bids SET net_cents = net_cents + 1 WHERE id = ?', bid)
    run('UPDATE bid_lines SET unit_price_cents = unit_price_cents + 1 WHERE id = ?', line)
    run("UPDATE bids SET status = 'opened' WHERE id = ?", bid)
    return { bid, line }
  }

  it.each([
    'project_id',
    'company_id',
    'currency',
    'net_cents',
    'vat_cents',
    'gross_cents',
    'approach',
    'timeline_weeks',
    'project_version',
    'revision',
    'submitted_at',
  ])('keeps its %s', (column) => {
    const { bid } = openedBid()
    expect(() => changeRow(db, 'bids', bid, column)).toThrow('immutable')
  })

  it('keeps its lines, each and all of them', () => {
    const { bid, line } = openedBid()
    for (const column of ['unit_price_cents', 'quantity_milli', 'vat_rate_bp', 'excluded', 'description'])
      expect(() => changeRow(db, 'bid_lines', line, column)).toThrow('immutable')
    expect(() => run('DELETE FROM bid_lines WHERE id = ?', line)).toThrow('immutable')
    expect(() => anyRow(db, 'bid_lines', { bid_id: bid })).toThrow('immutable')
    const draft = anyRow(db, 'bids', { status: 'draft' }).id ?? null
    const other = anyRow(db, 'bid_lines', { bid_id: draft }).id ?? null
    expect(() => run('UPDATE bid_lines SET bid_id = ? WHERE id = ?', bid, other)).toThrow('immutable')
    expect(() => run('DELETE FROM bids WHERE id = ?', bid)).toThrow('immutable')
  })

  it('goes on through its states', () => {
    const { bid } = openedBid()
    for (const status of ['shortlisted', 'awarded', 'opened', 'rejected'])
      run('UPDATE bids SET status = ? WHERE id = ?', status, bid)
    for (const column of ['reason', 'withdrawn_at', 'updated_at']) changeRow(db, 'bids', bid, column)
    for (const status of ['draft', 'submitted'])
      expect(() => run('UPDATE bids SET status = ? WHERE id = ?', status, bid)).toThrow('immutable')
  })
})

describe('an award', () => {
  it('is revoked once, and stays', () => {
    const id = anyRow(db, 'awards').id
    for (const column of ['project_id', 'bid_id', 'awarded_by', 'awarded_at'])
      expect(() => changeRow(db, 'awards', id, column)).toThrow('immutable')
    run('UPDATE awards SET revoked_at = 1, revoked_reason = ? WHERE id = ?', 'Not signed', String(id))
    for (const column of ['revoked_at', 'revoked_reason'])
      expect(() => changeRow(db, 'awards', id, column)).toThrow('immutable')
    expect(() => run('DELETE FROM awards WHERE id = ?', String(id))).toThrow('immutable')
  })
})
