import type { UserContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { integer, nullable } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

/** Sums over covering indexes, which unlike a stored counter cannot be wrong. Thumbnails and running uploads do not count. */
const usedBy = sql(
  {
    params: { userId: users.id, companyId: nullable(companies.id) },
    row: { person: integer, company: integer, unsent: integer },
  },
  `SELECT
     (SELECT coalesce(sum(f.size), 0) FROM files f WHERE f.uploaded_by = :userId) AS person,
     (SELECT coalesce(sum(f.size), 0) FROM files f WHERE f.company_id = :companyId) AS company,
     (SELECT coalesce(sum(f.size), 0) FROM files f
      WHERE f.uploaded_by = :userId AND f.subject_type = 'conversation'
        AND NOT EXISTS (SELECT 1 FROM message_files sent WHERE sent.file_id = f.id)) AS unsent`,
)

const megabyte = 1_000_000

/**
 * Checks the storage quotas (`FILES_…_MB`) of the actor, of their unsent files, and of their company, with `more` bytes added.
 * In a transaction that inserts a file, call it after the insert.
 * @throws AppError storage_full
 */
export function requireStorage(
  db: Database | Transaction,
  { actor, company }: Pick<UserContext, 'actor' | 'company'>,
  more = 0,
): void {
  const used = usedBy.one(db, { userId: actor.id, companyId: company?.id ?? null })
  const limits = {
    unsent: ['errors:storageUnsent', env.FILES_UNSENT_MB],
    person: ['errors:storagePerson', env.FILES_PER_PERSON_MB],
    company: ['errors:storageCompany', env.FILES_PER_COMPANY_MB],
  } as const
  for (const kind of ['unsent', 'person', 'company'] as const) {
    const [key, megabytes] = limits[kind]
    if (used[kind] + more > megabytes * megabyte) {
      throw new AppError('storage_full', key, { params: { megabytes } })
    }
  }
}
