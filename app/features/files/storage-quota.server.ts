import type { UserContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import type { UploadLimits } from '#app/platform/files/receive-upload.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { integer, nullable } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

type Owner = Pick<UserContext, 'actor' | 'company'>

/** Sums over covering indexes, which unlike a stored counter cannot be wrong. A file's thumbnail counts with it. */
const usedBy = sql(
  {
    params: { userId: users.id, companyId: nullable(companies.id) },
    row: { person: integer, company: integer, unsent: integer },
  },
  `SELECT
     (SELECT coalesce(sum(f.size + f.thumbnail_size), 0) FROM files f WHERE f.uploaded_by = :userId) AS person,
     (SELECT coalesce(sum(f.size + f.thumbnail_size), 0) FROM files f WHERE f.company_id = :companyId) AS company,
     (SELECT coalesce(sum(f.size + f.thumbnail_size), 0) FROM files f
      WHERE f.uploaded_by = :userId AND f.subject_type = 'conversation'
        AND NOT EXISTS (SELECT 1 FROM message_files sent WHERE sent.file_id = f.id)) AS unsent`,
)

const megabyte = 1_000_000

/** Bytes of uploads that have arrived and have no row yet, by person and by company. They are on the disk already. */
const arriving = new Map<string, number>()

/**
 * Checks the storage quotas (`FILES_…_MB`) of the actor, of their unsent files, and of their company, and the free space of the
 * disk. In a transaction that inserts a file, call it after the insert; `more` are the bytes of running uploads.
 * @throws AppError storage_full
 */
export function requireStorage(
  db: Database | Transaction,
  { actor, company }: Owner,
  more: { unsent: number; person: number; company: number } = { unsent: 0, person: 0, company: 0 },
): void {
  const used = usedBy.one(db, { userId: actor.id, companyId: company?.id ?? null })
  const limits = {
    unsent: ['errors:storageUnsent', env.FILES_UNSENT_MB],
    person: ['errors:storagePerson', env.FILES_PER_PERSON_MB],
    company: ['errors:storageCompany', env.FILES_PER_COMPANY_MB],
  } as const
  for (const kind of ['unsent', 'person', 'company'] as const) {
    const [key, megabytes] = limits[kind]
    if (used[kind] + more[kind] > megabytes * megabyte) {
      throw new AppError('storage_full', key, { params: { megabytes } })
    }
  }
  if (fileStorage.freeBytes() < env.FILES_KEEP_FREE_MB * megabyte) {
    throw new AppError('storage_full', 'errors:storageServer')
  }
}

/**
 * What an upload of the actor is held to before its first file and while it arrives: the bytes of all their uploads on their
 * way count, and those of their company. `unsent`: for a message that is not there yet.
 */
export function storageLimits(
  db: Database,
  owner: Owner,
  { unsent }: { unsent: boolean },
): Required<Pick<UploadLimits, 'beforeFiles' | 'count'>> {
  const person = `person ${owner.actor.id}`
  const keys = owner.company ? [person, `company ${owner.company.id}`] : [person]
  const check = (more: number) => {
    const ofPerson = (arriving.get(person) ?? 0) + more
    const ofCompany = (arriving.get(keys[1] ?? person) ?? 0) + more
    requireStorage(db, owner, { unsent: unsent ? ofPerson : 0, person: ofPerson, company: ofCompany })
  }
  let unchecked = 0
  return {
    beforeFiles: () => check(1),
    count(bytes) {
      for (const key of keys) {
        const left = (arriving.get(key) ?? 0) + bytes
        if (left > 0) arriving.set(key, left)
        else arriving.delete(key)
      }
      // The sums are asked for once a megabyte.
      unchecked += bytes
      if (unchecked < megabyte) return
      unchecked = 0
      check(0)
    },
  }
}
