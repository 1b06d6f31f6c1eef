import { asc, eq, gt } from 'drizzle-orm'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { Database } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { paymentCertificates } from '#db/schema/valuations.ts'
import { certificateText } from './certificate-text.server.ts'
import { certificateName } from './valuation.ts'

const pageSize = 200

/** Compares every payment certificate with its frozen text and its hash. Returns how many there are, and what differs. */
export function verifyCertificates(db: Database): { certificates: number; findings: string[] } {
  const findings: string[] = []
  let count = 0
  for (let after = ''; ; ) {
    const page = db
      .select({ certificate: paymentCertificates, contract: contracts, position: milestones.position })
      .from(paymentCertificates)
      .innerJoin(milestones, eq(milestones.id, paymentCertificates.milestoneId))
      .innerJoin(contracts, eq(contracts.id, milestones.contractId))
      .where(gt(paymentCertificates.id, after))
      .orderBy(asc(paymentCertificates.id))
      .limit(pageSize)
      .all()
    for (const { certificate, contract, position } of page) {
      count += 1
      const { documentText, documentHash, number } = certificate
      const name = `payment certificate ${certificateName(number)} of milestone ${position} of contract ${contract.number}`
      if (sha256(documentText) !== documentHash) findings.push(`the text of ${name} does not match its hash`)
      else if (certificateText(db, contract, certificate) !== documentText)
        findings.push(`the rows of ${name} do not match its text`)
    }
    after = page.at(-1)?.certificate.id ?? ''
    if (page.length < pageSize) return { certificates: count, findings }
  }
}
