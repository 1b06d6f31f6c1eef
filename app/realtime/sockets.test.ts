import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { sessions, users } from '#db/schema/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { record } from '#tests/setup/events.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { admitted, type Opening, untilClosed, untilDisconnected } from '#tests/setup/sockets.ts'

const { db, knock, enter, upgrade, bareSocket } = socketServer()

const tries = (opening: Opening) => admitted(knock(opening))

const transports = ['websocket', 'polling'] as const

it.each(transports)('accepts a signed-in user from our own pages, by %s', async (transport) => {
  const person = createPerson(db)
  const { cookie } = await signedIn(person)
  const socket = await enter({ cookie, transport })
  await expect(socket.timeout(2000).emitWithAck('authenticate', { userId: person.actor.id })).resolves.toMatchObject({
    ok: true,
  })
})

it('accepts polling without an Origin, which browsers omit for GET, if Sec-Fetch-Site is same-origin', async () => {
  const { cookie } = await signedIn(createPerson(db))
  await enter({ cookie, transport: 'polling', origin: null, site: 'same-origin' })
})

it('opens 120 sockets of a person in a minute, over all sessions, and no more', async () => {
  const person = createPerson(db)
  const cookies = [(await signedIn(person)).cookie, (await signedIn(person)).cookie]
  const open = async (cookie = '') => {
    const result = await upgrade('/socket.io/?EIO=4&transport=websocket', { cookie })
    if ('socket' in result) result.socket.terminate()
    return 'socket' in result ? 101 : result.refused
  }
  for (let count = 0; count < 120; count += 1) expect(await open(cookies[count % 2])).toBe(101)
  expect(await open(cookies[0])).toBe(400)
  expect(await open(cookies[1])).toBe(400)
  expect(await open((await signedIn(createPerson(db))).cookie)).toBe(101)
})

const refusals: Array<[string, (person: ReturnType<typeof createPerson>, cookie: string, hash: string) => Opening]> = [
  ['without a cookie', () => ({})],
  ['with an unsigned cookie', () => ({ cookie: 'session=InNvbWV0aGluZyI%3D.AAAA' })],
  ['with a foreign Origin', (_person, cookie) => ({ cookie, origin: 'https://evil.example' })],
  ['with an Origin that only starts like ours', (_person, cookie) => ({ cookie, origin: `${ownOrigin}.evil.example` })],
  ["with the Origin 'null'", (_person, cookie) => ({ cookie, origin: 'null' })],
  ['without any Origin', (_person, cookie) => ({ cookie, origin: null })],
  ['from another site', (_person, cookie) => ({ cookie, origin: null, site: 'cross-site' })],
  ['from a sibling site', (_person, cookie) => ({ cookie, origin: null, site: 'same-site' })],
  [
    'with an expired session',
    (_person, cookie, hash) => {
      db.update(sessions)
        .set({ expiresAt: Date.now() - 1 })
        .where(eq(sessions.idHash, hash))
        .run()
      return { cookie }
    },
  ],
  [
    'of a disabled person',
    (person, cookie) => {
      db.update(users).set({ status: 'disabled' }).where(eq(users.id, person.actor.id)).run()
      return { cookie }
    },
  ],
  [
    'while a password change is owed',
    (person, cookie) => {
      db.update(users).set({ mustChangePassword: true }).where(eq(users.id, person.actor.id)).run()
      return { cookie }
    },
  ],
]

it.each(refusals.flatMap(([name, make]) => transports.map((transport) => ({ name, make, transport }))))(
  'refuses a socket $name, by $transport',
  async ({ make, transport }) => {
    const person = createPerson(db)
    const { cookie, hash } = await signedIn(person)
    expect(await tries({ ...make(person, cookie, hash), transport })).toBe(false)
  },
)

it('closes a socket that claims to be somebody else', async () => {
  const { cookie } = await signedIn(createPerson(db))
  const socket = await enter({ cookie })
  const ended = untilDisconnected(socket)
  const answer = await socket.timeout(2000).emitWithAck('authenticate', { userId: createPerson(db).actor.id })
  expect(answer).toMatchObject({ ok: false, code: 'forbidden' })
  await ended
})

it.each([undefined, null, 'text', 5, { userId: { $ne: '' } }, []])('survives authenticate with %j', async (payload) => {
  const { cookie } = await signedIn(createPerson(db))
  const socket = await enter({ cookie })
  socket.emit('authenticate', payload)
  socket.emit('peer:credentials')
  const answer = await socket.timeout(2000).emitWithAck('authenticate', payload)
  expect(answer).toMatchObject({ ok: false })
})

it('closes the sockets of a session within a second of its end, and no others', async () => {
  const person = createPerson(db)
  const [one, other] = await Promise.all([signedIn(person), signedIn(person)])
  const [first, second, staying] = await Promise.all([
    enter(one),
    enter({ ...one, transport: 'polling' }),
    enter(other),
  ])
  const ended = [first, second].map(untilDisconnected)
  record(db, 'session.ended', { sessionHashes: [one.hash] })
  for (const time of await Promise.all(ended)) expect(time).toBeLessThan(1000)
  expect(staying.connected).toBe(true)
})

it('refuses a socket whose session ended after the handshake', async () => {
  const { cookie, hash } = await signedIn(createPerson(db))
  const { socket, next } = await bareSocket({ cookie })
  await next()
  db.delete(sessions).where(eq(sessions.idHash, hash)).run()
  socket.send('40')
  expect(await next()).toBe('44{"message":"unauthenticated"}')
  socket.close()
})

it('allows a user a hundred sockets, independently of other users', async () => {
  const { cookie } = await signedIn(createPerson(db))
  for (let part = 0; part < 4; part += 1) await Promise.all(Array.from({ length: 25 }, () => enter({ cookie })))
  expect(await tries({ cookie })).toBe(false)
  expect(await tries(await signedIn(createPerson(db)))).toBe(true)
})

it('survives garbage and a frame of a megabyte', async () => {
  const { cookie } = await signedIn(createPerson(db))
  for (const frame of [
    'garbage',
    '4',
    '40',
    '451-["x",{"_placeholder":true,"num":9}]',
    '42["authenticate"',
    '42["__proto__",{}]',
    Buffer.alloc(300, 255),
    'x'.repeat(1_048_576),
    '',
  ]) {
    const { socket } = await bareSocket({ cookie })
    const closed = untilClosed(socket)
    socket.send(frame)
    if (frame.length > 64 * 1024) expect(await closed).toBeGreaterThanOrEqual(1005)
    else socket.close()
    await closed
  }
  const person = createPerson(db)
  await enter(await signedIn(person))
})

it.each(['/', '/nowhere', '/socket.io', '/peerjs', '/peerjsx/', '/socket.io.evil/', '//socket.io/'])(
  'refuses an upgrade of %s',
  async (path) => {
    const { cookie } = await signedIn(createPerson(db))
    expect(await upgrade(path, { cookie })).toEqual({ refused: 404 })
  },
)
