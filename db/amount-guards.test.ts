// What the database itself keeps of contracts that were sent, bids that were opened, and awards.
import { beforeEach, describe, expect, it } from 'vitest'
import { anyRow, changeRow, type Row } from '#tests/factories/any-row.ts'
import { testDatabase } from '#tests/setup/database.ts'
import type { Database } from './client.server.ts'
import { newId } from './ids.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const run = (sql: string, ...values: Array<string | number | null>) => db.$client.prepare(sql).run(...values)

const columnsOf = (table: string) =>
  (db.$client.pragma(`table_info(${table})`) as Array<{ name: string }>).map(({ name }) => name)
const stored = (table: string, id: unknown) =>
  db.$client.prepare<[unknown], Row>(`SELECT * FROM ${table} WHERE id = ?`).get(id) ?? {}

/** Writes a row over the one with this id, as INSERT OR REPLACE does. */
function replace(table: string, id: unknown, changed: Row = {}): void {
  const row: Row = { ...stored(table, id), ...changed }
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  run(`INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...Object.values(row))
}

describe('the milestones of a sent contract', () => {
  /** The milestone of a contract that is sent after it was drafted. */
  function sentMilestone() {
    const contract = anyRow(db, 'contracts', { status: 'draft' }).id ?? null
    const id = anyRow(db, 'contract_milestones', { contract_id: contract, status: 'planned' }).id
    run('UPDATE contract_milestones SET amount_cents = amount_cents + 1 WHERE id = ?', String(id))
    run('UPDATE contracts SET document_hash = ?, document_text = ? WHERE id = ?', newId(), 'the text', contract)
    return { id, contract }
  }

  it('keep everything but their state', () => {
    const { id } = sentMilestone()
    const free = [
      'status',
      'funding_reference',
      'funded_at',
      'submitted_at',
      'approved_at',
      'auto_release_at',
      'closed_at',
      'updated_at',
      'created_at',
    ]
    for (const column of columnsOf('contract_milestones').filter((name) => !free.includes(name)))
      expect(() => changeRow(db, 'contract_milestones', id, column), column).toThrow(
        /frozen|what is certified|what is refunded|asked back|what is agreed/,
      )
  })

  it('are not replaced by others, nor is their contract, nor a signature', () => {
    const { id, contract } = sentMilestone()
    expect(() => replace('contract_milestones', id, { contract_id: anyRow(db, 'contracts').id ?? null })).toThrow(
      'frozen',
    )
    expect(() => replace('contracts', contract)).toThrow('permanent')
    const { number = null, project_id = null } = stored('contracts', contract)
    for (const same of [{ number }, { project_id, status: 'draft' }] as Row[])
      expect(() =>
        replace('contracts', contract, { id: newId(), number: newId(), document_hash: null, ...same }),
      ).toThrow('permanent')
    const signature = anyRow(db, 'contract_signatures', { contract_id: contract, party: 'client' }).id ?? null
    expect(() => replace('contract_signatures', signature)).toThrow('immutable')
    expect(() => replace('contract_signatures', signature, { id: newId() })).toThrow('immutable')
  })

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
    run('UPDATE bid_lines SET unit_price_e4 = unit_price_e4 + 1 WHERE id = ?', line)
    run("UPDATE bids SET status = 'opened' WHERE id = ?", bid)
    return { bid, line }
  }

  it('keeps everything but its state', () => {
    const { bid } = openedBid()
    const free = ['status', 'reason', 'withdrawn_at', 'updated_at']
    for (const column of columnsOf('bids').filter((name) => !free.includes(name)))
      expect(() => changeRow(db, 'bids', bid, column), column).toThrow('immutable')
  })

  it('is not replaced by another, nor is a line or a seal', () => {
    const { bid, line } = openedBid()
    expect(() => replace('bids', bid)).toThrow('immutable')
    expect(() => replace('bids', bid, { id: newId(), status: 'draft' })).toThrow('immutable')
    const other = anyRow(db, 'bids', { status: 'draft' }).id ?? null
    expect(() => replace('bid_lines', line, { bid_id: other })).toThrow('immutable')
    const seal = anyRow(db, 'bid_seals', { bid_id: bid }).id ?? null
    expect(() => replace('bid_seals', seal, { digest: 'forged' })).toThrow('immutable')
    expect(() => replace('bid_seals', seal, { id: newId(), digest: 'forged' })).toThrow('immutable')
  })

  it('is found by its project and its company, however many bids the company has made', () => {
    const trigger = "SELECT sql FROM sqlite_master WHERE name = 'bids_not_replaced'"
    const [, when = ''] = /WHEN([\s\S]*)BEGIN/.exec(String(db.$client.prepare(trigger).pluck().get())) ?? []
    const plan = db.$client
      .prepare<[Row], { detail: string }>(`EXPLAIN QUERY PLAN SELECT ${when.replaceAll('NEW.', '@')}`)
      .all({ id: '', status: '', project_id: '', company_id: '' })
      .map(({ detail }) => detail)
      .filter((detail) => detail.includes(' bids '))
    expect(plan).toEqual([
      expect.stringMatching(/^SEARCH bids USING INDEX \w+ \(id=\?\)$/),
      'SEARCH bids USING INDEX bids_one_live (project_id=? AND company_id=?)',
    ])
  })

  it('keeps its lines, each and all of them', () => {
    const { bid, line } = openedBid()
    for (const column of columnsOf('bid_lines'))
      expect(() => changeRow(db, 'bid_lines', line, column), column).toThrow('immutable')
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
    for (const column of columnsOf('awards').filter((name) => !name.startsWith('revoked')))
      expect(() => changeRow(db, 'awards', id, column), column).toThrow('immutable')
    const row = String(id)
    expect(() => replace('awards', row, { bid_id: anyRow(db, 'bids').id ?? null })).toThrow('immutable')
    expect(() => replace('awards', row, { id: newId() })).toThrow('immutable')
    run('UPDATE awards SET revoked_at = 1, revoked_reason = ? WHERE id = ?', 'Not signed', String(id))
    for (const column of ['revoked_at', 'revoked_reason'])
      expect(() => changeRow(db, 'awards', id, column)).toThrow('immutable')
    expect(() => run('DELETE FROM awards WHERE id = ?', String(id))).toThrow('immutable')
  })
})
