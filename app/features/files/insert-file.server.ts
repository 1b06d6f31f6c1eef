import type { UserContext } from '#app/features/accounts/context.ts'
import type { Transaction } from '#db/client.server.ts'
import { fileMedia } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { requireStorage } from './storage-quota.server.ts'

type NewFile = Pick<
  typeof files.$inferInsert,
  'id' | 'name' | 'mime' | 'size' | 'thumbnailSize' | 'sha256' | 'storedAs'
>
/** What a file belongs to; the feature of each says who may read it. */
type FileSubject =
  | 'bid'
  | 'conversation'
  | 'milestone'
  | 'project'
  | 'certificate'
  | 'security'
  | 'change_order'
  | 'defect'
  | 'dispute'
  | 'receipt'
  | 'call_recording'
  | 'broadcast'
  | 'received_invoice'
  /** Nothing any more: it counts until the job that deletes such files has run. */
  | 'removed'
type Subject = { type: FileSubject; id: string }
type Media = Omit<typeof fileMedia.$inferInsert, 'fileId'>

/**
 * Inserts the row of a file uploaded by the actor. Its subject determines who may read it. The caller keeps the stored file in
 * the same transaction. `media` is the metadata for players and viewers.
 * @throws AppError storage_full beyond a storage quota.
 */
export function insertFile(
  tx: Transaction,
  ctx: Pick<UserContext, 'actor' | 'company' | 'now'>,
  file: NewFile,
  subject: Subject,
  media?: Media,
): void {
  const owner = { userId: ctx.actor.id, companyId: ctx.company?.id ?? null, now: ctx.now }
  recordFile(tx, owner, file, subject)
  requireStorage(tx, ctx)
  if (media)
    tx.insert(fileMedia)
      .values({ fileId: file.id, ...media })
      .run()
}

/** Inserts the row of a file whose storage was checked while it came; it counts against that of `userId` and `companyId`. */
export function recordFile(
  tx: Transaction,
  { userId, companyId, now }: { userId: string; companyId: string | null; now: number },
  { id, name, mime, size, thumbnailSize, sha256, storedAs }: NewFile,
  subject: Subject,
): void {
  tx.insert(files)
    .values({
      ...{ id, name, mime, size, thumbnailSize, sha256, storedAs },
      ...{ subjectType: subject.type, subjectId: subject.id, uploadedBy: userId, companyId, createdAt: now },
    })
    .run()
}
