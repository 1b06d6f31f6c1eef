import type { Server, Socket } from 'socket.io'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { ServerEvents } from '#app/realtime/protocol/socket-events.ts'
import type { SocketIdentity } from './handshake.server.ts'

/** What browsers send is anything at all, whatever the client's own types promise. */
type Incoming = Record<string, (...args: unknown[]) => void>
type BetweenServers = Record<string, never>
type SocketData = { identity: SocketIdentity }

export type GroundworkServer = Server<Incoming, ServerEvents, BetweenServers, SocketData>
export type GroundworkSocket = Socket<Incoming, ServerEvents, BetweenServers, SocketData>
export type Database = UserContext['db']

/** Every socket of a person. */
export const personRoom = (userId: string) => `u:${userId}` as const
/** Every socket of a browser session. */
export const sessionRoom = (sessionHash: string) => `s:${sessionHash}` as const
/** The live view of a conversation. */
export const groupRoom = (conversationId: string) => `g:${conversationId}` as const
