import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { listOwnCategories, listTaggedProjects } from '#app/features/finance/tags.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, list } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bookingRuleParts, bookingRules } from '#db/schema/finance.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { RulePart } from './booking-rule.ts'

const rules = sql(
  {
    params: { company: companies.id },
    row: {
      ...columns(
        bookingRules,
        'id',
        'position',
        'name',
        'mode',
        'textContains',
        'counterpartyContains',
        'counterpartyIban',
      ),
      ...columns(bookingRules, 'direction', 'currency', 'minCents', 'maxCents', 'offAt', 'updatedAt'),
      used: integer,
    },
  },
  `SELECT r.id, r.position, r.name, r.mode, r.text_contains AS textContains, r.counterparty_contains AS counterpartyContains,
          r.counterparty_iban AS counterpartyIban, r.direction, r.currency, r.min_cents AS minCents, r.max_cents AS maxCents, r.off_at AS offAt,
          r.updated_at AS updatedAt,
          (SELECT count(*) FROM financial_transactions t INDEXED BY financial_transactions_rule WHERE t.rule_id = r.id) AS used
   FROM booking_rules r INDEXED BY booking_rules_company WHERE r.company_id = :company ORDER BY r.position, r.id`,
)

const parts = sql(
  {
    params: { ids: list(bookingRules.id) },
    row: columns(bookingRuleParts, 'ruleId', 'position', 'category', 'ownCategoryId', 'projectId', 'vat', 'shareBp'),
  },
  `SELECT p.rule_id AS ruleId, p.position, p.category, p.own_category_id AS ownCategoryId, p.project_id AS projectId, p.vat, p.share_bp AS shareBp
   FROM json_each(:ids) asked CROSS JOIN booking_rule_parts p INDEXED BY booking_rule_parts_position ON p.rule_id = asked.value
   ORDER BY asked.key, p.position`,
)

export type BookingRule = RowOf<typeof rules> & {
  parts: (RulePart & { position: number })[]
  /** Whether its projects are open to the reader and its categories in use; otherwise it does nothing. */
  isUsable: boolean
}

/** The company's rules in their order, those that are off among them. */
export function listRules(ctx: CompanyContext, db: Database | Transaction = ctx.db): BookingRule[] {
  const found = rules.all(db, { company: companyInScope(ctx, 'financials.read') })
  const byRule = new Map<string, BookingRule['parts']>(found.map(({ id }) => [id, []]))
  const all = parts.all(db, { ids: found.map(({ id }) => id) })
  for (const { ruleId, ...part } of all) byRule.get(ruleId)?.push(part)
  const projects = all.some(({ projectId }) => projectId) ? listTaggedProjects(ctx, db) : []
  const open = new Set(projects.map(({ id }) => id))
  const own = all.some(({ ownCategoryId }) => ownCategoryId) ? listOwnCategories(ctx, db) : []
  const inUse = new Set(own.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id))
  return found.map((rule) => {
    const of = byRule.get(rule.id) ?? []
    const isUsable = of.every(
      ({ projectId, ownCategoryId }) =>
        (projectId === null || open.has(projectId)) && (ownCategoryId === null || inUse.has(ownCategoryId)),
    )
    return { ...rule, parts: of, isUsable }
  })
}

/** The rules that decide, in their order. */
export const rulesInUse = (all: readonly BookingRule[]): BookingRule[] =>
  all.filter(({ offAt, isUsable }) => offAt === null && isUsable)

/** One rule of the company, or null. */
export const getRule = (ctx: CompanyContext, id: string): BookingRule | null =>
  listRules(ctx).find((rule) => rule.id === id) ?? null
