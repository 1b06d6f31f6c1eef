import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import type { UploadLimits } from '#app/platform/files/receive-upload.server.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, integer, nullable } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

type Owner = { actor: { id: string }; company: { id: string } | null; now: number }

/** People and companies are new for so long (ms): accounts are free, so that only time makes many of them dear. */
const newFor = 30 * 24 * 3_600_000

/** Few at any time, and found by an index of theirs alone. */
const unfinished = "r.state IN ('recording', 'stopped')"
const unfinishedBroadcast = "b.state IN ('live', 'ended')"

/**
 * Sums over covering indexes, which unlike a stored counter cannot be wrong. A file's thumbnail counts with it, and the recordings that are
 * no files yet.
 */
const usedBy = sql(
  {
    params: { userId: users.id, companyId: nullable(companies.id), newSince: users.createdAt },
    row: {
      ...{ person: integer, company: integer, unsent: integer, newcomers: integer },
      ...{ isVerified: boolean, isNew: boolean, isNewCompany: boolean },
    },
  },
  `SELECT
     (SELECT coalesce(sum(f.size + f.thumbnail_size), 0) FROM files f WHERE f.uploaded_by = :userId)
       + (SELECT coalesce(sum(r.bytes), 0) FROM call_recordings r WHERE r.started_by = :userId AND ${unfinished})
       + (SELECT coalesce(sum(b.bytes), 0) FROM broadcasts b WHERE b.host_id = :userId AND ${unfinishedBroadcast}) AS person,
     (SELECT coalesce(sum(f.size + f.thumbnail_size), 0) FROM files f WHERE f.company_id = :companyId)
       + (SELECT coalesce(sum(r.bytes), 0) FROM call_recordings r WHERE r.company_id = :companyId AND ${unfinished})
       + (SELECT coalesce(sum(b.bytes), 0) FROM broadcasts b WHERE b.company_id = :companyId AND ${unfinishedBroadcast}) AS company,
     (SELECT coalesce(sum(f.size + f.thumbnail_size), 0) FROM files f
      WHERE f.uploaded_by = :userId AND f.subject_type = 'conversation'
        AND NOT EXISTS (SELECT 1 FROM message_files sent WHERE sent.file_id = f.id)) AS unsent,
     CASE WHEN u.created_at > :newSince THEN (
       SELECT coalesce(sum(f.size + f.thumbnail_size), 0) FROM users other JOIN files f ON f.uploaded_by = other.id
       WHERE other.created_at > :newSince) + (
       SELECT coalesce(sum(r.bytes), 0) FROM call_recordings r JOIN users other ON other.id = r.started_by
       WHERE other.created_at > :newSince AND ${unfinished}) + (
       SELECT coalesce(sum(b.bytes), 0) FROM broadcasts b JOIN users other ON other.id = b.host_id
       WHERE other.created_at > :newSince AND ${unfinishedBroadcast}) ELSE 0 END AS newcomers,
     u.email_verified_at IS NOT NULL AS isVerified, u.created_at > :newSince AS isNew,
     EXISTS (SELECT 1 FROM companies c WHERE c.id = :companyId AND c.created_at > :newSince) AS isNewCompany
   FROM users u WHERE u.id = :userId`,
)

const joined = sql(
  { params: { userId: users.id }, row: { createdAt: users.createdAt } },
  'SELECT created_at AS createdAt FROM users WHERE id = :userId',
)

const megabyte = 1_000_000

/**
 * Bytes of uploads that have arrived and have no row yet, by person, by company and of all newcomers. They are on the
 * disk already.
 */
const arriving = new Map<string, number>()
const newcomers = 'newcomers'

type Kind = 'unsent' | 'person' | 'company' | 'newcomers'
const nothing: Record<Kind, number> = { unsent: 0, person: 0, company: 0, newcomers: 0 }

/**
 * Checks the storage quotas (`FILES_…_MB`) of the actor, of their unsent files, of their company, and of everybody who is
 * new (unless the actor has used less than each of them has in any case), and the free space of the disk. In a transaction that inserts a file, call it after the insert; `more` are the
 * bytes of running uploads.
 * @throws AppError storage_full
 */
export function requireStorage(
  db: Database | Transaction,
  { actor, company, now }: Owner,
  more: Record<Kind, number> = nothing,
): void {
  const ids = { userId: actor.id, companyId: company?.id ?? null }
  const used = usedBy.one(db, { ...ids, newSince: now - newFor })
  const { isVerified, isNew, isNewCompany } = used
  const free = fileStorage.freeBytes()
  const keepFree = env.FILES_KEEP_FREE_MB * megabyte
  // Free accounts multiply what each of them has of its own, which therefore ends long before the disk does.
  const own = isVerified && free >= 2 * keepFree ? env.FILES_NEW_OWN_MB * megabyte : 0
  const hasOwn = used.person + more.person <= own
  const quotas: Array<[holds: boolean, Kind, key: string, megabytes: number]> = [
    [true, 'unsent', 'errors:storageUnsent', env.FILES_UNSENT_MB],
    [!isVerified, 'person', 'errors:storageUnverified', env.FILES_UNVERIFIED_MB],
    [isNew, 'person', 'errors:storageNew', env.FILES_NEW_MB],
    [isNewCompany, 'company', 'errors:storageNew', env.FILES_NEW_MB],
    [true, 'person', 'errors:storagePerson', env.FILES_PER_PERSON_MB],
    [true, 'company', 'errors:storageCompany', env.FILES_PER_COMPANY_MB],
    [isNew && !hasOwn, 'newcomers', 'errors:storageNewcomers', env.FILES_ALL_NEW_MB],
  ]
  for (const [holds, kind, key, megabytes] of quotas) {
    if (holds && used[kind] + more[kind] > megabytes * megabyte) {
      countRefusal(`storage-${kind}`)
      throw new AppError('storage_full', key, { params: { megabytes } })
    }
  }
  if (free < keepFree) {
    countRefusal('storage-server')
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
  const company = owner.company && `company ${owner.company.id}`
  const { createdAt } = joined.one(db, { userId: owner.actor.id })
  const keys = [person, ...(company ? [company] : []), ...(createdAt > owner.now - newFor ? [newcomers] : [])]
  const check = (more: number) => {
    const on = (key: string) => (arriving.get(key) ?? 0) + more
    const ofPerson = on(person)
    requireStorage(db, owner, {
      ...{ unsent: unsent ? ofPerson : 0, person: ofPerson },
      ...{ company: company ? on(company) : ofPerson, newcomers: on(newcomers) },
    })
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
