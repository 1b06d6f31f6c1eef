import type { DurableListener } from '#db/durable-listener.server.ts'
import { companyMembers } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { notify } from './notify.server.ts'

const owners = sql(
  { params: { company: companyMembers.companyId }, row: { id: companyMembers.userId } },
  `SELECT m.user_id AS id FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND m.role = 'owner'`,
)

/** The owners of a company are notified when somebody leaves it, and when somebody else removes them. */
export const teamNotices: DurableListener['on'] = {
  'company.member.left': (tx, { payload: { companyId, company, name } }, source) => {
    const userIds = owners.all(tx, { company: companyId }).map(({ id }) => id)
    notify(tx, source, userIds, {
      category: 'system',
      text: 'memberLeft',
      params: { name, company },
      actionUrl: '/team',
    })
  },
  'company.member.removed': (tx, { payload: { companyId, company, name, actor, actorId } }, source) => {
    const others = owners.all(tx, { company: companyId }).filter(({ id }) => id !== actorId)
    notify(
      tx,
      source,
      others.map(({ id }) => id),
      { category: 'system', text: 'memberRemoved', params: { name, company, actor }, actionUrl: '/team' },
    )
  },
}
