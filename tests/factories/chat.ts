import { randomUUID } from 'node:crypto'
import type { UserContext } from '#app/features/accounts/context.ts'
import { newSearchKey } from '#app/features/conversations/insert-conversation.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { insertMessage } from '#app/features/messages/insert-message.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { conversationMembers, conversations, fileMedia } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import type { AttachmentKind, MemberRole } from '#db/vocabulary/chat.ts'
import { testNow } from './people.ts'

type ConversationOptions = Partial<Omit<typeof conversations.$inferInsert, 'directKey' | 'memberCount'>> & {
  /** The first member is its admin, unless the conversation is direct. */
  members?: readonly Pick<UserContext, 'actor'>[]
}

/** A new conversation with members and no messages; a group unless `type` says otherwise. */
export function createConversation(
  db: Database,
  { members = [], ...options }: ConversationOptions = {},
): { id: string } {
  const type = options.type ?? 'group'
  const direct = type === 'direct'
  const id = options.id ?? newId()
  const now = options.createdAt ?? testNow
  const row = {
    type,
    name: direct ? null : 'Site team',
    groupType: type === 'group' ? ('project' as const) : null,
    tags: [],
    searchKey: newSearchKey(),
    createdBy: members[0]?.actor.id ?? null,
    lastMessageAt: now,
    createdAt: now,
    updatedAt: now,
    ...options,
  }
  const directKey = direct ? directKeyOf(members) : null
  db.insert(conversations)
    .values({ ...row, id, directKey })
    .run()
  for (const [index, member] of members.entries())
    addMember(db, id, member, !direct && index === 0 ? 'admin' : 'member', now)
  return { id }
}

const directKeyOf = (members: readonly Pick<UserContext, 'actor'>[]) =>
  members
    .map(({ actor }) => actor.id)
    .sort()
    .join(':')

/** Adds a member, or adds a former member again. */
export function addMember(
  db: Database,
  conversationId: string,
  { actor }: Pick<UserContext, 'actor'>,
  role: MemberRole = 'member',
  joinedAt = testNow,
): void {
  db.insert(conversationMembers)
    .values({ conversationId, userId: actor.id, role, joinedAt })
    .onConflictDoUpdate({
      target: [conversationMembers.conversationId, conversationMembers.userId],
      set: { role, leftAt: null },
    })
    .run()
  countMembers(db, conversationId)
}

/** Removes a member. */
export function removeMember(
  db: Database,
  conversationId: string,
  { actor }: Pick<UserContext, 'actor'>,
  leftAt = testNow,
): void {
  db.$client
    .prepare('UPDATE conversation_members SET left_at = ? WHERE conversation_id = ? AND user_id = ?')
    .run(leftAt, conversationId, actor.id)
  countMembers(db, conversationId)
}

function countMembers(db: Database, conversationId: string): void {
  db.$client
    .prepare(
      `UPDATE conversations SET member_count =
         (SELECT count(*) FROM conversation_members WHERE conversation_id = @id AND left_at IS NULL) WHERE id = @id`,
    )
    .run({ id: conversationId })
}

/** Stores a message regardless of the conversation's settings. Nobody is notified and no cursor moves. */
export function say(
  { db, actor, now }: UserContext,
  conversationId: string,
  text: string,
  options: Partial<
    Pick<Parameters<typeof insertMessage>[1], 'clientId' | 'replyTo' | 'attachments' | 'kind' | 'params'>
  > = {},
): MessageView {
  const clientId = options.clientId ?? randomUUID()
  return transact(db, (tx) =>
    insertMessage(tx, { kind: 'text', text, conversationId, author: actor, now, ...options, clientId }),
  )
}

/** An uploaded file of a conversation, in the database only. */
export function anyFile(
  db: Database,
  { actor, now }: Pick<UserContext, 'actor' | 'now'>,
  conversationId: string,
  { kind = 'document', name = `${kind}.bin` }: { kind?: AttachmentKind; name?: string } = {},
): string {
  const id = newId()
  const stored = { name, mime: 'application/octet-stream', size: 10, sha256: '0'.repeat(64), storedAs: id }
  const subject = { subjectType: 'conversation', subjectId: conversationId }
  db.insert(files)
    .values({ id, ...stored, ...subject, uploadedBy: actor.id, createdAt: now })
    .run()
  db.insert(fileMedia).values({ fileId: id, kind }).run()
  return id
}
