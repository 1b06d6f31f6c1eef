// Every notice by the verb that gives rise to it, in one world with everybody who might be told: the right people are told once, the
// others never, and what they are led to is there (PROJ-26, ACC-8). The table of events says who the right people are.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NoticeText, noticeModules } from '#app/features/notifications/notice-modules.ts'
import type { Database } from '#db/client.server.ts'
import { dataOf } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { noticeTable } from '../notice-table.ts'
import { makeNoticeWorld, type Name, type NoticeWorld } from '../notice-world.ts'
import { companyStories } from './company-stories.ts'
import { contractStories } from './contract-stories.ts'
import { elsewhere } from './elsewhere.ts'
import { escrowStories } from './escrow-stories.ts'
import { procurementStories } from './procurement-stories.ts'
import { openStage, type Telling } from './stage.ts'

const stories = { ...procurementStories, ...contractStories, ...escrowStories, ...companyStories }

const sources = import.meta.glob<string>(['/app/**/*.test.ts', '/tests/integration/**/*.test.ts'], {
  ...{ query: '?raw', import: 'default', eager: true },
})

let db: Database
let world: NoticeWorld
let tellings: Telling[]
let server: TestServer
const stopped: string[] = []
/** What is told to whoever did it as well: a receipt, or a change that an owner must see though it was made in their name. */
const confirmations = [
  ...['bidSubmitted', 'bidRevised', 'evaluationCompleted'],
  ...['mandatesSet', 'bankAccountAdded', 'bankAccountChanged', 'bankAccountCancelled'],
]
/** Who is to be told by which notice, whoever acted. */
const wanted = new Map<string, (readonly Name[])[]>()
beforeAll(async () => {
  db = testDatabase()
  world = await makeNoticeWorld(db)
  for (const { told } of noticeTable(world))
    for (const [text, names] of Object.entries(told)) wanted.set(text, [...(wanted.get(text) ?? []), names ?? []])
  const { stage, name, close } = openStage(db, world)
  for (const [story, play] of Object.entries(stories)) {
    name(story)
    await play(stage).catch((error: unknown) =>
      stopped.push(`${story}: ${error instanceof Error ? error.stack : error}`),
    )
  }
  close()
  tellings = stage.tellings
  server = await startServer()
}, 120_000)
afterAll(() => server.stop())

it('plays each story to its end', () => expect(stopped).toEqual([]))

it('tells each of those who are to know once, and nobody else', () => {
  const wrong = tellings.flatMap(({ story, by, notices, named }) =>
    [...new Set(notices.map(({ text }) => text))].flatMap((text) => {
      const told = notices.filter((notice) => notice.text === text).map(({ name }) => name)
      const found = (named[text as NoticeText] ? [named[text as NoticeText] ?? []] : (wanted.get(text) ?? [])).map(
        (names) => differences(told, names, confirmations.includes(text) ? 'clock' : by),
      )
      return found.some((lines) => lines.length === 0)
        ? []
        : (found[0] ?? ['is in no table']).map((line) => `${story}: ${text} by ${by} ${line}`)
    }),
  )
  expect(wrong).toEqual([])
})

/** Who was not told (-) or too much (+). In the table the provider’s owner acts, and is told with the others when somebody else does. */
function differences(told: readonly Name[], names: readonly Name[], by: Name | 'clock'): string[] {
  const all = names.includes('provider.manager') ? [...names, 'provider.owner' as const] : names
  const right = [...new Set(all)].filter((name) => name !== by)
  return [
    ...right.filter((name) => !told.includes(name)).map((name) => `- ${name}`),
    ...told.filter((name, at) => !right.includes(name) || told.indexOf(name) !== at).map((name) => `+ ${name}`),
  ]
}

it('tells of the last signature by one notice: that the contract is in force', () => {
  const steps = tellings.map(({ notices }) => notices.map(({ text }) => text))
  const inForce = steps.filter((texts) => texts.includes('contractActivated'))
  expect(inForce).not.toEqual([])
  expect(inForce.filter((texts) => texts.includes('contractSigned'))).toEqual([])
})

it('tells nobody of what they did themselves', () => {
  const own = tellings.flatMap(({ story, by, notices }) =>
    notices
      .filter(({ name, text }) => name === by && !confirmations.includes(text))
      .map(({ text }) => `${story}: ${text} ${by}`),
  )
  expect(own).toEqual([])
})

it('leads each side to pages that are there', async () => {
  // One of each side will do: notices.test.ts asks what each of them may open.
  const readers = new Map<string, { name: Name; text: string }>()
  for (const { notices } of tellings)
    for (const { name, url, text } of notices)
      readers.set(`${name.split('.')[0]} ${url.replace(/#.*/, '')}`, { name, text })
  const cookies = new Map<Name, string>()
  const wrong: string[] = []
  for (const [page, { name, text }] of readers) {
    const [, url = ''] = page.split(' ')
    // What was disputed is closed to the staff once it is over (ESC-10).
    if (/^\/disputes\//.test(url) && /dmin/.test(name)) continue
    const person = world.people.get(name)
    if (!person) throw new Error(`${name} is nobody of this world`)
    const cookie = cookies.get(name) ?? (await signedIn(person)).cookie
    cookies.set(name, cookie)
    const { status } = await server.ask(dataOf(url), { cookie })
    if (status !== 200) wrong.push(`${text} ${name} ${url} ${status}`)
  }
  expect(wrong).toEqual([])
  expect(readers.size).toBeGreaterThan(60)
}, 60_000)

it('plays every notice, here or where the verb is tested', () => {
  const told = new Set(tellings.flatMap(({ notices }) => notices.map(({ text }) => text)))
  const missing = Object.keys(noticeModules).filter((text) => !told.has(text) && !(text in elsewhere))
  expect(missing).toEqual([])
  const unnamed = Object.values(elsewhere).filter(([test, name]) => !sources[`/${test}`]?.includes(name))
  expect(unnamed).toEqual([])
  expect(Object.keys(elsewhere).filter((text) => told.has(text))).toEqual([])
})
