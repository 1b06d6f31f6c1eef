import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { can, requireRight } from '#app/features/accounts/require-right.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { memberIdsOf } from '#app/features/conversations/conversation-members.server.ts'
import { insertConversation } from '#app/features/conversations/insert-conversation.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { isInProjectConversation } from '#app/features/projects/members/role-on-project.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { boolean, columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { conversations } from '#db/schema/chat.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'
import type { ConversationSubject, ConversationType } from '#db/vocabulary/chat.ts'
import { type Subject, syncMembers } from './subject-members.server.ts'

/**
 * Returns the conversation of the caller's company or of one of its projects or contracts. It is created on first use, and its
 * name and members are brought up to date each time. A project under contract leads to the contract's, unless it has one of its
 * own (GRP-4, decision 125).
 * @throws AppError not_found for a subject that the caller cannot see; conflict for an individual, who has no team.
 */
export function openSubjectConversation(
  ctx: UserContext,
  input: { subject: ConversationSubject; id: string },
): { conversationId: string } {
  requireRight(ctx, 'messages.update')
  const asked = { type: input.subject, id: input.id }
  const ofProject = requireSubject(ctx, asked)
  const contractId = contractInstead(ctx, asked)
  const subject: Subject = contractId === null ? asked : { type: 'contract', id: contractId }
  const { type, name } = contractId === null ? ofProject : requireSubject(ctx, subject)
  return transact(ctx.db, (tx) => {
    const known = find(tx, subject)
    const conversationId = known?.id ?? create(tx, ctx, subject, { type, name })
    const { messages, ...people } = syncMembers(tx, { conversationId, subject, now: ctx.now, quiet: !known })
    if (!known) {
      const params = { name: ctx.actor.name, group: name }
      messages.push(postSystemMessage(tx, ctx, { conversationId, text: 'workCreated', params }))
    }
    if (!known && type === 'client') renameOwn(tx, ctx, subject.id, name)
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
  const project = type === 'project' ? getOwnProject(ctx, id) : null
  if (project?.isSample) throw conflict('projects:refused.sample')
  const name = type === 'company' ? can(ctx, 'team.read') && id === company.id && company.name : project?.title
  if (!name) throw notFound('chatrefused:notFound')
  if (company.kind === 'individual') throw conflict('chatrefused:noTeam')
  return { type: 'team', name: type === 'project' && hasSharedName(ctx, id, name) ? apart(name, company.name) : name }
}

/** The name of a project's own conversation beside that of its contract. */
const apart = (title: string, companyName: string) => `${title} · ${companyName}`

/** The project's contracts that both parties know and that have not ended early; two are enough to know that there is not one. */
const contractsOf = sql(
  { params: columns(contracts, 'projectId'), row: { ...columns(contracts, 'id'), hasTeam: boolean } },
  `SELECT c.id, EXISTS (SELECT 1 FROM project_members t
     WHERE t.project_id = c.project_id AND t.company_id = c.client_company_id AND t.ended_at IS NULL) AS hasTeam
   FROM contracts c
   WHERE c.project_id = :projectId AND c.status IN ('sent', 'partially_signed', 'active', 'completed') LIMIT 2`,
)

/**
 * The contract whose conversation is also that of the project: its only one, which the caller may read. Null if the project has a
 * team (PROJ-26) or a conversation of its own already, whose people are not those of the contract.
 */
function contractInstead(ctx: UserContext, { type, id }: Subject): string | null {
  const { company } = ctx
  if (type !== 'project' || !company || find(ctx.db, { type, id })) return null
  const [contract, another] = contractsOf.all(ctx.db, { projectId: id })
  if (!contract || another || contract.hasTeam || !can(ctx, 'contracts.read')) return null
  return getContract({ ...ctx, company }, contract.id) ? contract.id : null
}

const sharedName = sql(
  {
    params: { ...columns(contracts, 'projectId'), ...columns(conversations, 'name') },
    row: columns(conversations, 'id'),
  },
  `SELECT v.id FROM contracts c JOIN conversations v ON v.subject_type = 'contract' AND v.subject_id = c.id
   WHERE c.project_id = :projectId AND v.name = :name LIMIT 1`,
)

/** Whether the conversation of a contract of the project has this name. */
const hasSharedName = (ctx: UserContext, projectId: string, name: string) =>
  sharedName.first(ctx.db, { projectId, name }) !== null

const ownOfContract = sql(
  {
    params: columns(contracts, 'id'),
    row: { ...columns(conversations, 'id', 'name'), companyName: companies.name },
  },
  `SELECT v.id, v.name, o.name AS companyName
   FROM contracts c JOIN companies o ON o.id = c.client_company_id
   JOIN conversations v ON v.subject_type = 'project' AND v.subject_id = c.project_id WHERE c.id = :id`,
)

/** Names the project's own conversation apart from the new one of its contract, if they would have the same name. */
function renameOwn(tx: Transaction, ctx: UserContext, contractId: string, name: string): void {
  const own = ownOfContract.first(tx, { id: contractId })
  if (own?.name !== name) return
  tx.update(conversations)
    .set({ name: apart(name, own.companyName) })
    .where(eq(conversations.id, own.id))
    .run()
  recordConversationChange(tx, ctx, { conversationId: own.id, memberIds: memberIdsOf(tx, own.id) })
}

function find(tx: Transaction | UserContext['db'], { type, id }: Subject) {
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
