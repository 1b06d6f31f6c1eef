import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { verifyDatabase } from '#app/features/chain/verify-database.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { closeDatabase, migrateDatabase, openDatabase, type Sqlite } from '#db/client.server.ts'
import { temporaryFolder } from './built-server.ts'

/** What must be there once a verb has returned, by the id that it named. */
const kept = {
  closeBidding: `SELECT 1 FROM projects p WHERE p.id = ? AND p.status NOT IN ('draft', 'open')
    AND NOT EXISTS (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.status = 'submitted')`,
  awardBid: `SELECT 1 FROM bids b JOIN projects p ON p.id = b.project_id WHERE b.id = ? AND b.status IN ('awarded', 'won') AND p.status IN ('awarded', 'active')`,
  signContract: `SELECT 1 FROM contracts c WHERE c.id = ? AND c.status = 'active' AND (SELECT count(*) FROM contract_signatures s WHERE s.contract_id = c.id) = 2`,
  signChangeOrder: `SELECT 1 FROM change_orders o WHERE o.id = ? AND o.status = 'accepted'`,
  releaseMilestone: `SELECT 1 FROM contract_milestones m WHERE m.id = ? AND m.status = 'released'
    AND EXISTS (SELECT 1 FROM ledger_postings p WHERE p.milestone_id = m.id AND p.kind = 'release')`,
  consentRefund: `SELECT 1 FROM contract_milestones m WHERE m.id = ? AND m.status = 'refunded'
    AND EXISTS (SELECT 1 FROM ledger_postings p WHERE p.milestone_id = m.id AND p.kind = 'refund')`,
  approvePayouts: `SELECT 1 FROM payout_runs r WHERE r.id = ? AND r.status = 'approved'
    AND NOT EXISTS (SELECT 1 FROM payouts o WHERE o.run_id = r.id AND o.status <> 'ordered')`,
  importStatement: `SELECT 1 FROM statement_imports i WHERE i.id = ? AND i.status = 'done'
    AND NOT EXISTS (SELECT 1 FROM statement_rows r WHERE r.import_id = i.id AND r.booked_at IS NULL)`,
  issueInvoice: `SELECT 1 FROM invoices i WHERE i.id = ? AND i.number IS NOT NULL AND i.status <> 'draft'`,
  creditInvoice: `SELECT 1 FROM invoices i WHERE i.id = ? AND i.credited_cents = 1000
    AND EXISTS (SELECT 1 FROM invoices n WHERE n.credited_invoice_id = i.id AND n.number IS NOT NULL)`,
} as const
export type Verb = keyof typeof kept
export const killedVerbs = Object.keys(kept) as Verb[]

/** What no kill may leave behind, of whatever was under way: each finds rows that are half done. */
const halves: Record<string, string> = {
  'bids that are sealed after the opening': `SELECT count(*) FROM bids b JOIN projects p ON p.id = b.project_id WHERE b.status = 'submitted' AND p.status <> 'open'`,
  'awarded projects without an awarded bid': `SELECT count(*) FROM projects p WHERE p.status IN ('awarded', 'active') AND NOT EXISTS
    (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.status IN ('awarded', 'won'))`,
  'contracts in force without two signatures': `SELECT count(*) FROM contracts c WHERE c.status = 'active' AND (SELECT count(*) FROM contract_signatures s WHERE s.contract_id = c.id) <> 2`,
  'milestones released or given back without a posting': `SELECT count(*) FROM contract_milestones m WHERE m.status IN ('released', 'refunded') AND NOT EXISTS
    (SELECT 1 FROM ledger_postings p WHERE p.milestone_id = m.id AND p.kind IN ('release', 'refund'))`,
  'postings of milestones that were not released or given back': `SELECT count(*) FROM ledger_postings p JOIN contract_milestones m ON m.id = p.milestone_id
    WHERE p.kind IN ('release', 'refund') AND m.status NOT IN ('released', 'refunded')`,
  'payments of a run in different states': `SELECT count(*) FROM payout_runs r JOIN payouts o ON o.run_id = r.id WHERE (r.status = 'approved') <> (o.status = 'ordered')`,
  'booked rows without a transfer': `SELECT count(*) FROM statement_rows r WHERE r.booked_at IS NOT NULL AND r.outcome = 'waits' AND NOT EXISTS (SELECT 1 FROM bank_transfers t WHERE t.id = r.transfer_id)`,
  'gaps in the numbers of invoices': `SELECT count(*) FROM (SELECT max(sequence) - count(*) AS gap FROM invoices WHERE sequence IS NOT NULL GROUP BY company_id, year) WHERE gap <> 0`,
  'credits without a credit note': `SELECT count(*) FROM invoices i WHERE i.kind = 'invoice' AND i.credited_cents <> coalesce((SELECT sum(n.gross_cents) FROM invoices n WHERE n.credited_invoice_id = i.id AND n.number IS NOT NULL), 0)`,
}

