import { createHash } from 'node:crypto'
import type { Database } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { awardDecisions, awardLetters, awardRevocations } from '#db/schema/decisions.ts'
import { sql } from '#db/sql.server.ts'

const pages = {
  decision: sql(
    { params: { after: awardDecisions.id }, row: columns(awardDecisions, 'id', 'text', 'digest') },
    'SELECT id, text, digest FROM award_decisions WHERE id > :after ORDER BY id LIMIT 200',
  ),
  revocation: sql(
    { params: { after: awardRevocations.id }, row: columns(awardRevocations, 'id', 'text', 'digest') },
    'SELECT id, text, digest FROM award_revocations WHERE id > :after ORDER BY id LIMIT 200',
  ),
  notice: sql(
    {
      params: { after: awardRevocations.id },
      row: { id: awardRevocations.id, text: awardRevocations.notice, digest: awardRevocations.noticeDigest },
    },
    'SELECT id, notice AS text, notice_digest AS digest FROM award_revocations WHERE id > :after ORDER BY id LIMIT 200',
  ),
  letter: sql(
    { params: { after: awardLetters.id }, row: columns(awardLetters, 'id', 'text', 'digest') },
    'SELECT id, text, digest FROM award_letters WHERE id > :after ORDER BY id LIMIT 200',
  ),
}

/** Compares every decision, letter and revocation of an award with its hash. Returns how many there are, and what differs. */
export function verifyDecisions(db: Database): {
  decisions: number
  letters: number
  revocations: number
  findings: string[]
} {
  const findings: string[] = []
  const check = (kind: keyof typeof pages): number => {
    let count = 0
    for (let rows = pages[kind].all(db, { after: '' }); rows.length > 0; ) {
      for (const { id, text, digest } of rows) {
        count += 1
        const hash = createHash('sha256').update(text).digest('hex')
        if (hash !== digest) findings.push(`${kind} ${id} about an award does not match its hash`)
      }
      rows = pages[kind].all(db, { after: rows.at(-1)?.id ?? '' })
    }
    return count
  }
  const [decisions, letters, revocations] = [check('decision'), check('letter'), check('revocation')]
  check('notice')
  return { decisions, letters, revocations, findings }
}
