// Every event that tells somebody × everybody who might be told, in one world, against a written table (PROJ-26, ACC-8).
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { addressRights } from '#app/features/accounts/addresses/address-rights.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { decide } from '#app/features/accounts/rights.ts'
import { chatNoticeListener } from '#app/features/messages/chat-notices.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import { noticeModules } from '#app/features/notifications/notice-modules.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { dataOf } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { record } from '#tests/setup/events.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { noticeTable, type Row } from './notice-table.ts'
import { makeNoticeWorld, type Name } from './notice-world.ts'

/** Told by the verbs of groups themselves: group-notices.test.ts. */
const ofGroups = ['chatAdded', 'chatRequest', 'chatRequestApproved', 'chatRequestDenied']
/** Told by what ends a call: call-verbs.test.ts. */
const ofCalls = ['callMissed', 'broadcastLive', 'callTimeProposed', 'callTimeCancelled']
const listeners = [notificationListener, chatNoticeListener]

type Told = {
  row: Row
  notices: { user: string; text: string; url: string }[]
  mails: { to: string; template: string }[]
}
let people: Map<Name, UserContext>
/** The records of the world; the events name others, too, which nobody can open. */
let records: Set<string>
const outcomes: Told[] = []
beforeAll(async () => {
  const db: Database = testDatabase()
  const world = await makeNoticeWorld(db)
  people = world.people
  const { projectId, bidId, contractId, groupId, receivedId, milestoneIds } = world
  records = new Set([projectId, bidId, contractId, groupId, receivedId, ...milestoneIds])
  const dispatcher = startDispatcher(db, listeners)
  dispatcher.deliver()
  const notices = db.$client.prepare<[], Told['notices'][number]>(
    'SELECT user_id AS user, text_key AS text, action_url AS url FROM notifications',
  )
  const mails = db.$client.prepare<[], Told['mails'][number]>('SELECT recipient AS "to", template FROM mails')
  for (const row of noticeTable(world)) {
    db.$client.exec('DELETE FROM notifications; DELETE FROM mails')
    record(db, row.name, row.payload)
    dispatcher.deliver()
    outcomes.push({ row, notices: notices.all(), mails: mails.all() })
  }
  dispatcher.stop()
})

const nameOf = (is: (ctx: UserContext) => boolean): string => [...people].find(([, ctx]) => is(ctx))?.[0] ?? 'nobody'
/** The names under each key, sorted, so that somebody told twice stands there twice. */
const grouped = (pairs: (readonly [key: string, name: string])[]) =>
  pairs.map(([key, name]) => `${key}: ${name}`).sort()
const flat = (table: Partial<Record<string, readonly Name[]>>) =>
  grouped(Object.entries(table).flatMap(([key, names = []]) => names.map((name) => [key, name] as const)))

it('tells those of the table of each event, each once, and nobody else', () => {
  const wrong = outcomes.flatMap(({ row, notices }) => {
    const told = grouped(notices.map(({ user, text }) => [text, nameOf(({ actor }) => actor.id === user)] as const))
    return differences(row, told, flat(row.told))
  })
  expect(wrong).toEqual([])
})

it('mails those of the table of each event, each once, and nobody else', () => {
  const wrong = outcomes.flatMap(({ row, mails }) => {
    const mailed = grouped(
      mails.map(({ to, template }) => [template, nameOf(({ actor }) => actor.email === to)] as const),
    )
    return differences(row, mailed, flat(row.mailed))
  })
  expect(wrong).toEqual([])
})

it('leads everybody who is told to a page that they may open', () => {
  const wrong = outcomes.flatMap(({ notices }) =>
    notices.flatMap(({ user, text, url }) => {
      const person = [...people.values()].find(({ actor }) => actor.id === user)
      const refused = rightsAt(url).filter((right) => !person || !decide(right, person.actor).allowed)
      return refused.map((right) => `${text} ${url} ${nameOf(({ actor }) => actor.id === user)} ${right}`)
    }),
  )
  expect(wrong).toEqual([])
})

it('leads them to records that are there for them', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  const pages = new Set(outcomes.flatMap(({ notices }) => notices.map(({ user, url }) => `${user} ${url}`)))
  const idIn = /[0-9a-f]{8}-[0-9a-f-]{27}/g
  /** What the signed deal has none of. */
  const notThere = /\/(evaluation|termination|negotiation|changes\/c|handover\/1|disputes\/[^/]+)$/
  const wrong: string[] = []
  let opened = 0
  for (const [name, ctx] of people) {
    const urls = [...pages].filter((each) => each.startsWith(ctx.actor.id)).map((each) => each.split(' ')[1] ?? '')
    const { cookie } = await signedIn(ctx)
    for (const url of urls.filter((each) => !notThere.test(each) && each.match(idIn)?.every((id) => records.has(id)))) {
      const { status } = await server.ask(dataOf(url.replace(/#.*/, '')), { cookie })
      opened += 1
      if (status !== 200) wrong.push(`${name} ${url} ${status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(opened).toBeGreaterThan(50)
})

it('has every event of the listeners and every notice in its table', () => {
  const events = listeners.flatMap(({ on }) => Object.keys(on))
  expect(events.filter((name) => !outcomes.some(({ row }) => row.name === name))).toEqual([])
  const texts = new Set([...ofGroups, ...ofCalls, ...outcomes.flatMap(({ row }) => Object.keys(row.told))])
  expect(Object.keys(noticeModules).filter((text) => !texts.has(text))).toEqual([])
})

/** What was missing (-) of an event and what was too much (+). */
function differences({ name }: Row, found: string[], wanted: string[]): string[] {
  const rest = [...found]
  const missing = wanted.filter((line) => {
    const at = rest.indexOf(line)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [...missing.map((line) => `${name} - ${line}`), ...rest.map((line) => `${name} + ${line}`)]
}

/** The rights of the address that a link leads to. Approvals ask for none: their page decides by the request. */
function rightsAt(url: string) {
  const path = url.slice(1).replace(/[?#].*$/, '')
  if (/^approvals\/[^/]+$/.test(path)) return []
  const isAt = (address: string) => new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}$`).test(path)
  const [address = ''] = Object.keys(addressRights)
    .filter(isAt)
    .sort((a, b) => a.split(':').length - b.split(':').length)
  const open = addressRights[address]?.open
  if (!open) throw new Error(`no rights are known at ${url}`)
  return open
}
