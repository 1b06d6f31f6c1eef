// verb-rule: whoever may read a document may have it sealed; the caller has checked that they may. Its certificate is a record in itself
import { type PdfFile, pdfBytesAnswer, renderFile } from '#app/documents/pdf-answer.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { needWriter } from '#app/platform/processes/needs-writer.server.ts'
import { role } from '#app/platform/processes/process-role.server.ts'
import { transact } from '#db/client.server.ts'
import { hasCertificate, keepCertificate } from './sealed-document.server.ts'

/**
 * Responds with a document as a PDF that is sealed now and not kept: the next download has a seal of its own.
 * @param reason why it is sealed, for the viewer's panel
 * @throws AppError busy when the certificate of this installation is not valid now
 */
export async function sealedPdfAnswer(
  ctx: UserContext,
  request: Request,
  reason: string,
  { name, document, options }: PdfFile,
): Promise<Response> {
  // What makes signatures is loaded with the first one: it takes 50 ms and 14 MB, which a start and other pages should not.
  const { prepareSeal } = await import('#app/documents/seal/seal-pdf.server.ts')
  const seal = await prepareSeal({ reason, at: ctx.now })
  if (!hasCertificate(ctx.db, seal.fingerprint)) {
    if (role === 'renderer') needWriter()
    transact(ctx.db, (tx) => keepCertificate(tx, ctx, seal))
  }
  const { bytes } = await seal.fill(await renderFile({ document, options: { ...options, seal } }))
  return pdfBytesAnswer(request, name, bytes)
}
