import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrderSignatures, changeOrders, milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import { changeOrderText } from './change-order-text.server.ts'

const pageSize = 200

/**
 * Milestones whose amounts are not the signed ones and what accepted changes add up to. The VAT of one that is reduced is its net times its
 * rate, rounded once; in one that was paid in before 2026-11-23, the sum of what each change order rounded to.
 */
const strayMilestones = sql(
  { params: {}, row: columns(milestones, 'id') },
  `SELECT m.id FROM contract_milestones m
   JOIN (SELECT s.id, coalesce(sum(o.net_cents), 0) AS net, coalesce(sum(o.vat_cents), 0) AS vat
         FROM contract_milestones s LEFT JOIN change_orders o ON o.milestone_id = s.id AND o.status = 'accepted' GROUP BY s.id) a
     ON a.id = m.id
   WHERE m.agreed_net_cents <> a.net
     OR (m.agreed_vat_cents <> a.vat AND (a.net = 0 OR m.vat_cents <> (m.net_cents * m.vat_rate_bp + 5000) / 10000))
     OR (m.change_order_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM change_orders o WHERE o.id = m.change_order_id AND o.status = 'accepted' AND o.contract_id = m.contract_id
         AND o.net_cents = m.net_cents - m.agreed_net_cents AND o.vat_cents = m.vat_cents - m.agreed_vat_cents
         AND o.gross_cents = m.amount_cents - m.agreed_net_cents - m.agreed_vat_cents))`,
)

/** Milestones whose due date is not the signed one with what accepted changes have moved it by. */
const strayDays = sql(
  { params: {}, row: columns(milestones, 'id') },
  `SELECT m.id FROM contract_milestones m LEFT JOIN (
     SELECT x.milestone_id, sum(o.extension_days) AS days FROM milestone_extensions x
     JOIN change_orders o ON o.id = x.change_order_id AND o.status = 'accepted' GROUP BY x.milestone_id) e ON e.milestone_id = m.id
   WHERE m.extended_due_date IS NOT date(m.due_date, '+' || e.days || ' days')`,
)

/** Accepted additions without their milestone, and accepted changes without the signatures of both parties. */
const unfulfilled = sql(
  { params: {}, row: columns(changeOrders, 'id') },
  `SELECT o.id FROM change_orders o WHERE o.status = 'accepted' AND (
     (o.net_cents > 0 AND NOT EXISTS (SELECT 1 FROM contract_milestones WHERE change_order_id = o.id))
     OR (SELECT count(DISTINCT party) FROM change_order_signatures
         WHERE change_order_id = o.id AND document_hash = o.document_hash) <> 2)`,
)

/**
 * Compares every change order that was proposed with its frozen text, its hash and its signatures, and the milestones with what was agreed.
 * Returns how many there are, and what differs.
 */
export function verifyChangeOrders(db: Database): { changeOrders: number; findings: string[] } {
  const findings: string[] = []
  let count = 0
  for (let after = ''; ; ) {
    const page = db
      .select({ change: changeOrders, contract: contracts })
      .from(changeOrders)
      .innerJoin(contracts, eq(contracts.id, changeOrders.contractId))
      .where(and(gt(changeOrders.id, after), isNotNull(changeOrders.documentText)))
      .orderBy(asc(changeOrders.id))
      .limit(pageSize)
      .all()
    for (const { change, contract } of page) {
      count += 1
      const name = `${changeOrderName(change.number)} of contract ${contract.number}`
      if (sha256(change.documentText ?? '') !== change.documentHash)
        findings.push(`the text of ${name} does not match its hash`)
      else if (changeOrderText(db, contract, change).text !== change.documentText)
        findings.push(`the rows of ${name} do not match its text`)
      const signed = db.select().from(changeOrderSignatures).where(eq(changeOrderSignatures.changeOrderId, change.id))
      for (const signature of signed.all())
        if (sha256(signatureRecord(signature)) !== signature.recordHash)
          findings.push(`a signature of ${name} does not match its record`)
    }
    after = page.at(-1)?.change.id ?? ''
    if (page.length < pageSize) break
  }
  for (const { id } of strayMilestones.all(db)) findings.push(`milestone ${id} does not match its change orders`)
  for (const { id } of strayDays.all(db))
    findings.push(`the due date of milestone ${id} does not match its change orders`)
  for (const { id } of unfulfilled.all(db)) findings.push(`change order ${id} was accepted without what it takes`)
  return { changeOrders: count, findings }
}
