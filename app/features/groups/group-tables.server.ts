import type { UserContext } from '#app/features/accounts/context.ts'
import { modulesOutOfScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer, list, nullable, required, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, conversations } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { conversationSubjects, moduleOfSubject } from '#db/vocabulary/chat.ts'

/** The groups that the caller may read: a token may cover less than they may. */
const mine = `conversation_readers me JOIN conversations c ON c.id = me.conversation_id AND c.type <> 'direct'
   AND (c.subject_type IS NULL OR c.subject_type NOT IN (SELECT value FROM json_each(:uncovered)))`
const params = { me: users.id, uncovered: list(text), id: nullable(text), limit: integer, offset: integer }

const groups = sql(
  {
    params,
    row: {
      ...columns(conversations, 'id', 'description', 'type', 'groupType', 'privacy', 'tags', 'createdBy', 'isActive'),
      ...columns(conversations, 'allowInvites', 'moderateMessages', 'allowFileSharing', 'allowCalls', 'createdAt'),
      ...{ name: required(conversations.name), memberCount: integer },
    },
  },
  `SELECT c.id, c.name, c.description, c.type, c.group_type AS groupType, c.privacy, c.tags, c.created_by AS createdBy,
          c.is_active AS isActive, c.allow_invites AS allowInvites, c.moderate_messages AS moderateMessages,
          c.allow_file_sharing AS allowFileSharing, c.allow_calls AS allowCalls, c.created_at AS createdAt,
          (SELECT count(*) FROM conversation_readers m WHERE m.conversation_id = c.id) AS memberCount
   FROM ${mine} WHERE me.user_id = :me AND (:id IS NULL OR c.id = :id) ORDER BY c.id DESC LIMIT :limit OFFSET :offset`,
)
const members = sql(
  {
    params,
    row: {
      ...{ groupId: conversations.id, userId: users.id, name: users.name },
      ...columns(conversationMembers, 'role', 'joinedAt'),
    },
  },
  `SELECT c.id AS groupId, u.id AS userId, u.name, m.role, m.joined_at AS joinedAt
   FROM ${mine} JOIN conversation_readers m ON m.conversation_id = c.id JOIN users u ON u.id = m.user_id
   WHERE me.user_id = :me AND (:id IS NULL OR c.id = :id) ORDER BY c.id DESC, m.joined_at, u.id LIMIT :limit OFFSET :offset`,
)

type Part = { groupId?: string | null; limit: number; offset: number }

function paramsOf({ actor }: UserContext, { groupId = null, limit, offset }: Part) {
  const closed = modulesOutOfScope(actor)
  const uncovered = conversationSubjects.filter((subject) => closed.includes(moduleOfSubject[subject]))
  return { me: actor.id, uncovered, id: groupId, limit, offset }
}

/** The groups that the caller is in, the newest first, or one of them. */
export const listGroups = (ctx: UserContext, part: Part) => groups.all(ctx.db, paramsOf(ctx, part))
export type GroupRecord = ReturnType<typeof listGroups>[number]

/** The members of the groups that the caller is in, or of one of them. */
export const listGroupMembers = (ctx: UserContext, part: Part) => members.all(ctx.db, paramsOf(ctx, part))
export type GroupMemberRecord = ReturnType<typeof listGroupMembers>[number]