/**
 * Kills (-9) a program that runs these verbs one after the other, at a random moment after each of them has returned, and finds what is lost or half done: a
 * verb that has returned is in the database, one that has not is there as a whole or not at all.
 */
export async function killVerbs(rounds: number): Promise<{ returned: Map<Verb, number>; problems: string[] }> {
  const returned = new Map<Verb, number>()
  const problems: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const { path: dataDir, remove } = temporaryFolder()
    try {
      const file = join(dataDir, 'groundwork.db')
      const made = openDatabase(file)
      migrateDatabase(made, resolve('db/migrations'))
      closeDatabase(made)
      const acknowledged = await runUntilKilled(dataDir)
      for (const [verb] of acknowledged) returned.set(verb, (returned.get(verb) ?? 0) + 1)
      for (const problem of inspect(file, acknowledged)) problems.push(`round ${round}: ${problem}`)
    } finally {
      remove()
    }
  }
  return { returned, problems }
}

async function runUntilKilled(dataDir: string): Promise<[Verb, string][]> {
  const program = spawn(process.execPath, ['--import', 'tsx', 'tests/setup/verbs-until-killed.ts'], {
    env: { ...process.env, GROUNDWORK_TEST_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit')
  const acknowledged: [Verb, string][] = []
  const seen = new Set<Verb>()
  for await (const line of createInterface(program.stdout)) {
    const [verb, id = ''] = line.split(' ') as [Verb, string]
    acknowledged.push([verb, id])
    const isFirst = seen.size < killedVerbs.length
    seen.add(verb)
    // Not awaited, so that what returns until then is read.
    if (isFirst && seen.size === killedVerbs.length) void wait(Math.random() * 400).then(() => program.kill('SIGKILL'))
  }
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null]
  if (signal !== 'SIGKILL') throw new Error(`the program ended by itself, with ${code}`)
  return acknowledged
}

function inspect(file: string, acknowledged: readonly [Verb, string][]): string[] {
  const db = openDatabase(file)
  const sqlite: Sqlite = db.$client
  const problems: string[] = []
  for (const [verb, id] of acknowledged)
    if (sqlite.prepare(kept[verb]).pluck().get(id) !== 1) problems.push(`${verb} returned, and is not there: ${id}`)
  for (const [what, query] of Object.entries(halves)) {
    const count = sqlite.prepare<[], number>(query).pluck().get() ?? 0
    if (count > 0) problems.push(`${count} ${what}`)
  }
  if (sqlite.pragma('integrity_check', { simple: true }) !== 'ok') problems.push('the file is broken')
  if ((sqlite.pragma('foreign_key_check') as unknown[]).length > 0) problems.push('foreign keys are broken')
  if (verifyAudit(db).brokenAt !== null) problems.push('the audit trail is broken')
  for (const { what } of checkLedger(db).findings) problems.push(`the ledger: ${what}`)
  for (const { findings } of verifyDatabase(db)) problems.push(...findings)
  closeDatabase(db)
  return problems
}
