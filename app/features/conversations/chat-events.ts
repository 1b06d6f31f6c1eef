import type { MessageView } from './message-view.ts'

declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    /** New in a conversation, after its commit. */
    'chat.message.stored': { message: MessageView }
    /** Edited, unsent, removed, reacted to, pinned, or given its preview. */
    'chat.message.changed': { message: MessageView }
    /** Edited, so that it names these people, too. */
    'chat.message.named': { message: MessageView; userIds: string[] }
    /** Gone for one person only. */
    'chat.message.hidden': { userId: string; conversationId: string; messageId: string }
    /** In a moderated group: its admins have something to decide. */
    'chat.message.held': { heldId: string; conversationId: string; authorId: string }
    /** Taken back by its author before that: nobody has it any more. */
    'chat.held.unsent': { heldId: string; conversationId: string }
    /** Let through (it is stored, and told as such, too) or turned down. */
    'chat.message.decided': { heldId: string; conversationId: string; authorId: string; approved: boolean }
    /** How far somebody has read; of who says something, the message itself tells it. */
    'chat.read': { conversationId: string; userId: string; lastReadSeq: number; unread: number; at: number }
    /** What its members see of a conversation has changed: name, settings, members, requests. */
    'chat.conversation.changed': { conversationId: string; userIds: string[] }
    'chat.members.joined': { conversationId: string; userIds: string[] }
    /** Left or were removed: their sockets leave the room before anything else is told there. */
    'chat.members.left': { conversationId: string; userIds: string[] }
  }
}
