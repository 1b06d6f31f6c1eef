import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { pageSize } from '#app/features/escrow/limits.ts'
import { columns, integer, nullable, required } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { payoutRuns, payouts } from '#db/schema/payouts.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const row = {
  ...columns(payoutRuns, 'id', 'number', 'status', 'preparedAt', 'decidedAt', 'executionDate', 'fileTakenAt'),
  preparerId: payoutRuns.preparedBy,
  preparer: users.name,
  decider: nullable(users.name),
  payments: integer,
  totalCents: integer,
  /** Ordered, and not on the statement yet. */
  openPayments: integer,
}
const selected = `SELECT r.id, r.number, r.status, r.prepared_at AS preparedAt, r.decided_at AS decidedAt, r.execution_date AS executionDate,
    r.file_taken_at AS fileTakenAt, r.prepared_by AS preparerId, p.name AS preparer, d.name AS decider,
    (SELECT count(*) FROM payouts o WHERE o.run_id = r.id) AS payments,
    (SELECT coalesce(sum(o.amount_cents), 0) FROM payouts o WHERE o.run_id = r.id) AS totalCents,
    (SELECT count(*) FROM payouts o WHERE o.run_id = r.id AND o.status = 'ordered') AS openPayments
  FROM payout_runs r JOIN users p ON p.id = r.prepared_by LEFT JOIN users d ON d.id = r.decided_by`
const runs = sql(
  { params: { start: integer }, row },
  `${selected} ORDER BY r.number DESC LIMIT ${pageSize + 1} OFFSET :start`,
)
const run = sql({ params: { id: payoutRuns.id }, row }, `${selected} WHERE r.id = :id`)

export type PayoutRun = RowOf<typeof run>

/** Runs of payouts, the latest first: one more than a page; empty for users who are not admins. */
export function listRuns(ctx: UserContext, page: number): PayoutRun[] {
  if (!isAdmin(ctx.actor.role)) return []
  return runs.all(ctx.db, { start: (page - 1) * pageSize })
}

const payments = sql(
  {
    params: { id: payoutRuns.id },
    row: {
      ...columns(payouts, 'id', 'companyId', 'source', 'payeeName', 'iban', 'amountCents', 'currency', 'status'),
      ...columns(payouts, 'bookedOn', 'bookedAs', 'returnedOn', 'returnedAs', 'returnReason'),
    },
  },
  `SELECT id, company_id AS companyId, source, payee_name AS payeeName, iban, amount_cents AS amountCents, currency, status,
          booked_on AS bookedOn, booked_as AS bookedAs, returned_on AS returnedOn, returned_as AS returnedAs, return_reason AS returnReason
   FROM payouts WHERE run_id = :id ORDER BY id`,
)

export type Payment = RowOf<typeof payments>

/** A run with its payments; null for users who are not admins. */
export function getRun(ctx: UserContext, id: string): { run: PayoutRun; payments: Payment[] } | null {
  if (!isAdmin(ctx.actor.role)) return null
  const found = run.first(ctx.db, { id })
  return found ? { run: found, payments: payments.all(ctx.db, { id }) } : null
}

const ofCompany = sql(
  {
    params: { company: companies.id },
    row: {
      ...columns(
        payouts,
        'id',
        'source',
        'amountCents',
        'currency',
        'status',
        'bookedOn',
        'returnedOn',
        'returnReason',
      ),
      ending: payouts.iban,
      orderedAt: required(payoutRuns.decidedAt),
    },
  },
  `SELECT o.id, o.source, o.amount_cents AS amountCents, o.currency, o.status, o.booked_on AS bookedOn, o.returned_on AS returnedOn,
          o.return_reason AS returnReason, substr(o.iban, -4) AS ending, r.decided_at AS orderedAt
   FROM payouts o JOIN payout_runs r ON r.id = o.run_id
   WHERE o.company_id = :company AND o.status IN ('ordered', 'booked', 'returned') ORDER BY o.id DESC LIMIT ${pageSize}`,
)

/** The latest payments to the company that were ordered, with the end of the IBAN alone. */
export const listPayouts = (ctx: CompanyContext) =>
  ofCompany.all(ctx.db, { company: companyInScope(ctx, 'escrow.read') })

export type CompanyPayout = RowOf<typeof ofCompany>
