import { type GroundworkServer, personRoom } from './socket-types.ts'

type PersonSocket = Awaited<ReturnType<GroundworkServer['fetchSockets']>>[number]

/** The sockets that these people have open here, by person; those with none are left out. */
export async function socketsOf(io: GroundworkServer, userIds: Iterable<string>): Promise<Map<string, PersonSocket[]>> {
  const found = new Map<string, PersonSocket[]>()
  const rooms = [...new Set(userIds)].map(personRoom)
  // No room at all would be everybody.
  if (rooms.length === 0) return found
  for (const socket of await io.local.in(rooms).fetchSockets()) {
    const { userId } = socket.data.identity
    const sockets = found.get(userId)
    if (sockets) sockets.push(socket)
    else found.set(userId, [socket])
  }
  return found
}
