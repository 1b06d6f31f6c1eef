import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contractSecurities, contractSecurityEvents } from '#db/schema/contracts.ts'
import type { SecurityKind, SecurityPurpose } from '#db/vocabulary/contracts.ts'

type Input = {
  contractId: string
  submissionId?: string | undefined
  purpose: SecurityPurpose
  kind: SecurityKind
  guarantor: string
  number: string
  amountCents: number
  /** The last day, `YYYY-MM-DD`; null for one that holds until it is given back. */
  validUntil: string | null
  /** The guarantee itself; at most one. */
  files: readonly CheckedFile[]
}

/**
 * Records a security of a contract that both have signed, in its currency. One that the client records is received; one that the provider
 * records waits for the client to say so.
 * @throws AppError not_found for strangers; conflict before both have signed; invalid for one that ended before the contract was in force
 */
export function recordSecurity(ctx: CompanyContext, input: Input): { securityId: string } {
  requireRight(ctx, 'contracts.secure')
  const { files, ...typed } = input
  const content = { ...typed, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'recordSecurity', input: content }, () => {
      const { contract, party } = loadContract(tx, ctx, input.contractId)
      if (contract.activatedAt === null) throw conflict('securities:refused.notSigned')
      if (typed.validUntil !== null && typed.validUntil < businessDay(contract.activatedAt))
        throw invalid('securities:invalid.endedBefore', { field: 'validUntil' })
      const { submissionId: _form, ...values } = typed
      const id = newId()
      const [file] = files
      const fileId = file ? newId() : null
      if (file && fileId) {
        const { name, mime, size, sha256, storedAs } = file
        insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, { type: 'security', id })
        file.keep()
      }
      const row = {
        ...{ id, ...values, currency: contract.currency, fileId },
        status: party === 'client' ? ('received' as const) : ('recorded' as const),
        ...{ recordedBy: ctx.actor.id, recordedAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(contractSecurities).values(row).run()
      const action = party === 'client' ? 'receive' : 'record'
      tx.insert(contractSecurityEvents)
        .values({ id: newId(), securityId: id, action, actorId: ctx.actor.id, at: ctx.now })
        .run()
      const subject = { type: 'contract', id: contract.id }
      appendAudit(tx, ctx, {
        action: 'contract.record_security',
        subject,
        after: row,
        detail: { fileHash: file?.sha256 ?? null },
      })
      recordEvent(tx, ctx, party === 'client' ? 'security.received' : 'security.recorded', contractEvent(ctx, contract))
      return { securityId: id }
    }),
  )
}
