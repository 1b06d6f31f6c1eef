import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from './database.ts'
import { startServer, type TestServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { type Opening, openSocket, type RawSocket, rawSocket, socketClient } from './sockets.ts'

type SocketServer = Pick<TestServer, 'port' | 'stop'>

/**
 * For the tests of one file: a database, a socket server on it (the product's own without pages, unless `start` starts
 * another), and clients, which are closed after the test that opened them.
 */
export function socketServer(start: (db: Database) => Promise<SocketServer> = () => startServer({ pages: false })) {
  const db = testDatabase()
  const open: Socket[] = []
  let server: SocketServer

  beforeAll(async () => {
    server = await start(db)
  })
  afterAll(() => server.stop())
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect()
  })

  const kept = (socket: Socket) => {
    open.push(socket)
    return socket
  }

  /** A client that may not have been admitted yet. */
  const knock = (opening: Opening): Socket => kept(socketClient(server.port, opening))

  /** A client that has been admitted. */
  const enter = async (opening: Opening): Promise<Socket> => kept(await openSocket(server.port, opening))

  /** A socket in a new session of a person. */
  async function socketOf(person: UserContext, transport?: Opening['transport']): Promise<Socket> {
    const { cookie } = await signedIn(person)
    return enter({ cookie, transport })
  }

  /** A raw websocket to any path, or the status that refused it. */
  const upgrade = (path: string, opening: Opening) => rawSocket(server.port, path, opening)

  /** A raw websocket to Socket.IO's path, to send what its client never would. */
  async function bareSocket(opening: Opening): Promise<RawSocket> {
    const result = await upgrade('/socket.io/?EIO=4&transport=websocket', opening)
    if (!('socket' in result)) throw new Error(`the server refused the websocket with ${result.refused}`)
    return result
  }

  return {
    db,
    /** A person created now, because sockets use the real time. */
    somebody: () => createPerson(db, { now: Date.now() }),
    knock,
    enter,
    socketOf,
    upgrade,
    bareSocket,
  }
}
