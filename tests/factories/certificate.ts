import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addCertificate, type NewCertificate } from '#app/features/qualifications/add-certificate.server.ts'
import { daysAfter } from '#app/features/qualifications/certificate.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { companyCertificates } from '#db/schema/qualifications.ts'
import { insuredKinds } from '#db/vocabulary/qualifications.ts'
import { storedFile } from './document.ts'

type Options = Partial<NewCertificate> & { content?: string }

/** Adds a certificate with the verb: by default a liability insurance of a million, valid for a year. Returns its id and that of its file. */
export function createCertificate(
  keeper: CompanyContext,
  { content = 'The certificate', ...given }: Options = {},
): { certificateId: string; fileId: string } {
  const today = businessDay(keeper.now)
  const kind = given.kind ?? 'liability_insurance'
  const insured = insuredKinds.includes(kind) ? { sumCents: 100_000_000, currency: 'EUR' as const } : null
  const certificate: NewCertificate = {
    ...{ kind, label: kind === 'other' ? 'ISO 9001' : null, issuer: 'Pohjola Vakuutus', number: null },
    ...{ issuedOn: today, validUntil: daysAfter(today, 365), sumCents: null, currency: null },
    ...insured,
    ...given,
  }
  const { id } = addCertificate(keeper, { ...certificate, files: [storedFile('certificate.txt', content)] })
  const row = keeper.db.select().from(companyCertificates).where(eq(companyCertificates.id, id)).get()
  return { certificateId: id, fileId: row?.fileId ?? '' }
}
