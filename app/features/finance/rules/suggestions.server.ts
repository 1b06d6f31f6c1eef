import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import type { Split } from '#app/features/finance/splits.ts'
import { listSplitsOf, type Transaction } from '#app/features/finance/transactions.server.ts'
import { boolean, columns, integer } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialTransactions } from '#db/schema/finance.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { areSameSplits, firstFit, fitsRule, type RuleConditions, type RulePart, splitsByRule } from './booking-rule.ts'
import { type BookingRule, listRules, rulesInUse } from './rules.server.ts'

/** Drafts that are looked at for suggestions, and rows for the test of a rule, the newest of each. */
export const mostDrafts = 500
export const mostTested = 1000
const mostShown = 50

const row = {
  ...columns(
    financialTransactions,
    'id',
    'status',
    'day',
    'amountCents',
    'currency',
    'counterparty',
    'counterpartyIban',
  ),
  ...columns(financialTransactions, 'text', 'reference', 'ruleId', 'updatedAt'),
  /** Belongs to an invoice, or a person has said what it is for. */
  isTaken: boolean,
}
const selected = `t.id, t.status, t.day, t.amount_cents AS amountCents, t.currency, t.counterparty, t.counterparty_iban AS counterpartyIban, t.text,
  t.reference, t.rule_id AS ruleId, t.updated_at AS updatedAt,
  t.invoice_id IS NOT NULL OR EXISTS (SELECT 1 FROM received_invoice_payments q WHERE q.transaction_id = t.id)
    OR (t.rule_id IS NULL AND EXISTS (SELECT 1 FROM financial_splits s WHERE s.transaction_id = t.id)) AS isTaken`

const drafts = sql(
  { params: { company: companies.id, limit: integer }, row },
  `SELECT ${selected} FROM financial_transactions t INDEXED BY financial_transactions_drafts
   WHERE t.company_id = :company AND t.status = 'draft' ORDER BY t.day DESC, t.id DESC LIMIT :limit`,
)
const newest = sql(
  { params: { company: companies.id, limit: integer }, row },
  `SELECT ${selected} FROM financial_transactions t INDEXED BY financial_transactions_company
   WHERE t.company_id = :company ORDER BY t.day DESC, t.id DESC LIMIT :limit`,
)

export type RuledRow = RowOf<typeof drafts>
export type Suggestion = {
  row: RuledRow
  rule: { id: string; name: string; updatedAt: number }
  splits: Split[]
  /** A draft that the rule has categorized before it was changed. */
  isChange: boolean
}

const named = ({ id, name, updatedAt }: BookingRule) => ({ id, name, updatedAt })

/** What the rules say of drafts that nobody has said the purpose of, and of drafts that a rule categorized before it was changed. */
export function listSuggestions(ctx: CompanyContext): Suggestion[] {
  const rules = rulesInUse(listRules(ctx))
  if (rules.length === 0) return []
  const rows = drafts
    .all(ctx.db, { company: companyInScope(ctx, 'financials.read'), limit: mostDrafts })
    .filter(({ isTaken }) => !isTaken)
  const splitsOf = listSplitsOf(
    ctx,
    rows.flatMap(({ id, ruleId }) => (ruleId === null ? [] : [id])),
  )
  return rows.flatMap((of) => {
    const fit = firstFit(rules, of)
    const isChange = of.ruleId !== null
    if (!fit || (isChange && (fit.rule.id !== of.ruleId || areSameSplits(splitsOf.get(of.id) ?? [], fit.splits))))
      return []
    return { row: of, rule: named(fit.rule), splits: fit.splits, isChange }
  })
}

/** What the rules suggest for these rows of a list, by row. */
export function suggestFor(
  ctx: CompanyContext,
  rows: readonly Transaction[],
): Record<string, Pick<Suggestion, 'rule' | 'splits'>> {
  const open = rows.filter(
    ({ status, splits, invoiceId, receivedInvoiceId }) =>
      status === 'draft' && splits.length === 0 && !invoiceId && !receivedInvoiceId,
  )
  const rules = open.length > 0 ? rulesInUse(listRules(ctx)) : []
  return Object.fromEntries(
    open.flatMap((of) => {
      const fit = firstFit(rules, of)
      return fit ? [[of.id, { rule: named(fit.rule), splits: fit.splits }]] : []
    }),
  )
}

/** `categorizes`: would be for what the rule says; `earlier`: another rule comes first; `kept`: is posted, or has its purpose already. */
export type TestedState = 'categorizes' | 'earlier' | 'kept'
export type TestedRow = { row: RuledRow; state: TestedState; earlier: string | null; splits: Split[] }

/**
 * What a rule that may not be stored would do: the newest rows that fit it, each with what would become of it. `id` is the stored rule that it
 * would replace, at whose place it stands; a new one comes last.
 */
export function testRule(
  ctx: CompanyContext,
  asked: RuleConditions & { id: string | null; parts: readonly RulePart[] },
): { looked: number; fits: number; rows: TestedRow[] } {
  const all = rulesInUse(listRules(ctx))
  const place = all.findIndex(({ id }) => id === asked.id)
  const before = place < 0 ? all : all.slice(0, place)
  const rows = newest.all(ctx.db, { company: companyInScope(ctx, 'financials.read'), limit: mostTested })
  const fitting = rows.flatMap((of) => {
    const splits = fitsRule(asked, of) ? splitsByRule(asked.parts, of) : null
    return splits ? { row: of, splits } : []
  })
  const shown = fitting.slice(0, mostShown).map(({ row: of, splits }): TestedRow => {
    const isKept = of.status !== 'draft' || of.isTaken || (of.ruleId !== null && of.ruleId !== asked.id)
    const earlier = isKept ? null : firstFit(before, of)
    return {
      row: of,
      splits,
      earlier: earlier?.rule.name ?? null,
      state: isKept ? 'kept' : earlier ? 'earlier' : 'categorizes',
    }
  })
  return { looked: rows.length, fits: fitting.length, rows: shown }
}
