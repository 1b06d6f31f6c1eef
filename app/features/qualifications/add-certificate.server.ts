import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { companyCertificates } from '#db/schema/qualifications.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { type CertificateKind, insuredKinds } from '#db/vocabulary/qualifications.ts'
import { listCertificates } from './certificates.server.ts'
import { maxCertificates } from './limits.ts'

export type NewCertificate = {
  kind: CertificateKind
  /** For the kind `other`. */
  label: string | null
  issuer: string
  number: string | null
  /** YYYY-MM-DD. */
  issuedOn: string
  validUntil: string | null
  /** Of insurances, in cents of `currency`. */
  sumCents: number | null
  currency: Currency | null
}

/**
 * Adds a certificate with its file to those that the company keeps. A newer one is added beside the older, which its bids go on showing.
 * @throws AppError forbidden; invalid without a file, issued later than today, or for an insurance without its last day; conflict beyond `maxCertificates`; storage_full
 */
export function addCertificate(
  ctx: CompanyContext,
  input: NewCertificate & { files: readonly CheckedFile[]; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'company.keepCertificates')
  const { files, submissionId, ...certificate } = input
  const content = { submissionId, ...certificate, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'addCertificate', input: content }, () => {
      const [file] = files
      if (!file) throw invalid('qualification:refused.fileNeeded', { field: 'files' })
      if (certificate.issuedOn > businessDay(ctx.now))
        throw invalid('qualification:refused.issuedLater', { field: 'issuedOn' })
      if (insuredKinds.includes(certificate.kind) && certificate.validUntil === null)
        throw invalid('qualification:refused.endNeeded', { field: 'validUntil' })
      if (listCertificates(tx, ctx.company.id).length >= maxCertificates)
        throw conflict('qualification:refused.tooMany')
      const [id, fileId] = [newId(), newId()]
      const { name, mime, size, sha256, storedAs } = file
      insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, { type: 'certificate', id })
      const row = { id, companyId: ctx.company.id, ...certificate, fileId, addedBy: ctx.actor.id, addedAt: ctx.now }
      tx.insert(companyCertificates).values(row).run()
      file.keep()
      appendAudit(tx, ctx, {
        action: 'company.add_certificate',
        subject: { type: 'company', id: ctx.company.id },
        after: { ...row, sha256 },
      })
      return { id }
    }),
  )
}
