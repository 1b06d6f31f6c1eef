import { type GroundworkServer, personRoom } from './socket-types.ts'

type PersonSocket = Awaited<ReturnType<GroundworkServer['fetchSockets']>>[number]

/** The sockets of these users in this process, by user. Users without a socket are omitted. */
export async function socketsOf(io: GroundworkServer, userIds: Iterable<string>): Promise<Map<string, PersonSocket[]>> {
  const found = new Map<string, PersonSocket[]>()
  const rooms = [...new Set(userIds)].map(personRoom)
  // An empty list of rooms would mean all sockets.
  if (rooms.length === 0) return found
  for (const socket of await io.local.in(rooms).fetchSockets()) {
    const { userId } = socket.data.identity
    const sockets = found.get(userId)
    if (sockets) sockets.push(socket)
    else found.set(userId, [socket])
  }
  return found
}
