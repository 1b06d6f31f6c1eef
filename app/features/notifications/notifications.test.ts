import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { formatFor } from '#app/i18n/format.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { clearNotifications } from './clear-notifications.server.ts'
import { deleteNotification } from './delete-notification.server.ts'
import { markAllRead } from './mark-all-read.server.ts'
import { markRead } from './mark-read.server.ts'
import { formatParams } from './notification.ts'
import type { Notice } from './notify.server.ts'
import { openNotification } from './open-notification.server.ts'
import { countUnread, listNotifications, notificationQuery } from './queries.server.ts'

const notice: Notice = { category: 'offer', text: 'bidAwarded', params: { title: 'Roof' }, actionUrl: '/bids/1' }

let db: Database
let me: CompanyContext
let other: CompanyContext

beforeEach(() => {
  db = testDatabase()
  me = createPerson(db)
  other = createPerson(db)
})

const ids = (ctx: CompanyContext) => listNotifications(ctx).rows.map(({ id }) => id)

describe('notify', () => {
  it('writes one notification for each recipient', () => {
    expect(createNotice(db, me.now, [me.actor.id, other.actor.id, me.actor.id], notice)).toBe(2)
    expect(listNotifications(me).rows).toMatchObject([
      { category: 'offer', textKey: 'bidAwarded', params: { title: 'Roof' }, readAt: null },
    ])
    expect(countUnread(other)).toBe(1)
  })

  it('writes nothing without recipients', () => {
    expect(createNotice(db, me.now, [], notice)).toBe(0)
  })
})

describe('reading', () => {
  it('marks the user’s notifications, and leaves those of others', () => {
    createNotice(db, me.now, [me.actor.id, other.actor.id], notice)
    const all = [...ids(me), ...ids(other)]
    expect(markRead(me, { ids: all })).toEqual({ updated: 1 })
    expect(markRead(me, { ids: all })).toEqual({ updated: 0 })
    expect([countUnread(me), countUnread(other)]).toEqual([0, 1])
  })

  it('follows the path of the notification, but only a local path', () => {
    createNotice(db, me.now, [me.actor.id], notice)
    createNotice(db, me.now, [me.actor.id], { ...notice, actionUrl: '//evil.example' })
    const [evil, good] = ids(me)
    expect(openNotification(me, { id: String(good) })).toEqual({ to: '/bids/1' })
    expect(openNotification(me, { id: String(evil) })).toEqual({ to: '/notifications' })
    expect(countUnread(me)).toBe(0)
  })

  it('does not open other people’s notifications', () => {
    createNotice(db, me.now, [other.actor.id], notice)
    expect(() => openNotification(me, { id: String(ids(other)[0]) })).toThrow('not_found')
    expect(countUnread(other)).toBe(1)
  })

  it('marks all of the user’s notifications', () => {
    for (let n = 0; n < 3; n += 1) createNotice(db, me.now, [me.actor.id, other.actor.id], notice)
    expect(markAllRead(me)).toEqual({ updated: 3 })
    expect([countUnread(me), countUnread(other)]).toEqual([0, 3])
  })
})

describe('deleting', () => {
  it('deletes one of the user’s notifications, once, and none of another’s', () => {
    createNotice(db, me.now, [me.actor.id, other.actor.id], notice)
    const [mine] = ids(me)
    deleteNotification(me, { id: String(mine) })
    expect(() => deleteNotification(me, { id: String(mine) })).toThrow('not_found')
    expect(() => deleteNotification(me, { id: String(ids(other)[0]) })).toThrow('not_found')
    expect([ids(me).length, ids(other).length]).toEqual([0, 1])
  })

  it('clears the read ones, or everything', () => {
    createNotice(db, me.now, [me.actor.id, other.actor.id], notice)
    createNotice(db, me.now, [me.actor.id], notice)
    markRead(me, { ids: ids(me).slice(0, 1) })
    expect(clearNotifications(me, { readOnly: true })).toEqual({ deleted: 1 })
    expect(clearNotifications(me, { readOnly: false })).toEqual({ deleted: 1 })
    expect(ids(other)).toHaveLength(1)
  })

  it('requires a signed-in user', () => {
    const nobody = { ...me, actor: null, company: null }
    expect(() => clearNotifications(nobody, { readOnly: false })).toThrow('unauthenticated')
    expect(() => markAllRead(nobody)).toThrow('unauthenticated')
  })
})

describe('the list', () => {
  it('is paginated, newest first, without gaps or repeats', () => {
    for (let n = 0; n < 120; n += 1) createNotice(db, me.now, [me.actor.id, other.actor.id], notice)
    const seen: string[] = []
    for (let before: string | null = null, more = true; more; ) {
      const page = listNotifications(me, { before })
      seen.push(...page.rows.map(({ id }) => id))
      before = page.next
      more = page.next !== null
    }
    expect(seen).toHaveLength(120)
    expect(seen).toEqual([...new Set(seen)].sort().reverse())
  })

  it('is filtered by category and unread state', () => {
    createNotice(db, me.now, [me.actor.id], notice)
    createNotice(db, me.now, [me.actor.id], { ...notice, category: 'payment' })
    markRead(me, { ids: ids(me).slice(0, 1) })
    expect(listNotifications(me, { category: 'payment' }).rows).toHaveLength(1)
    expect(listNotifications(me, { category: 'payment', unreadOnly: true }).rows).toHaveLength(0)
    expect(listNotifications(me, { unreadOnly: true }).rows).toMatchObject([{ category: 'offer' }])
  })

  it('uses an index for every filter', () => {
    for (const filter of [{}, { category: 'offer' as const }, { unreadOnly: true }]) {
      const plan = db.$client.prepare(`EXPLAIN QUERY PLAN ${notificationQuery(filter).text}`).all({
        ...{ user: newId(), category: filter.category ?? null, before: '~', limit: 51 },
        ...{ closedTexts: '[]', ofNoCompany: '[]', closedSubjects: '[]' },
      }) as { detail: string }[]
      const text = plan.map(({ detail }) => detail).join('; ')
      expect(text).toContain('USING INDEX')
      expect(text).not.toContain('SCAN notifications')
      expect(text).not.toContain('TEMP B-TREE')
    }
  })

  it('counts up to a hundred unread notifications', () => {
    for (let n = 0; n < 105; n += 1) createNotice(db, me.now, [me.actor.id], notice)
    expect(countUnread(me)).toBe(100)
  })
})

describe('formatParams', () => {
  it('formats amounts, times and days in the user’s language', () => {
    const params = {
      amountCents: 123456,
      currency: 'EUR',
      deadlineAt: Date.UTC(2026, 5, 1, 9),
      dueOn: '2026-07-03',
      title: 'Roof',
    }
    const finnish = formatParams(params, formatFor('fi', 'Europe/Helsinki'))
    expect(finnish).toMatchObject({ amount: '1\u00a0234,56\u00a0€', due: '3.7.2026', title: 'Roof' })
    expect(finnish.deadline).toMatch(/12\.00 \(Europe\/Helsinki\)$/)
    expect(formatParams(params, formatFor('en', 'UTC')).amount).toBe('€1,234.56')
  })
})
