// What the database itself keeps of negotiations, securities and handovers.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { openNegotiation } from '#app/features/negotiations/open-negotiation.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { type SecurityAction, securityActions, securityMachine } from '#app/features/securities/security.ts'
import { changeRow, type Row } from '#tests/factories/any-row.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { type Deal, draftedDeal, password, sendAndSign } from '#tests/factories/deal.ts'
import { storedFile } from '#tests/factories/document.ts'
import { approvedDeal, handoverInput } from '#tests/factories/handover.ts'
import { negotiated } from '#tests/factories/negotiation.ts'
import { securityInput } from '#tests/factories/security.ts'
import { testDatabase } from '#tests/setup/database.ts'
import type { Database } from './client.server.ts'
import { securityStatuses } from './vocabulary/contracts.ts'
import { defectStatuses } from './vocabulary/handover.ts'

let db: Database
beforeEach(() => void db.$client.exec('BEGIN'))
afterEach(() => void db.$client.exec('ROLLBACK'))

const run = (statement: string) => () => db.$client.exec(statement)
const rowsOf = (table: string, where = '1') =>
  db.$client.prepare<[], Row>(`SELECT * FROM ${table} WHERE ${where}`).all()
function replace(table: string, row: Row): void {
  const names = Object.keys(row)
  const insert = `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  db.$client.prepare(insert).run(...Object.values(row))
}

describe('of a draft', () => {
  let deal: Deal
  beforeAll(async () => {
    db = testDatabase()
    deal = await draftedDeal(db)
    negotiated(deal)
  })

  it('a comment begins as a comment or an open proposal, and is never replaced', () => {
    const [row = {}] = rowsOf('clause_comments')
    expect(() => replace('clause_comments', row)).toThrow('made on a draft')
    const forged = { status: 'accepted', decided_at: 1, decided_by: deal.client.actor.id }
    for (const [column, value] of Object.entries(forged))
      expect(() => replace('clause_comments', { ...row, id: 'other', [column]: value })).toThrow('made on a draft')
    expect(() => replace('clause_comments', { ...row, id: 'other' })).not.toThrow()
  })

  it('nothing is commented or answered once it is sent', () => {
    const [row = {}] = rowsOf('clause_comments')
    db.$client.exec("UPDATE contracts SET status = 'withdrawn'")
    expect(() => replace('clause_comments', { ...row, id: 'other' })).toThrow('made on a draft')
    const accept = `UPDATE clause_comments SET status = 'accepted', decided_at = 1, decided_by = '${deal.client.actor.id}'`
    expect(run(accept)).toThrow('the contract is sent')
  })

  it('who opened it stays, and it is opened once', () => {
    const [row = {}] = rowsOf('contract_negotiations')
    expect(run('UPDATE contract_negotiations SET opened_at = 1')).toThrow('permanent')
    expect(run('DELETE FROM contract_negotiations')).toThrow('permanent')
    expect(() => replace('contract_negotiations', row)).toThrow('opened once')
    openNegotiation(deal.client, { contractId: deal.contractId })
    expect(rowsOf('contract_negotiations')).toEqual([row])
  })
})

describe('of a signed contract', () => {
  let deal: Deal
  beforeAll(async () => {
    db = testDatabase()
    deal = await draftedDeal(db)
    await sendAndSign(deal)
    const { client, provider } = deal
    const of = { contractId: approvedDeal(deal) }
    const files = [storedFile('guarantee.txt', 'A guarantee')]
    recordSecurity(provider, { ...securityInput(), ...of, files })
    createCertificate(provider)
    callHandover(client, of)
    updateHandover(client, { ...of, ...handoverInput(client.now) })
    for (const ctx of [client, provider]) await signHandover(ctx, { ...of, typedName: ctx.actor.name, password })
  })

  /** Sets a state past the triggers, and tells whether they let it become another one. */
  const mayBecome = (table: string, from: string, to: string) => {
    const triggers = db.$client
      .prepare<[string], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?",
      )
      .all(table)
    for (const { name } of triggers) db.$client.exec(`DROP TRIGGER "${name}"`)
    db.$client.exec(`UPDATE ${table} SET status = '${from}'`)
    for (const { sql } of triggers) db.$client.exec(sql)
    try {
      db.$client.exec(`UPDATE ${table} SET status = '${to}'`)
      return true
    } catch {
      return false
    }
  }

  it('a security moves by the steps of its state machine alone', () => {
    const next = (from: (typeof securityStatuses)[number], action: SecurityAction) =>
      (['client', 'provider'] as const).flatMap((party) => {
        const outcome = securityMachine.next(from, action, party)
        return outcome.ok ? [outcome.to] : []
      })
    for (const from of securityStatuses)
      for (const to of securityStatuses.filter((status) => status !== from)) {
        const isStep = securityActions.some((action) => next(from, action).includes(to))
        expect([from, to, mayBecome('contract_securities', from, to)]).toEqual([from, to, isStep])
      }
  })

  it('a defect is fixed, accepted or opened again, and begins as open', () => {
    const steps = ['open fixed', 'fixed accepted', 'fixed open']
    for (const from of defectStatuses)
      for (const to of defectStatuses.filter((status) => status !== from))
        expect([from, to, mayBecome('handover_defects', from, to)]).toEqual([from, to, steps.includes(`${from} ${to}`)])
    const [row = {}] = rowsOf('handover_defects')
    db.$client.exec('DROP TRIGGER handover_defects_added')
    expect(() => replace('handover_defects', { ...row, id: 'other', position: 9, status: 'accepted' })).toThrow(
      'begins',
    )
  })

  it('the file of a security stays, and so does that of a certificate', () => {
    for (const subject of ['security', 'certificate']) {
      const [row = {}] = rowsOf('files', `subject_type = '${subject}'`)
      for (const column of Object.keys(row))
        expect(() => changeRow(db, 'files', row.id, column), column).toThrow('kept')
      expect(() => replace('files', row)).toThrow('kept')
      expect(() => replace('files', { ...row, id: 'other' })).toThrow('kept')
      expect(run(`DELETE FROM files WHERE subject_type = '${subject}'`)).toThrow('FOREIGN KEY')
    }
  })
})
