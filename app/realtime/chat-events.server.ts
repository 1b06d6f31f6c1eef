import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { listConversationsWithHides, listCursors } from '#app/features/conversations/live-queries.server.ts'
import { markConversationRead } from '#app/features/conversations/mark-conversation-read.server.ts'
import { contactsOf } from '#app/features/conversations/people-queries.server.ts'
import { listChanges } from '#app/features/messages/message-queries.server.ts'
import { toWire } from '#app/features/messages/wire.ts'
import { presenceOf } from '#app/features/presence/presence.server.ts'
import { forbidden } from '#app/platform/errors.ts'
import { countWritten } from '#app/platform/requests/written-bytes.server.ts'
import type { AuthenticateAnswer, SendAnswer } from '#app/realtime/protocol/socket-events.ts'
import { type Answering, answerEvent } from './event-answers.server.ts'
import { eventSchemas } from './protocol/event-schemas.server.ts'
import type { Send } from './send-queue.server.ts'
import { type GroundworkSocket, groupRoom, personRoom } from './socket-types.ts'

export type ChatServices = Answering & {
  send: Send
  presence: { idle(socket: GroundworkSocket, idle: boolean): void }
}

/** Handles the client events of the protocol for one socket. */
export function listenToChat(socket: GroundworkSocket, { send, presence, ...answering }: ChatServices): void {
  answerEvent(socket, 'authenticate', answering, {
    limit: 'authenticate',
    schema: eventSchemas.authenticate,
    run(ctx, { userId, revs = {} }) {
      if (userId === ctx.actor.id) return currentState(ctx, revs)
      setImmediate(() => socket.disconnect(true))
      throw forbidden()
    },
  })

  answerEvent(socket, 'send_message', answering, {
    limit: 'send',
    schema: eventSchemas.send_message,
    extendsSession: true,
    async run(ctx, { fileId, fileIds = [], replyToId, ...input }): Promise<SendAnswer> {
      await countWritten(ctx.actor.id, Buffer.byteLength(input.text ?? ''))
      const files = fileId ? [fileId, ...fileIds] : fileIds
      const result = await send(ctx, {
        ...input,
        ...(files.length > 0 ? { fileIds: files } : {}),
        ...(replyToId ? { replyToId } : {}),
      })
      const { createdAt, ...rest } = result
      return { ...rest, created_at: new Date(createdAt).toISOString() }
    },
  })

  for (const [name, broadcast] of [
    ['typing_start', 'user_typing'],
    ['typing_stop', 'user_stopped_typing'],
  ] as const) {
    answerEvent(socket, name, answering, {
      limit: name === 'typing_start' ? 'typingStart' : 'typingStop',
      schema: eventSchemas.typing,
      extendsSession: true,
      run(ctx, { conversationId }) {
        requireMembership(ctx.db, ctx, conversationId)
        socket.to(groupRoom(conversationId)).except(personRoom(ctx.actor.id)).volatile.emit(broadcast, {
          conversationId,
          groupId: conversationId,
          userId: ctx.actor.id,
          userName: ctx.actor.name,
        })
        return undefined
      },
    })
  }

  answerEvent(socket, 'join_group', answering, {
    limit: 'join',
    schema: eventSchemas.group,
    run(ctx, { groupId }) {
      const { conversation } = requireMembership(ctx.db, ctx, groupId)
      void socket.join(groupRoom(groupId))
      return { rev: conversation.lastRev }
    },
  })

  answerEvent(socket, 'leave_group', answering, {
    limit: 'join',
    schema: eventSchemas.group,
    run(ctx, { groupId }) {
      void socket.leave(groupRoom(groupId))
      return { rev: requireMembership(ctx.db, ctx, groupId).conversation.lastRev }
    },
  })

  answerEvent(socket, 'mark_message_read', answering, {
    limit: 'read',
    schema: eventSchemas.mark_message_read,
    run: (ctx, input) => markConversationRead(ctx, input),
  })

  answerEvent(socket, 'sync', answering, {
    limit: 'sync',
    schema: eventSchemas.sync,
    run(ctx, { conversationId, sinceRev }) {
      const { messages, ...rest } = listChanges(ctx, conversationId, sinceRev)
      return { messages: messages.map(toWire), ...rest }
    },
  })

  answerEvent(socket, 'set_idle', answering, {
    limit: 'idle',
    schema: eventSchemas.set_idle,
    run(_ctx, { idle }) {
      presence.idle(socket, idle)
      return {}
    },
  })
}

/** A user's read positions, which of the conversations they know are stale or gone, and the presence of their contacts. */
function currentState(ctx: UserContext, revs: Record<string, number>): AuthenticateAnswer {
  const conversations = listCursors(ctx)
  const current = new Map(conversations.map(({ id, lastRev }) => [id, lastRev]))
  const known = Object.entries(revs)
  const hidden = new Set(listConversationsWithHides(ctx, revs))
  // Includes the user, because a status chosen in one tab applies to all.
  const everybody = Object.entries(presenceOf(ctx.db, [ctx.actor.id, ...contactsOf(ctx.db, ctx.actor.id)]))
  return {
    serverTime: Date.now(),
    conversations,
    stale: known.flatMap(([id, rev]) => (current.has(id) && (current.get(id) !== rev || hidden.has(id)) ? [id] : [])),
    gone: known.flatMap(([id]) => (current.has(id) ? [] : [id])),
    presence: Object.fromEntries(everybody.filter(([, { status }]) => status !== 'offline')),
  }
}
