import { asc, eq } from 'drizzle-orm'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { decisionText } from '#app/features/escrow/dispute/decision-text.server.ts'
import { certificateText } from '#app/features/valuations/certificate-text.server.ts'
import { certificateName } from '#app/features/valuations/valuation.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { disputeDecisions } from '#db/schema/disputes.ts'
import { milestones } from '#db/schema/escrow.ts'
import { paymentCertificates } from '#db/schema/valuations.ts'
import type { ChainLink } from './chain.ts'
import { textFindings } from './tender-links.server.ts'

/** The payment certificates of its milestones, each by whoever certified for the client; each names the one before it of its milestone. */
export function paymentCertificateLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const rows = db
    .select({ certificate: paymentCertificates, milestone: milestones.title })
    .from(paymentCertificates)
    .innerJoin(milestones, eq(milestones.id, paymentCertificates.milestoneId))
    .where(eq(milestones.contractId, contract.id))
    .orderBy(asc(paymentCertificates.certifiedAt), asc(paymentCertificates.id))
    .all()
  return rows.map(({ certificate, milestone }) => {
    const { id, number, documentText: text, documentHash: hash, certifiedAt, certifierName, valuationId } = certificate
    const differs = certificateText(db, contract, certificate) !== text
    return {
      ...{ kind: 'payment_certificate', id, at: certifiedAt, text, hash, isStored: true },
      ...{ person: certifierName, company: null },
      facts: {
        ...{ name: certificateName(number), milestone, valuation: valuationId },
        ...{ grossCents: certificate.grossCents, currency: contract.currency },
      },
      findings: [...textFindings(text, hash), ...(differs ? ['rowsDiffer' as const] : [])],
    }
  })
}

/** How its disputes ended; what was decided before decisions were frozen has no text. */
export function disputeDecisionLinks(db: Database | Transaction, contract: ContractRow): ChainLink[] {
  const rows = db
    .select({ decision: disputeDecisions, milestone: milestones.title })
    .from(disputeDecisions)
    .leftJoin(milestones, eq(milestones.id, disputeDecisions.milestoneId))
    .where(eq(disputeDecisions.contractId, contract.id))
    .orderBy(asc(disputeDecisions.at), asc(disputeDecisions.id))
    .all()
  return rows.flatMap(({ decision, milestone }) => {
    const { id, kind, documentText: text, documentHash: hash, at, decidedByName, milestoneId } = decision
    if (text === null || hash === null) return []
    const differs = decisionText(db, contract, decision) !== text
    return [
      {
        ...{ kind: 'dispute_decision' as const, id, at, text, hash, isStored: true },
        ...{ person: decidedByName, company: null },
        facts: { decision: kind, title: milestone ?? contract.title, subject: milestoneId ?? contract.id },
        findings: [...textFindings(text, hash), ...(differs ? ['rowsDiffer' as const] : [])],
      },
    ]
  })
}
