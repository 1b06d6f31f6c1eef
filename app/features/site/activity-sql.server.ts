import type { ShownAction } from './activity.ts'

const fromEscrow: ShownAction = 'invoice.pay_from_escrow'
const creditNote: ShownAction = 'invoice.issue_credit_note'

/** The action of the audit row `a` as activity shows it: a payment from escrow was recorded by nobody. */
export const shownAction = `CASE
  WHEN a.action = 'invoice.pay' AND json_extract(a.detail, '$.source') IN ('escrow', 'retention') THEN '${fromEscrow}'
  WHEN a.action = 'invoice.issue' AND json_extract(a.detail, '$.credits') IS NOT NULL THEN '${creditNote}'
  ELSE a.action END`
