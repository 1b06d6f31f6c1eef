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
  it('is a chain that can be walked', () => {
    expect(verifyAudit(writeThree())).toEqual({ rows: 3, brokenAt: null })
  })

  it('refuses to be changed or deleted', () => {
    const db = writeThree()
    expect(() => db.$client.exec(`UPDATE audit_log SET action = 'x'`)).toThrow('immutable')
    expect(() => db.$client.exec('DELETE FROM audit_log')).toThrow('immutable')
  })

  it('shows where it was changed by somebody who took the triggers away', () => {
    const db = writeThree()
    db.$client.exec(`DROP TRIGGER audit_log_immutable; UPDATE audit_log SET action = 'x' WHERE seq = 2`)
    expect(verifyAudit(db)).toEqual({ rows: 1, brokenAt: 2 })
  })

  it('shows a row that was taken out', () => {
    const db = writeThree()
    db.$client.exec('DROP TRIGGER audit_log_permanent; DELETE FROM audit_log WHERE seq = 2')
    expect(verifyAudit(db)).toEqual({ rows: 1, brokenAt: 3 })
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
