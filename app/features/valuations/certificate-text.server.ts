import { asc, eq } from 'drizzle-orm'
import { frozenParties } from '#app/features/contracts/contract-document.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { sumCents } from '#app/platform/money.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { milestones } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { milestoneValuations, valuationFiles } from '#db/schema/valuations.ts'
import { canonicalCertificate } from './certificate-document.ts'
import { type CertificateRow, listCertificates, valuedLines } from './rows.server.ts'
import { certificateName, valuationName } from './valuation.ts'

/** The files of a valuation, in the order in which they were added. Checks no right: the caller has. */
export const valuationFilesOf = (db: Database | Transaction, valuationId: string) =>
  db
    .select({ id: files.id, name: files.name, size: files.size, sha256: files.sha256 })
    .from(valuationFiles)
    .innerJoin(files, eq(files.id, valuationFiles.fileId))
    .where(eq(valuationFiles.valuationId, valuationId))
    .orderBy(asc(valuationFiles.id))
    .all()

type Certificate = Omit<CertificateRow, 'documentText' | 'documentHash'>

/** The text of a certificate as its rows give it. It equals the frozen one unless a row was changed. */
export function certificateText(db: Database | Transaction, contract: ContractRow, certificate: Certificate): string {
  const { documentText, documentHash, currency } = contract
  const milestone = db.select().from(milestones).where(eq(milestones.id, certificate.milestoneId)).get()
  const { id, valuationId, number, netCents, vatCents, grossCents, retainedCents } = certificate
  const { certifierName, certifiedBy, certifiedAt } = certificate
  const valuation = db.select().from(milestoneValuations).where(eq(milestoneValuations.id, valuationId)).get()
  if (!documentText || !documentHash || !milestone || !valuation)
    throw new Error(`A certificate of nothing that was signed and valued: ${id}`)
  const before = listCertificates(db, milestone.id).filter((one) => one.number < number)
  const { position, title } = milestone
  return canonicalCertificate({
    ...{ name: certificateName(number), valuation: valuationName(valuation.number) },
    ...{ contractNumber: contract.number, contractDigest: documentHash, currency },
    digestBefore: before.at(-1)?.documentHash ?? null,
    parties: frozenParties(documentText),
    milestone: { position, title, netCents: milestone.netCents, vatCents: milestone.vatCents },
    lines: valuedLines(db, valuationId).map((line) => ({ ...line, certifiedDone: line.certifiedDone ?? 0 })),
    files: valuationFilesOf(db, valuationId),
    note: valuation.note,
    before: {
      netCents: sumCents(before.map((one) => one.netCents)),
      vatCents: sumCents(before.map((one) => one.vatCents)),
    },
    ...{ netCents, vatCents, grossCents, retainedCents, certifiedAt, claimedAt: valuation.claimedAt },
    certifier: { name: certifierName, account: certifiedBy },
  })
}
