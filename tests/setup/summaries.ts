import type { Database } from '#db/client.server.ts'

const open = `i.kind = 'invoice' AND i.status IN ('issued', 'sent', 'partly_paid')
  AND i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents > 0`
const openTotals = (company: string, direction: string) => `
  SELECT i.${company}, '${direction}', i.currency, i.due_date, count(*),
         sum(i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents)
  FROM invoices i WHERE i.${company} IS NOT NULL AND i.due_date IS NOT NULL AND ${open} GROUP BY 1, 3, 4`
const undelivered = (company: string) => `
  SELECT m.id, c.${company}, coalesce(m.extended_due_date, m.due_date) FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id
  WHERE c.status = 'active' AND m.due_date IS NOT NULL AND m.status IN ('planned', 'funded', 'changes_requested')`
const undeliveredStates = `'planned', 'funded', 'changes_requested'`
const contractTotals = (party: string) => `
  SELECT c.${party}_company_id, '${party}', c.currency, sum(m.amount_cents),
         coalesce(sum(m.amount_cents) FILTER (WHERE m.status IN (${undeliveredStates})), 0)
  FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id WHERE c.status = 'active' GROUP BY 1, 3`
const escrowTotals = (party: string) => `
  SELECT c.${party}_company_id, '${party}', p.currency, -coalesce(sum(e.amount_cents) FILTER (WHERE a.kind IN ('escrow_held', 'retention_held')), 0),
         -coalesce(sum(e.amount_cents) FILTER (WHERE a.kind IN ('provider_payable', 'platform_fee')
           AND p.kind IN ('release', 'retention_release', 'resolution', 'retention_resolution')), 0)
  FROM ledger_postings p JOIN contracts c ON c.id = p.contract_id JOIN ledger_entries e ON e.posting_id = p.id
  JOIN ledger_accounts a ON a.id = e.account_id GROUP BY 1, 3`

/** Each summary as it is kept, and as a count of its sources. */
const summaries: Record<string, { kept: string; counted: string }> = {
  company_counts: {
    kept: 'SELECT company_id, subject, status, count FROM company_counts WHERE count <> 0',
    counted: `SELECT company_id, 'project', status, count(*) FROM projects GROUP BY 1, 3
      UNION ALL SELECT company_id, 'bid', status, count(*) FROM bids GROUP BY 1, 3
      UNION ALL SELECT client_company_id, 'contract_as_client', status, count(*) FROM contracts GROUP BY 1, 3
      UNION ALL SELECT provider_company_id, 'contract_as_provider', status, count(*) FROM contracts GROUP BY 1, 3
      UNION ALL SELECT p.company_id, 'received_bid', b.status, count(*) FROM bids b JOIN projects p ON p.id = b.project_id
        WHERE p.status = 'evaluating' AND p.bids_opened_at IS NOT NULL AND b.status IN ('opened', 'shortlisted') GROUP BY 1, 3`,
  },
  company_revenue: {
    kept: 'SELECT company_id, currency, invoices, cents FROM company_revenue WHERE invoices <> 0 OR cents <> 0',
    counted: `SELECT company_id, currency, count(*), sum(min(paid_cents, gross_cents - credited_cents)) FROM invoices
      WHERE kind = 'invoice' AND paid_cents > 0 GROUP BY 1, 2`,
  },
  open_invoice_totals: {
    kept: 'SELECT company_id, direction, currency, due_date, invoices, cents FROM open_invoice_totals',
    counted: `${openTotals('company_id', 'issued')} UNION ALL ${openTotals('buyer_company_id', 'received')}`,
  },
  contract_totals: {
    kept: `SELECT company_id, party, currency, committed_cents, undelivered_cents FROM contract_totals
      WHERE committed_cents <> 0 OR undelivered_cents <> 0`,
    counted: `${contractTotals('client')} UNION ALL ${contractTotals('provider')}`,
  },
  escrow_totals: {
    kept: 'SELECT company_id, party, currency, held_cents, released_cents FROM escrow_totals',
    counted: `${escrowTotals('client')} UNION ALL ${escrowTotals('provider')}`,
  },
  bid_deadlines: {
    kept: 'SELECT bid_id, company_id, at, is_unconfirmed FROM bid_deadlines',
    counted: `SELECT b.id, b.company_id, p.bid_deadline, b.status = 'submitted' AND b.project_version < p.version FROM bids b JOIN projects p ON p.id = b.project_id
      WHERE b.status IN ('draft', 'submitted') AND p.status = 'open'`,
  },
  open_questions: {
    kept: 'SELECT question_id, company_id, project_id FROM open_questions',
    counted: `SELECT q.id, p.company_id, p.id FROM tender_questions q JOIN projects p ON p.id = q.project_id
      WHERE p.status = 'open' AND NOT EXISTS (SELECT 1 FROM tender_answers a WHERE a.question_id = q.id)`,
  },
  released_milestones: {
    kept: 'SELECT milestone_id, company_id, closed_at FROM released_milestones',
    counted: `SELECT m.id, c.provider_company_id, m.closed_at
      FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id WHERE m.status IN ('released', 'resolved')`,
  },
  milestone_deadlines: {
    kept: 'SELECT milestone_id, company_id, due_date FROM milestone_deadlines',
    counted: `${undelivered('client_company_id')} UNION ${undelivered('provider_company_id')}`,
  },
}

/** The rows by which the summaries of a database differ from what they summarise; empty if they are right. */
export function summaryDifferences(db: Database): string[] {
  return Object.entries(summaries).flatMap(([table, { kept, counted }]) => {
    const rows = (sql: string) =>
      new Set(
        db.$client
          .prepare(sql)
          .raw()
          .all()
          .map((row) => JSON.stringify(row)),
      )
    const [found, expected] = [rows(kept), rows(counted)]
    return [
      ...[...found].filter((row) => !expected.has(row)).map((row) => `${table} has ${row}`),
      ...[...expected].filter((row) => !found.has(row)).map((row) => `${table} lacks ${row}`),
    ]
  })
}
