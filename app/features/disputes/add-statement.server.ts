import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { mailDispute, otherParty } from '#app/features/escrow/dispute/mail-dispute.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { disputeEntries } from '#db/schema/disputes.ts'
import { disputeEvent, loadDispute, subjectOf } from './load-dispute.server.ts'

/** States a party's case in a dispute, with files: it stays as it was written, for both parties and the admin. */
export function addStatement(
  ctx: CompanyContext,
  input: { subjectId: string; text: string; files: readonly CheckedFile[]; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'escrow.dispute')
  const { subjectId, text, files, submissionId } = input
  const content = { subjectId, text, submissionId, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
  return transact(ctx.db, (tx) => {
    const loaded = loadDispute(tx, ctx, subjectId, 'state')
    return withIdempotencyKey(tx, ctx, { verb: 'dispute.state', input: content, otherContent: 'refuse' }, () => {
      const id = newId()
      const author = { authorId: ctx.actor.id, authorName: ctx.actor.name }
      tx.insert(disputeEntries)
        .values({ id, ...subjectOf(loaded), kind: 'statement', party: loaded.role, text, ...author, at: ctx.now })
        .run()
      for (const { keep, name, mime, size, sha256, storedAs } of files) {
        insertFile(tx, ctx, { id: newId(), name, mime, size, sha256, storedAs }, { type: 'dispute', id })
        keep()
      }
      appendAudit(tx, ctx, {
        action: 'dispute.state',
        subject: { type: 'contract', id: loaded.contract.id },
        after: { ...content, id },
      })
      recordEvent(tx, ctx, 'dispute.step', disputeEvent(ctx, loaded, { step: 'state' }))
      mailDispute(tx, ctx, loaded, { template: 'disputeStated', told: otherParty(loaded.role) })
      return { id }
    })
  })
}
