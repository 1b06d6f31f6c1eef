import type { LoaderFunctionArgs } from '@remix-run/node'
import type { UserContext } from '#app/features/accounts/context.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { findBidFile } from '#app/features/bids/attachments/bid-file.server.ts'
import { findBroadcastFile } from '#app/features/calls/broadcasts/queries.server.ts'
import { findRecordingFile } from '#app/features/calls/recordings/find-recording.server.ts'
import { findChangeFile } from '#app/features/change-orders/change-files.server.ts'
import { findCaseBidFile, findDefectFile } from '#app/features/disputes/case-file/defect-file.server.ts'
import { findDisputeFile } from '#app/features/disputes/queries.server.ts'
import { findReadableFile } from '#app/features/escrow/readable-file.server.ts'
import { findChatFile } from '#app/features/messages/chat-file.server.ts'
import { findCertificateFile } from '#app/features/qualifications/certificates.server.ts'
import { findReceiptFile } from '#app/features/receipts/receipts.server.ts'
import { findReceivedFile } from '#app/features/received-invoices/queries.server.ts'
import { findSecurityFile } from '#app/features/securities/readable-file.server.ts'
import { findTenderFile } from '#app/features/tenders/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { type ServedFile, serveFile } from '#app/platform/files/serve-file.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'

/** A stored file, or its thumbnail with `?size=small`. Each request checks that the caller may read the file's subject. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await requireRateLimitedUser(request, rateLimits.fileRead)
    const fileId = params.fileId ?? ''
    const small = new URL(request.url).searchParams.get('size') === 'small'
    const file = orNotFound(
      ofConversation(ctx, fileId, small) ??
        findReadableFile(ctx, fileId) ??
        findTenderFile(ctx, fileId) ??
        findBidFile(ctx, fileId) ??
        findCertificateFile(ctx, fileId) ??
        findSecurityFile(ctx, fileId) ??
        findChangeFile(ctx, fileId) ??
        findDefectFile(ctx, fileId) ??
        findCaseBidFile(ctx, fileId) ??
        findDisputeFile(ctx, fileId) ??
        findReceiptFile(ctx, fileId) ??
        findReceivedFile(ctx, fileId) ??
        findRecordingFile(ctx, fileId) ??
        findBroadcastFile(ctx, fileId),
    )
    return orNotFound(await serveFile(request, file))
  })

function ofConversation(ctx: UserContext, fileId: string, small: boolean): ServedFile | null {
  const file = findChatFile(ctx, fileId)
  if (!file) return null
  const { name, mime, sha256, storedAs, thumbnail } = file
  if (!small || !thumbnail) return { name, mime, storedAs, etag: sha256, inline: true }
  const etag = `${sha256}-small`
  return { name: `${name}.webp`, mime: 'image/webp', storedAs: `${storedAs}.small`, etag, inline: true }
}
