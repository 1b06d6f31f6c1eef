import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DomainEvent } from '#app/events.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { record } from '#tests/setup/events.ts'
import { connectionOf, type Database, openDatabase, transact } from './client.server.ts'
import type { DurableListener } from './durable-listener.server.ts'
import { type Dispatcher, startDispatcher } from './event-dispatcher.server.ts'
import { deleteOldEvents, recordEvent } from './outbox.server.ts'

let file: string
let db: Database
let remove: () => void
const opened: Database[] = []
const started: Dispatcher[] = []
const stops: Array<() => void> = []

/** Another connection to the same file, as another process would have. */
function connect(): Database {
  const one = openDatabase(file)
  opened.push(one)
  return one
}
beforeEach(() => {
  ;({ db, file, remove } = testDatabaseFile())
  db.$client.exec('CREATE TABLE effects (listener TEXT NOT NULL, event INTEGER NOT NULL, company TEXT NOT NULL)')
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  for (const dispatcher of started.splice(0)) dispatcher.stop()
  for (const one of opened.splice(0)) one.$client.close()
  remove()
})

function start(listeners: DurableListener[], on = db): Dispatcher {
  const dispatcher = startDispatcher(on, listeners)
  started.push(dispatcher)
  return dispatcher
}

type MembersChanged = DomainEvent<'company.members.changed'>

/** A listener that writes down what it handles, then fails for events that match `fails`. */
function notebook(name: string, fails: (event: MembersChanged) => boolean = () => false): DurableListener {
  return {
    name,
    on: {
      'company.members.changed': (tx, event) => {
        connectionOf(tx).prepare('INSERT INTO effects VALUES (?, ?, ?)').run(name, event.id, event.payload.companyId)
        if (fails(event)) throw new Error(`${name} fails`)
      },
    },
  }
}
const happens = (companyId: string, on = db) => record(on, 'company.members.changed', { companyId })
const effects = (name: string) =>
  db.$client
    .prepare<[string], string>('SELECT company FROM effects WHERE listener = ? ORDER BY rowid')
    .pluck()
    .all(name)
const cursor = (name: string) => db.$client.prepare('SELECT * FROM outbox_cursors WHERE listener = ?').get(name)
const parked = () => db.$client.prepare('SELECT listener, event_id AS event, error FROM outbox_parked').all()

/** The live deliveries of this event, in order. */
function hear(): string[] {
  const heard: string[] = []
  stops.push(subscribe('company.members.changed', ({ companyId }) => void heard.push(companyId)))
  return heard
}

describe('recording', () => {
  it('records and delivers nothing for a failed transaction', async () => {
    const heard = hear()
    start([notebook('a')])
    const source = { actor: null, now: 1, requestId: 'r' }
    expect(() =>
      transact(db, (tx) => {
        recordEvent(tx, source, 'company.members.changed', { companyId: 'never' })
        throw new Error('no')
      }),
    ).toThrow('no')
    transact(db, (tx) => {
      expect(() =>
        transact(db, (inner) => {
          recordEvent(inner, source, 'company.members.changed', { companyId: 'a part that fails' })
          throw new Error('no')
        }),
      ).toThrow('no')
      recordEvent(tx, source, 'company.members.changed', { companyId: 'said' })
    })
    await turn()
    await turn()
    expect([heard, effects('a')]).toEqual([['said'], ['said']])
    expect(db.$client.prepare('SELECT count(*) FROM outbox').pluck().get()).toBe(1)
  })

  it('is refused outside a transaction', () => {
    const source = { actor: null, now: 1, requestId: 'r' }
    expect(() => recordEvent(db, source, 'company.members.changed', { companyId: 'x' })).toThrow('no transaction')
  })
})

describe('delivery', () => {
  it('happens after the turn of the commit, in commit order, even if a listener fails', async () => {
    const heard = hear()
    stops.push(
      subscribe('company.members.changed', () => {
        throw new Error('a live listener failed')
      }),
    )
    start([notebook('a')])
    for (const company of ['1', '2', '3']) happens(company)
    expect([heard, effects('a')]).toEqual([[], []])
    await turn()
    await turn()
    expect([heard, effects('a')]).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ])
  })

  it('reaches live listeners of events that another process commits between our own, in order', () => {
    const heard = hear()
    const other = connect()
    const dispatcher = start([])
    happens('ours 1')
    happens('theirs', other)
    happens('ours 2')
    dispatcher.deliver()
    expect(heard).toEqual([])
    return turn().then(() => expect(heard).toEqual(['ours 1', 'theirs', 'ours 2']))
  })

  it('notices within a second what another process commits', async () => {
    const other = connect()
    start([notebook('a')])
    const heard = new Promise<string>((done) => {
      stops.push(subscribe('company.members.changed', ({ companyId }) => done(companyId)))
    })
    happens('theirs', other)
    expect(await heard).toBe('theirs')
  })

  it('resumes after a restart with undelivered events, each once, however often it restarts', () => {
    start([notebook('a')]).stop()
    happens('1')
    happens('2')
    expect(effects('a')).toEqual([])
    for (let round = 0; round < 3; round += 1) start([notebook('a')]).stop()
    expect(effects('a')).toEqual(['1', '2'])
  })

  it('starts a new listener with events from now on', () => {
    happens('before')
    const dispatcher = start([notebook('new')])
    happens('after')
    dispatcher.deliver()
    expect(effects('new')).toEqual(['after'])
  })

  it('lets two dispatchers at once handle each event once, in order', () => {
    const both = [start([notebook('a')]), start([notebook('a')], connect())]
    const said = Array.from({ length: 250 }, (_, index) => String(index))
    for (const company of said) {
      happens(company)
      if (Number(company) % 7 === 0) for (const dispatcher of both) dispatcher.deliver()
    }
    for (const dispatcher of both) dispatcher.deliver()
    expect(effects('a')).toEqual(said)
  })

  it('handles the events that a handler records, after its own', () => {
    const heard: string[] = []
    const dispatcher = start([
      {
        name: 'first',
        on: {
          'company.members.changed': (tx, event, source) =>
            recordEvent(tx, source, 'notification.created', { text: 'x', userIds: [event.payload.companyId] }),
        },
      },
      { name: 'second', on: { 'notification.created': (_tx, { payload }) => void heard.push(...payload.userIds) } },
    ])
    happens('1')
    dispatcher.deliver()
    expect(heard).toEqual(['1'])
  })
})

