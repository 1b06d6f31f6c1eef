import { pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { contractPdf } from '#app/features/contracts/contract-pdf.server.ts'
import type { ContractPaper } from '#app/features/contracts/readable-contract.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { serveFile } from '#app/platform/files/serve-file.server.ts'
import type { ContractStatus } from '#db/vocabulary/contracts.ts'
import { sealedDocument } from './sealed-document.server.ts'

/** Both parties have signed. */
const signed: readonly ContractStatus[] = ['active', 'completed', 'terminated']

/** Responds with a contract as a PDF in the reader's language: sealed and kept once both parties have signed, before that as it stands. */
export async function contractPdfAnswer(ctx: UserContext, request: Request, paper: ContractPaper): Promise<Response> {
  if (!signed.includes(paper.status)) return pdfAnswer(request, contractPdf(paper, await readerOf(request, ctx.actor)))
  // All who read a language get the same file, wherever they are.
  const reader = await readerOf(request, { ...ctx.actor, timeZone: null })
  const file = contractPdf(paper, reader)
  const reason = i18nFor(reader.locale).getFixedT(null, 'seals')('reason')
  const { storedAs, sha256 } = await sealedDocument(ctx, { contractId: paper.id, kind: 'contract', reason }, file)
  return orNotFound(await serveFile(request, { storedAs, name: file.name, mime: 'application/pdf', etag: sha256 }))
}
