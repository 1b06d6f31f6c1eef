import { rolesToldOf } from '#app/features/team/project-role.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { list, nullable } from '#db/fields.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { projectMembers } from '#db/schema/project-members.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { noticeModules } from './notice-modules.ts'
import { type Notice, notify } from './notify.server.ts'

const readers = sql(
  {
    params: {
      companies: list(companyMembers.companyId),
      except: nullable(users.id),
      project: nullable(projects.id),
      contract: nullable(contracts.id),
      roles: list(projectMembers.role),
    },
    row: { id: companyMembers.userId },
  },
  `WITH told AS MATERIALIZED (
     SELECT t.company_id, t.user_id FROM project_members t JOIN company_members m ON m.company_id = t.company_id AND m.user_id = t.user_id
     WHERE t.project_id = coalesce(:project, (SELECT project_id FROM contracts WHERE id = :contract)) AND t.ended_at IS NULL
       AND t.role IN (SELECT value FROM json_each(:roles)))
   SELECT m.user_id AS id FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id IN (SELECT value FROM json_each(:companies)) AND m.user_id IS NOT :except
     AND (m.user_id IN (SELECT user_id FROM told) OR m.company_id NOT IN (SELECT company_id FROM told))`,
)

/**
 * Notifies every member of `companies`, except the actor given as `except`. Of what is about a project, those are told whose role there
 * includes it; where a company has given nobody such a role, all of its people (PROJ-26). It reads and writes a few rows by key.
 */
export function notifyCompanies(
  tx: Transaction,
  source: EventSource,
  companies: readonly (string | null)[],
  notice: Notice,
  except: string | null = null,
): void {
  const about: { projectId?: string; contractId?: string } = notice.about ?? {}
  const of = {
    companies: companies.filter((id) => id !== null),
    except,
    project: about.projectId ?? null,
    contract: about.contractId ?? null,
    roles: rolesToldOf(noticeModules[notice.text]),
  }
  const userIds = readers.all(tx, of).map(({ id }) => id)
  const notified = notify(tx, source, userIds, notice)
  logger.debug({ notice: notice.text, notified }, 'notified')
}