describe('a handler that fails', () => {
  it('leaves only its attempt behind, holds up no other listener, and is retried after a delay', () => {
    let broken = true
    const now = Date.now()
    const failing = notebook('failing', ({ payload }) => broken && payload.companyId === 'bad')
    const dispatcher = start([failing, notebook('other')])
    for (const company of ['good', 'bad', 'last']) happens(company)
    dispatcher.deliver(now)
    expect([effects('failing'), effects('other')]).toEqual([['good'], ['good', 'bad', 'last']])
    expect(cursor('failing')).toMatchObject({ position: 1, attempts: 1, next_attempt_at: now + 1000 })
    broken = false
    dispatcher.deliver(now + 999)
    expect(effects('failing')).toEqual(['good'])
    dispatcher.deliver(now + 1000)
    expect(effects('failing')).toEqual(['good', 'bad', 'last'])
    expect(cursor('failing')).toMatchObject({ position: 3, attempts: 0, next_attempt_at: 0 })
  })

  it('is parked after five attempts and retried at the next start', () => {
    let broken = true
    const failing = notebook('failing', ({ payload }) => broken && payload.companyId === 'bad')
    let dispatcher = start([failing])
    happens('bad')
    happens('last')
    dispatcher.deliver()
    for (const pause of [1000, 5000, 15_000, 60_000]) {
      expect([effects('failing'), parked()]).toEqual([[], []])
      // A restart must not reset the attempts.
      dispatcher.stop()
      dispatcher = start([failing])
      const { next_attempt_at: due } = cursor('failing') as { next_attempt_at: number }
      expect(due - Date.now()).toBeGreaterThan(pause - 1000)
      dispatcher.deliver(due)
    }
    expect(effects('failing')).toEqual(['last'])
    expect(parked()).toEqual([{ listener: 'failing', event: 1, error: expect.stringContaining('failing fails') }])
    dispatcher.stop()
    start([failing]).stop()
    expect([effects('failing'), parked()]).toMatchObject([['last'], [{ event: 1 }]])
    broken = false
    start([failing]).stop()
    expect([effects('failing'), parked()]).toEqual([['last', 'bad'], []])
  })

  it('includes an asynchronous one, because its promise would outlive the transaction', () => {
    const later = { name: 'later', on: { 'company.members.changed': async () => undefined } }
    const dispatcher = start([later as unknown as DurableListener])
    happens('1')
    dispatcher.deliver()
    expect(cursor('later')).toMatchObject({ position: 0, attempts: 1 })
  })
})

describe('deleteOldEvents', () => {
  const day = 86_400_000
  const left = () => db.$client.prepare('SELECT id FROM outbox ORDER BY id').pluck().all()

  it('deletes events handled by every listener after three days, except parked ones', async () => {
    const failing = notebook('failing', ({ payload }) => payload.companyId === 'bad')
    const dispatcher = start([failing, notebook('fine')])
    for (const company of ['1', 'bad', '3']) happens(company)
    const now = Date.now()
    dispatcher.deliver(now)
    expect(await deleteOldEvents(db, ['failing', 'fine'], now + 4 * day)).toBe(1)
    for (let attempt = 1; attempt <= 5; attempt += 1) dispatcher.deliver(now + attempt * day)
    happens('young')
    dispatcher.deliver(now + 6 * day)
    expect(await deleteOldEvents(db, ['failing', 'fine'], now + 2 * day)).toBe(0)
    db.$client.prepare('UPDATE outbox SET at = ? WHERE id = 4').run(now + 6 * day)
    expect(await deleteOldEvents(db, ['failing', 'fine'], now + 7 * day)).toBe(1)
    expect(left()).toEqual([2, 4])
  })

  it('ignores listeners that no longer exist, and never reuses an id', async () => {
    start([notebook('gone')]).stop()
    const dispatcher = start([notebook('a')])
    happens('1')
    dispatcher.deliver()
    expect(await deleteOldEvents(db, ['a'], Date.now() + 4 * day)).toBe(1)
    expect(cursor('gone')).toBeUndefined()
    happens('2')
    expect(left()).toEqual([2])
  })
})
