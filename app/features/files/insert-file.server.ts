import type { UserContext } from '#app/features/accounts/context.ts'
import type { Transaction } from '#db/client.server.ts'
import { fileMedia } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { requireStorage } from './storage-quota.server.ts'

type NewFile = Pick<typeof files.$inferInsert, 'id' | 'name' | 'mime' | 'size' | 'sha256' | 'storedAs'>
type Media = Omit<typeof fileMedia.$inferInsert, 'fileId'>

/**
 * Records an uploaded file of the actor's and the subject it hangs on, which decides who may read it. The caller keeps it on the
 * disk in the same transaction. `media` is for what players and viewers show of it.
 * @throws AppError storage_full
 */
export function insertFile(
  tx: Transaction,
  ctx: Pick<UserContext, 'actor' | 'company' | 'now'>,
  { id, name, mime, size, sha256, storedAs }: NewFile,
  subject: { type: 'conversation' | 'milestone'; id: string },
  media?: Media,
): void {
  tx.insert(files)
    .values({
      ...{ id, name, mime, size, sha256, storedAs },
      subjectType: subject.type,
      subjectId: subject.id,
      uploadedBy: ctx.actor.id,
      companyId: ctx.company?.id ?? null,
      createdAt: ctx.now,
    })
    .run()
  requireStorage(tx, ctx)
  if (media)
    tx.insert(fileMedia)
      .values({ fileId: id, ...media })
      .run()
}
