import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { can, requireRight } from '#app/features/accounts/require-right.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { insertConversation } from '#app/features/conversations/insert-conversation.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { isInProjectConversation } from '#app/features/projects/members/role-on-project.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { conversations } from '#db/schema/chat.ts'
import type { ConversationSubject, ConversationType } from '#db/vocabulary/chat.ts'
import { type Subject, syncMembers } from './subject-members.server.ts'

/**
 * Returns the conversation of the caller's company or of one of its projects or contracts. It is created on first use, and its
 * name and members are brought up to date each time.
 * @throws AppError not_found for a subject that the caller cannot see; conflict for an individual, who has no team.
 */
export function openSubjectConversation(
  ctx: UserContext,
  input: { subject: ConversationSubject; id: string },
): { conversationId: string } {
  requireRight(ctx, 'messages.update')
  const subject = { type: input.subject, id: input.id }
  const { type, name } = requireSubject(ctx, subject)
  return transact(ctx.db, (tx) => {
    const known = find(tx, subject)
    const conversationId = known?.id ?? create(tx, ctx, subject, { type, name })
    const { messages, ...people } = syncMembers(tx, { conversationId, subject, now: ctx.now, quiet: !known })
    if (!known) {
      const params = { name: ctx.actor.name, group: name }
      messages.push(postSystemMessage(tx, ctx, { conversationId, text: 'workCreated', params }))
    }
    const isRenamed = known && known.name !== name
    if (isRenamed) tx.update(conversations).set({ name }).where(eq(conversations.id, conversationId)).run()
    const isChanged = isRenamed || messages.length > 0
    if (isChanged) recordConversationChange(tx, ctx, { conversationId, messages, ...people })
    return { conversationId }
  })
}

/**
 * The type and name of a subject's conversation.
 * @throws AppError not_found, conflict (see `openSubjectConversation`)
 */
function requireSubject(ctx: UserContext, { type, id }: Subject): { type: ConversationType; name: string } {
  const { company } = ctx
  if (!company) throw notFound('chatrefused:notFound')
  if (type === 'contract') {
    const contract = getContract({ ...ctx, company }, id)
    // A draft is not shared with the other party yet.
    if (!contract || contract.status === 'draft') throw notFound('chatrefused:notFound')
    return { type: 'client', name: contract.title }
  }
  if (type === 'project' && !isInProjectConversation(ctx, id)) throw notFound('chatrefused:notFound')
  const name =
    type === 'company' ? can(ctx, 'team.read') && id === company.id && company.name : getOwnProject(ctx, id)?.title
  if (!name) throw notFound('chatrefused:notFound')
  if (company.kind === 'individual') throw conflict('chatrefused:noTeam')
  return { type: 'team', name }
}

function find(tx: Transaction, { type, id }: Subject) {
  return tx
    .select({ id: conversations.id, name: conversations.name })
    .from(conversations)
    .where(and(eq(conversations.subjectType, type), eq(conversations.subjectId, id)))
    .get()
}

function create(
  tx: Transaction,
  ctx: UserContext,
  subject: Subject,
  { type, name }: { type: ConversationType; name: string },
): string {
  requireRight(ctx, 'messages.send')
  const about = { type, name, subjectType: subject.type, subjectId: subject.id, createdBy: ctx.actor.id }
  const id = insertConversation(tx, ctx.now, about)
  appendAudit(tx, ctx, {
    action: 'conversation.open_subject',
    subject: { type: 'conversation', id },
    after: about,
    detail: { subjectType: subject.type, subjectId: subject.id },
  })
  return id
}
