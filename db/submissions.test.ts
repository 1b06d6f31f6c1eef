import { expect, it } from 'vitest'
import { testDatabase } from '#tests/setup/database.ts'
import { transact } from './client.server.ts'
import { newId } from './ids.ts'
import { formSubmissions } from './schema/audit.ts'
import { forgetOldSubmissions, once } from './submissions.server.ts'

const source = (actor: string | null, now = 1) => ({
  actor: actor === null ? null : { id: actor },
  company: null,
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
    transact(db, (tx) => once(tx, source(actor), id, verb, () => ({ run: ++runs })))
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
  const submit = (run: () => string) => transact(db, (tx) => once(tx, source('anna'), form, 'verb', run))
  expect(() =>
    submit(() => {
      throw new Error('refused')
    }),
  ).toThrow('refused')
  expect(submit(() => 'done')).toBe('done')
  expect(submit(() => 'again')).toBe('done')
})

it('remembers what has no result', () => {
  const db = testDatabase()
  const form = newId()
  let runs = 0
  const submit = () =>
    transact(db, (tx) =>
      once(tx, source('anna'), form, 'verb', () => {
        runs += 1
      }),
    )
  submit()
  submit()
  expect(runs).toBe(1)
})

it('is forgotten after a month', () => {
  const db = testDatabase()
  const day = 24 * 3_600_000
  for (const at of [0, 2 * day]) transact(db, (tx) => once(tx, source('anna', at), newId(), 'verb', () => 1))
  expect(forgetOldSubmissions(db, 31 * day)).toBe(1)
  expect(db.select().from(formSubmissions).all()).toHaveLength(1)
})
