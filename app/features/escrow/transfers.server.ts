import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { compactReference } from '#app/platform/reference-number.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { pageSize } from './limits.ts'

export type TransferItem = {
  id: string
  archiveId: string
  reference: string
  payerName: string
  amountCents: number
  currency: Currency
  paidOn: string
  recordedAt: number
  recordedBy: string
  contractId: string | null
  contractNumber: string | null
  milestone: string | null
}

/** Recorded bank transfers of escrow, latest first; empty for users who are not admins. */
export function listTransfers(ctx: UserContext, page: number): TransferItem[] {
  if (!isAdmin(ctx.actor.role)) return []
  return allRows<TransferItem>(
    ctx.db,
    `SELECT t.id, t.archive_id AS archiveId, t.reference, t.payer_name AS payerName, t.amount_cents AS amountCents, t.currency,
            t.paid_on AS paidOn, t.recorded_at AS recordedAt, u.name AS recordedBy, c.id AS contractId, c.number AS contractNumber,
            m.title AS milestone
     FROM (SELECT * FROM bank_transfers WHERE subject_type = 'milestone' ORDER BY recorded_at DESC LIMIT ${pageSize + 1} OFFSET @start) t
     JOIN users u ON u.id = t.recorded_by
     LEFT JOIN contract_milestones m ON m.id = t.subject_id LEFT JOIN contracts c ON c.id = m.contract_id
     ORDER BY t.recorded_at DESC`,
    { start: (page - 1) * pageSize },
  )
}

export type AwaitedTransfer = {
  reference: string
  amountCents: number
  currency: Currency
  contractId: string
  contractNumber: string
  milestone: string
  clientName: string
}

/** The transfer expected for a reference; null for unknown references, and for users who are not admins. */
export function findAwaitedTransfer(ctx: UserContext, reference: string): AwaitedTransfer | null {
  if (!isAdmin(ctx.actor.role)) return null
  return firstRow<AwaitedTransfer>(
    ctx.db,
    `SELECT m.funding_reference AS reference, m.amount_cents AS amountCents, c.currency, c.id AS contractId,
            c.number AS contractNumber, m.title AS milestone, k.name AS clientName
     FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id JOIN companies k ON k.id = c.client_company_id
     WHERE m.funding_reference = @reference AND m.status = 'planned' AND c.status = 'active'`,
    { reference: compactReference(reference).replace(/^RF\d\d0*/, '') },
  )
}
