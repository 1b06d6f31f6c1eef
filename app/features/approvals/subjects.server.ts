import { createHash } from 'node:crypto'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { ApprovalAct } from '#db/vocabulary/approvals.ts'
import { accountToEnter } from './account-to-enter.server.ts'
import { bidToAward } from './bid-to-award.server.ts'
import { changeToSign } from './change-to-sign.server.ts'
import { contractToSign } from './contract-to-sign.server.ts'
import { milestoneToRelease, retentionToRelease } from './money-to-release.server.ts'
import type { Asked, LoadSubject, Subject } from './subject.ts'

const loaders: Record<ApprovalAct, LoadSubject> = {
  sign: contractToSign,
  sign_change: changeToSign,
  award: bidToAward,
  release: milestoneToRelease,
  release_retention: retentionToRelease,
  bank: accountToEnter,
}

export const loadSubject: LoadSubject = (db, asked, now) => loaders[asked.act](db, asked, now)

/** SHA-256 of exactly what is asked: the subject with whatever an approver relies on. */
export function subjectDigest({ companyId, act, subjectId }: Asked, subject: Subject): string {
  const record = canonicalText('groundwork-approval 1', [
    ['company', companyId],
    ['act', act],
    ['subject', subjectId],
    ...subject.fields,
  ])
  return createHash('sha256').update(record).digest('hex')
}
