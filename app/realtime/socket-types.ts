import type { Server, Socket } from 'socket.io'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { ServerEvents } from '#app/realtime/protocol/socket-events.ts'
import type { SocketIdentity } from './handshake.server.ts'

/** Browsers can send anything, whatever the client's types say. */
type Incoming = Record<string, (...args: unknown[]) => void>
type BetweenServers = Record<string, never>
type SocketData = { identity: SocketIdentity }

export type GroundworkServer = Server<Incoming, ServerEvents, BetweenServers, SocketData>
export type GroundworkSocket = Socket<Incoming, ServerEvents, BetweenServers, SocketData>
export type Database = UserContext['db']

/** All sockets of a user. */
export const personRoom = (userId: string) => `u:${userId}` as const
/** All sockets of a session. */
export const sessionRoom = (sessionHash: string) => `s:${sessionHash}` as const
/** All sockets that have a conversation open. */
export const groupRoom = (conversationId: string) => `g:${conversationId}` as const
/** All sockets that follow a broadcast. */
export const broadcastRoom = (broadcastId: string) => `b:${broadcastId}` as const
/** The conversations whose live view these rooms are. */
export const conversationsOf = (rooms: Iterable<string>): string[] =>
  [...rooms].flatMap((room) => (room.startsWith('g:') ? [room.slice(2)] : []))
