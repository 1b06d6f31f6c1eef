import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, nullable } from '#db/fields.server.ts'
import { awards } from '#db/schema/bids.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import { awardDecisions, awardLetters, awardRevocations } from '#db/schema/decisions.ts'
import { disputeDecisions } from '#db/schema/disputes.ts'
import { changeOrderSignatures } from '#db/schema/escrow.ts'
import { finalAccountSignatures } from '#db/schema/final-accounts.ts'
import { handoverSignatures } from '#db/schema/handover.ts'
import { tenderSets } from '#db/schema/tenders.ts'
import { paymentCertificates } from '#db/schema/valuations.ts'
import { sql } from '#db/sql.server.ts'

/** The kinds of frozen texts that have no page of their own for strangers. */
export type FrozenKind =
  | 'tenderSet'
  | 'decision'
  | 'letter'
  | 'revocation'
  | 'notice'
  | 'signature'
  | 'paymentCertificate'
  | 'disputeDecision'

/** What anybody who has the hash of a frozen text learns: neither names nor amounts. Times are UTC ms. */
export type FrozenRecord = {
  kind: FrozenKind
  digest: string
  frozenAt: number
  /** Whether the stored text still has this hash; that of a signature is made from its row. */
  matches: boolean
  /** When the award that it is about was revoked; null otherwise. */
  revokedAt: number | null
  /** A later edition of the tender set has taken its place. */
  isSuperseded: boolean
}

const set = sql(
  { params: { digest: tenderSets.digest }, row: { ...columns(tenderSets, 'text', 'frozenAt'), isSuperseded: boolean } },
  `SELECT t.text, t.frozen_at AS frozenAt,
          EXISTS (SELECT 1 FROM tender_sets n WHERE n.project_id = t.project_id AND n.edition > t.edition) AS isSuperseded
   FROM tender_sets t INDEXED BY tender_sets_digest WHERE t.digest = :digest ORDER BY t.id LIMIT 1`,
)

const aboutAward = { awardedAt: awards.awardedAt, revokedAt: nullable(awards.revokedAt) }
const decision = sql(
  { params: { digest: awardDecisions.digest }, row: { ...columns(awardDecisions, 'text'), ...aboutAward } },
  `SELECT d.text, a.awarded_at AS awardedAt, a.revoked_at AS revokedAt
   FROM award_decisions d INDEXED BY award_decisions_digest JOIN awards a ON a.id = d.award_id WHERE d.digest = :digest LIMIT 1`,
)
const letter = sql(
  { params: { digest: awardLetters.digest }, row: { ...columns(awardLetters, 'text'), ...aboutAward } },
  `SELECT l.text, a.awarded_at AS awardedAt, a.revoked_at AS revokedAt
   FROM award_letters l INDEXED BY award_letters_digest JOIN awards a ON a.id = l.award_id WHERE l.digest = :digest LIMIT 1`,
)
const revocation = sql(
  { params: { digest: awardRevocations.digest }, row: { ...columns(awardRevocations, 'text'), ...aboutAward } },
  `SELECT r.text, a.awarded_at AS awardedAt, a.revoked_at AS revokedAt
   FROM award_revocations r INDEXED BY award_revocations_digest JOIN awards a ON a.id = r.award_id WHERE r.digest = :digest LIMIT 1`,
)
const notice = sql(
  { params: { digest: awardRevocations.noticeDigest }, row: { text: awardRevocations.notice, ...aboutAward } },
  `SELECT r.notice AS text, a.awarded_at AS awardedAt, a.revoked_at AS revokedAt
   FROM award_revocations r INDEXED BY award_revocations_notice JOIN awards a ON a.id = r.award_id WHERE r.notice_digest = :digest LIMIT 1`,
)
/** The frozen text with a hash, for anybody who has it (BID-28). Checks no right: it says what whoever has the text knows. */
export function findFrozenRecord(db: Database, digest: string): FrozenRecord | null {
  if (!/^[0-9a-f]{64}$/.test(digest)) return null
  const isOf = (frozen: string) => createHash('sha256').update(frozen).digest('hex') === digest
  const found = { digest, revokedAt: null, isSuperseded: false }
  const tender = set.first(db, { digest })
  if (tender) {
    const { frozenAt, isSuperseded } = tender
    return { ...found, kind: 'tenderSet', frozenAt, isSuperseded, matches: isOf(tender.text) }
  }
  for (const [kind, statement] of [
    ['decision', decision],
    ['letter', letter],
  ] as const) {
    const row = statement.first(db, { digest })
    if (row) return { ...found, kind, frozenAt: row.awardedAt, revokedAt: row.revokedAt, matches: isOf(row.text) }
  }
  for (const [kind, statement] of [
    ['revocation', revocation],
    ['notice', notice],
  ] as const) {
    const row = statement.first(db, { digest })
    if (row) return { ...found, kind, frozenAt: row.revokedAt ?? row.awardedAt, matches: isOf(row.text) }
  }
  const certificate = db.select().from(paymentCertificates).where(eq(paymentCertificates.documentHash, digest)).get()
  if (certificate) {
    const { certifiedAt: frozenAt, documentText } = certificate
    return { ...found, kind: 'paymentCertificate', frozenAt, matches: isOf(documentText) }
  }
  const ended = db.select().from(disputeDecisions).where(eq(disputeDecisions.documentHash, digest)).get()
  if (ended) return { ...found, kind: 'disputeDecision', frozenAt: ended.at, matches: isOf(ended.documentText ?? '') }
  for (const signatures of [contractSignatures, changeOrderSignatures, handoverSignatures, finalAccountSignatures]) {
    const signed = db.select().from(signatures).where(eq(signatures.recordHash, digest)).get()
    if (signed) {
      return { ...found, kind: 'signature', frozenAt: signed.signedAt, matches: isOf(signatureRecord(signed)) }
    }
  }
  return null
}
