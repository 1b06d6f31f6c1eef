import type { Socket } from 'socket.io-client'
import { expect, it } from 'vitest'
import { markAllRead } from '#app/features/notifications/mark-all-read.server.ts'
import type { Notice } from '#app/features/notifications/notify.server.ts'
import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { socketServer } from '#tests/setup/socket-server.ts'

const { db, somebody, socketOf } = socketServer()
const awarded: Notice = { category: 'offer', text: 'bidAwarded', params: { title: 'Roof' }, actionUrl: '/bids/1' }
const mention: Notice = {
  ...{ category: 'chat', text: 'chatMention', params: { name: 'Bo', conversation: 'Roof' } },
  actionUrl: '/messages/1?around=1#m1',
}
const next = (socket: Socket) =>
  new Promise<{ unread: number; missedCalls: number; isNew: boolean }>((done) => socket.once('notifications', done))
const told = async (sockets: Socket[], act: () => unknown) => {
  const all = Promise.all(sockets.map(next))
  act()
  return all
}

it('tells every tab of its reader, at once and when it connects, and nobody else', async () => {
  const [person, other] = [somebody(), somebody()]
  const one = await socketOf(person)
  expect(await next(one)).toEqual({ unread: 0, missedCalls: 0, isNew: false })
  expect(await told([one], () => createNotice(db, Date.now(), [person.actor.id], awarded))).toEqual([
    { unread: 1, missedCalls: 0, isNew: true },
  ])
  const two = await socketOf(person)
  expect(await next(two)).toEqual({ unread: 1, missedCalls: 0, isNew: false })
  const foreign = await socketOf(other)
  await next(foreign)
  const heard: unknown[] = []
  foreign.on('notifications', (news) => heard.push(news))
  const news = await told([one, two], () => createNotice(db, Date.now(), [person.actor.id], awarded))
  expect(news).toEqual(Array(2).fill({ unread: 2, missedCalls: 0, isNew: true }))
  expect(await told([one, two], () => markAllRead({ ...person, now: Date.now() }))).toEqual(
    Array(2).fill({ unread: 0, missedCalls: 0, isNew: false }),
  )
  expect(heard).toEqual([])
})

it('has nothing shown that a message has shown, that its reader may not read, or while they are not to be disturbed', async () => {
  const person = somebody()
  const socket = await socketOf(person)
  await next(socket)
  const give = (notice: Notice) => told([socket], () => createNotice(db, Date.now(), [person.actor.id], notice))
  expect(await give(mention)).toEqual([{ unread: 1, missedCalls: 0, isNew: false }])
  chooseStatus(person, { status: 'dnd', customText: '' })
  expect(await give(awarded)).toEqual([{ unread: 2, missedCalls: 0, isNew: false }])
  const member = createPerson(db, { company: person.company, companyRole: 'member', now: Date.now() })
  const closed = await socketOf(member)
  await next(closed)
  createNotice(db, Date.now(), [member.actor.id], awarded)
  expect(await next(closed)).toEqual({ unread: 1, missedCalls: 0, isNew: true })
  setModule(db, member.actor.id, person.company.id, 'bids', 'none')
  expect(await told([closed], () => createNotice(db, Date.now(), [member.actor.id], mention))).toEqual([
    { unread: 1, missedCalls: 0, isNew: false },
  ])
})
