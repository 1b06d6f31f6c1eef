import type { CompanyContext } from '#app/features/accounts/context.ts'
import { forbidden, type Message } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { integer, nullable } from '#db/fields.server.ts'
import { companies, companyMandates, companyMembers, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { type Power, powers } from '#db/vocabulary/accounts.ts'
import { type Mandate, mandateOf, mandateRefusal, type Stake } from './mandate.ts'

const stored = sql(
  {
    params: { company: companies.id, user: users.id },
    row: {
      role: companyMembers.role,
      ...{ power: nullable(companyMandates.power), limitCents: companyMandates.limitCents },
    },
  },
  `SELECT m.role, x.power, x.limit_cents AS limitCents FROM company_members m
   LEFT JOIN company_mandates x ON x.company_id = m.company_id AND x.user_id = m.user_id
   WHERE m.company_id = :company AND m.user_id = :user`,
)

export type Mandates = Record<Power, Mandate>

/** The mandates of somebody in the actor's company; null for people outside it. */
export function getMandates(db: Database | Transaction, companyId: string, userId: string): Mandates | null {
  const rows = stored.all(db, { company: companyId, user: userId })
  const [first] = rows
  if (!first) return null
  const of = (power: Power) => mandateOf(first.role, rows.find((row) => row.power === power) ?? null)
  return Object.fromEntries(powers.map((power) => [power, of(power)])) as Mandates
}

/** Why the actor may not bind their company to this, as a message for them; null if they may. */
export function refusalOfMandate(
  db: Database | Transaction,
  ctx: CompanyContext,
  power: Power,
  stake: Stake,
): Message | null {
  const mandates = getMandates(db, ctx.company.id, ctx.actor.id)
  const mandate = mandates ? mandates[power] : 0
  const refused = mandateRefusal(mandate, stake)
  if (refused === null) return null
  if (refused !== 'aboveLimit') return { key: `team:mandate.refused.${refused}` }
  return { key: 'team:mandate.refused.aboveLimit', params: { amountCents: mandate ?? 0, currency: 'EUR' } }
}

/**
 * Checks that the actor may bind their company to this much, now: not as when they logged in. Part of a verb, inside its
 * transaction.
 * @throws AppError forbidden, with what the mandate is
 */
export function requireMandate(tx: Transaction, ctx: CompanyContext, power: Power, stake: Stake): void {
  const refused = refusalOfMandate(tx, ctx, power, stake)
  if (refused) throw forbidden(refused.key, refused.params ? { params: refused.params } : undefined)
}

const incoming = sql(
  { params: { company: companies.id }, row: { euroCents: integer, others: integer } },
  `SELECT coalesce(sum(cents) FILTER (WHERE currency = 'EUR'), 0) AS euroCents, count(*) FILTER (WHERE currency <> 'EUR') AS others
   FROM (SELECT (SELECT sum(amount_cents) FROM contract_milestones WHERE contract_id = contracts.id) AS cents, currency
         FROM contracts WHERE provider_company_id = :company AND status = 'active'
         UNION ALL
         SELECT gross_cents - paid_cents - credited_cents, currency FROM invoices
         WHERE company_id = :company AND contract_id IS NULL AND kind = 'invoice' AND status IN ('issued', 'sent', 'partly_paid'))`,
)

/**
 * What a company's bank account is there to receive: its running contracts as the provider, and what is open of its invoices
 * without a contract. It counts rows of features above this one, because the account belongs to the company's settings.
 */
export function bankStake(db: Database | Transaction, companyId: string): Stake {
  const { euroCents, others } = incoming.one(db, { company: companyId })
  return { amountCents: euroCents, currency: others > 0 ? 'other' : 'EUR' }
}
