import { type PdfFile, pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { type Reader, readerOf, sharedReaderOf } from '#app/i18n/reader.server.ts'
import { serveFile } from '#app/platform/files/serve-file.server.ts'
import type { SealedKind } from '#db/vocabulary/seals.ts'
import { sealedDocument } from './sealed-document.server.ts'

/**
 * Responds with a PDF of a contract in the reader's language (`write`): sealed and kept once both parties have signed (`isSigned`), so that all who read
 * a language get the same file (CON-10); before that as it stands, for this reader alone. Checks no right: the caller has.
 * @throws AppError busy when nothing can be sealed now; Response 404 if the kept file is lost
 */
export async function sealedAnswer(
  ctx: UserContext,
  request: Request,
  { contractId, kind, isSigned }: { contractId: string; kind: SealedKind; isSigned: boolean },
  write: (reader: Reader) => PdfFile,
): Promise<Response> {
  if (!isSigned) return pdfAnswer(request, write(await readerOf(request, ctx.actor)))
  const reader = await sharedReaderOf(request, ctx.actor)
  const file = write(reader)
  const reason = i18nFor(reader.locale).getFixedT(null, 'seals')(`reason.${kind}`)
  const { storedAs, sha256 } = await sealedDocument(ctx, { contractId, kind, reason }, file)
  return orNotFound(await serveFile(request, { storedAs, name: file.name, mime: 'application/pdf', etag: sha256 }))
}
