import { describe, expect, it } from 'vitest'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { appendAudit, verifyAudit } from './audit.server.ts'
import { transact } from './client.server.ts'

function writeThree() {
  const db = testDatabase()
  const ctx = createPerson(db)
  for (const id of ['a', 'b', 'c'])
    transact(db, (tx) => appendAudit(tx, ctx, { action: 'test.write', subject: { type: 'test', id }, after: { id } }))
  return db
}

describe('the audit trail', () => {
  it('is a chain that verifies', () => {
    expect(verifyAudit(writeThree())).toEqual({ rows: 3, brokenAt: null })
  })

  it('refuses to be changed or deleted', () => {
    const db = writeThree()
    expect(() => db.$client.exec(`UPDATE audit_log SET action = 'x'`)).toThrow('immutable')
    expect(() => db.$client.exec('DELETE FROM audit_log')).toThrow('immutable')
  })

  it('shows where it was changed after the triggers were dropped', () => {
    const db = writeThree()
    db.$client.exec(`DROP TRIGGER audit_log_immutable; UPDATE audit_log SET action = 'x' WHERE seq = 2`)
    expect(verifyAudit(db)).toEqual({ rows: 1, brokenAt: 2 })
  })

  it('shows a deleted row', () => {
    const db = writeThree()
    db.$client.exec('DROP TRIGGER audit_log_permanent; DELETE FROM audit_log WHERE seq = 2')
    expect(verifyAudit(db)).toEqual({ rows: 1, brokenAt: 3 })
  })
})

describe('a row of the trail', () => {
  /** A row as the program wrote it before version 2, with its hash. */
  const oldRow = `INSERT INTO audit_log
    (at, actor_id, company_id, action, subject_type, subject_id, after_digest, detail, request_id, ip, previous_hash, hash)
    VALUES (1780315200000, 'a', 'c', 'bid.award', 'bid', 'b',
      '84a91dee31459ddf46933a42288dfd0ff0fb2a3aae2cc0e6ef84135c8cdd5f71', '{}', 'r', '127.0.0.1', '${'0'.repeat(64)}',
      '5569dd049f61f01f40b98b9a4495a68746deabd10efb79eeb877488029e5f4ab')`

  function writeBoth() {
    const db = testDatabase()
    db.$client.exec(oldRow)
    const ctx = createPerson(db)
    const entry = { action: 'test.write', subject: { type: 'test', id: 'a' } }
    for (const via of ['page', 'job'] as const) transact(db, (tx) => appendAudit(tx, { ...ctx, via }, entry))
    return db
  }

  it('records how the write came about; older rows still verify', () => {
    const db = writeBoth()
    expect(db.$client.prepare('SELECT version, via FROM audit_log ORDER BY seq').raw().all()).toEqual([
      [1, null],
      [2, 'page'],
      [2, 'job'],
    ])
    expect(verifyAudit(db)).toEqual({ rows: 3, brokenAt: null })
  })

  it.each([
    [1, "via = 'page'"],
    [1, 'version = 2'],
    [2, "via = 'assistant'"],
    [2, 'via = NULL'],
    [2, 'version = 1'],
    [2, 'version = 1, via = NULL'],
    [2, 'version = 3'],
  ])('row %i cannot be given another origin: %s', (seq, set) => {
    const db = writeBoth()
    db.$client.exec(`DROP TRIGGER audit_log_immutable; UPDATE audit_log SET ${set} WHERE seq = ${seq}`)
    expect(verifyAudit(db)).toEqual({ rows: seq - 1, brokenAt: seq })
  })
})

describe('transact', () => {
  it('writes all or nothing', () => {
    const db = testDatabase()
    const ctx = createPerson(db)
    expect(() =>
      transact(db, (tx) => {
        appendAudit(tx, ctx, { action: 'test.write', subject: { type: 'test', id: 'a' } })
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(verifyAudit(db).rows).toBe(0)
  })

  it('refuses asynchronous work, and rolls it back', () => {
    const db = testDatabase()
    const ctx = createPerson(db)
    expect(() =>
      transact(db, async (tx) => appendAudit(tx, ctx, { action: 'test.write', subject: { type: 'test', id: 'a' } })),
    ).toThrow(TypeError)
    expect(verifyAudit(db).rows).toBe(0)
  })
})
