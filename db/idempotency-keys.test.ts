import { expect, it } from 'vitest'
import { testDatabase } from '#tests/setup/database.ts'
import { transact } from './client.server.ts'
import { deleteOldIdempotencyKeys, withIdempotencyKey } from './idempotency-keys.server.ts'
import { newId } from './ids.ts'
import { idempotencyKeys } from './schema/audit.ts'

const source = (actor: string | null, now = 1, company: string | null = null) => ({
  actor: actor === null ? null : { id: actor },
  company: company === null ? null : { id: company },
  now,
  requestId: 'request',
  ip: null,
  via: 'page' as const,
})

it('runs once per person, verb and form', () => {
  const db = testDatabase()
  const form = newId()
  let runs = 0
  const submit = (actor: string | null, verb: string, id: string | undefined) =>
    transact(db, (tx) =>
      withIdempotencyKey(tx, source(actor), { verb, input: { submissionId: id } }, () => ({ run: ++runs })),
    )
  expect(submit('anna', 'bid.create', form)).toEqual({ run: 1 })
  expect(submit('anna', 'bid.create', form)).toEqual({ run: 1 })
  expect(submit('anna', 'bid.submit', form)).toEqual({ run: 2 })
  expect(submit('bert', 'bid.create', form)).toEqual({ run: 3 })
  expect(submit(null, 'bid.create', form)).toEqual({ run: 4 })
  expect(submit('anna', 'bid.create', newId())).toEqual({ run: 5 })
  expect(submit('anna', 'bid.create', undefined)).toEqual({ run: 6 })
  expect(submit('anna', 'bid.create', undefined)).toEqual({ run: 7 })
})

it('runs again after a failure', () => {
  const db = testDatabase()
  const form = newId()
  const submit = (run: () => string) =>
    transact(db, (tx) => withIdempotencyKey(tx, source('anna'), { verb: 'verb', input: { submissionId: form } }, run))
  expect(() =>
    submit(() => {
      throw new Error('refused')
    }),
  ).toThrow('refused')
  expect(submit(() => 'done')).toBe('done')
  expect(submit(() => 'again')).toBe('done')
})

it('remembers a call without a result', () => {
  const db = testDatabase()
  const form = newId()
  let runs = 0
  const submit = () =>
    transact(db, (tx) =>
      withIdempotencyKey(tx, source('anna'), { verb: 'verb', input: { submissionId: form } }, () => {
        runs += 1
      }),
    )
  submit()
  submit()
  expect(runs).toBe(1)
})

it('is deleted after a month', () => {
  const db = testDatabase()
  const day = 24 * 3_600_000
  for (const at of [0, 2 * day])
    transact(db, (tx) =>
      withIdempotencyKey(tx, source('anna', at), { verb: 'verb', input: { submissionId: newId() } }, () => 1),
    )
  expect(deleteOldIdempotencyKeys(db, 31 * day)).toBe(1)
  expect(db.select().from(idempotencyKeys).all()).toHaveLength(1)
})

/** Sends one form with each content in turn; returns the results. */
function sendAll(contents: readonly object[], otherContent?: 'run' | 'replace' | 'refuse') {
  const db = testDatabase()
  const submissionId = newId()
  let runs = 0
  return contents.map((content) => {
    const submission = { verb: 'verb', input: { submissionId, ...content }, ...(otherContent && { otherContent }) }
    return transact(db, (tx) =>
      withIdempotencyKey(tx, source('anna'), submission, (earlier: number | null) => {
        runs += 1
        return earlier === null ? runs : runs * 10 + earlier
      }),
    )
  })
}

it('runs other content under the same key as an action of its own', () => {
  const [roof, kitchen] = [{ title: 'Roof' }, { title: 'Kitchen' }]
  expect(sendAll([roof, kitchen, kitchen, roof])).toEqual([1, 21, 21, 1])
})

it('can change a replaced record back: only the latest content is a repeat', () => {
  const [roof, kitchen] = [{ title: 'Roof' }, { title: 'Kitchen' }]
  expect(sendAll([roof, roof, kitchen, roof, roof], 'replace')).toEqual([1, 1, 21, 51, 51])
})

it('refuses other content where a second action would do harm, and still answers the first', () => {
  expect(sendAll([{ amount: 1 }, { amount: 1 }], 'refuse')).toEqual([1, 1])
  expect(() => sendAll([{ amount: 1 }, { amount: 2 }], 'refuse')).toThrow('errors:sentWithOtherContent')
})

it('ignores the order of fields, line ends and Unicode form', () => {
  const lines = [{ unit: 'm', quantity: 1 }]
  const same = [
    { title: 'Caf\u00e9', text: 'a\nb', lines, budget: undefined },
    { lines: [{ quantity: 1, unit: 'm' }], text: 'a\r\nb', title: 'Cafe\u0301' },
  ]
  expect(sendAll(same)).toEqual([1, 1])
  const twoLines = [...lines, { unit: 'h', quantity: 2 }]
  expect(sendAll([{ lines: twoLines }, { lines: twoLines.toReversed() }])).toEqual([1, 21])
  expect(sendAll([{ budget: null }, { budget: 0 }])).toEqual([1, 21])
})

it.each(['run', 'replace', 'refuse'] as const)(
  'holds its subject: %s for other content is no way to another record',
  (otherContent) => {
    const db = testDatabase()
    const [submissionId, first, second] = [newId(), newId(), newId()]
    const submit = (contractId: string, company = 'ours', title = 'Roof') =>
      transact(db, (tx) => {
        const input = { submissionId, contractId, title, businessId: title }
        const at = { verb: 'updateContract', input, otherContent }
        return withIdempotencyKey(tx, source('anna', 1, company), at, (earlier: string | null) => earlier ?? contractId)
      })
    expect(submit(first)).toBe(first)
    expect(() => submit(second)).toThrow('errors:sentWithOtherContent')
    expect(() => submit(first, 'theirs')).toThrow('errors:sentWithOtherContent')
    expect(submit(first)).toBe(first)
    // Another business id is other content of the same record.
    if (otherContent === 'refuse') expect(() => submit(first, 'ours', 'Kitchen')).toThrow('errors:sentWithOtherContent')
    else expect(submit(first, 'ours', 'Kitchen')).toBe(first)
    expect(db.select().from(idempotencyKeys).all()).toHaveLength(otherContent === 'refuse' ? 1 : 2)
  },
)

it('goes on answering forms from before it held its subject', () => {
  const db = testDatabase()
  const input = { submissionId: newId(), contractId: newId() }
  const submit = () =>
    transact(db, (tx) => withIdempotencyKey(tx, source('anna'), { verb: 'verb', input }, () => newId()))
  const result = submit()
  db.update(idempotencyKeys).set({ subject: '' }).run()
  expect(submit()).toBe(result)
})
