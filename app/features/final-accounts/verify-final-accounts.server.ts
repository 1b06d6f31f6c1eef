import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import type { Database } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { finalAccountSignatures, finalAccounts } from '#db/schema/final-accounts.ts'
import { finalAccountName } from './final-account.ts'
import { finalAccountText } from './final-account-text.server.ts'

const pageSize = 200

/** Compares every signed final account with its frozen text, its hash and its signatures. Returns how many there are, and what differs. */
export function verifyFinalAccounts(db: Database): { finalAccounts: number; findings: string[] } {
  const findings: string[] = []
  let count = 0
  for (let after = ''; ; ) {
    const page = db
      .select({ account: finalAccounts, contract: contracts })
      .from(finalAccounts)
      .innerJoin(contracts, eq(contracts.id, finalAccounts.contractId))
      .where(and(gt(finalAccounts.id, after), isNotNull(finalAccounts.documentText)))
      .orderBy(asc(finalAccounts.id))
      .limit(pageSize)
      .all()
    for (const { account, contract } of page) {
      count += 1
      const name = `${finalAccountName(account.number)} of contract ${contract.number}`
      if (sha256(account.documentText ?? '') !== account.documentHash)
        findings.push(`the text of ${name} does not match its hash`)
      else if (finalAccountText(db, contract, account).text !== account.documentText)
        findings.push(`the rows of ${name} do not match its text`)
      const signed = db.select().from(finalAccountSignatures)
      for (const signature of signed.where(eq(finalAccountSignatures.finalAccountId, account.id)).all())
        if (
          signature.documentHash !== account.documentHash ||
          sha256(signatureRecord(signature)) !== signature.recordHash
        )
          findings.push(`a signature of ${name} does not match its record`)
    }
    after = page.at(-1)?.account.id ?? ''
    if (page.length < pageSize) return { finalAccounts: count, findings }
  }
}
