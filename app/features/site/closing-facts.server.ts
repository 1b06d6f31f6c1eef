import type { StepFacts } from '#app/features/contract-steps/contract-step.ts'
import { daysAfter } from '#app/features/contracts/closing-terms.ts'
import { finalAccountName } from '#app/features/final-accounts/final-account.ts'
import { handoverName, isTakenOver } from '#app/features/handover/handover.ts'
import { demandedUntil, lackOf, standingOf } from '#app/features/securities/security.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, integer, list } from '#db/fields.server.ts'
import { contractSecurities, contractSecurityTerms, contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { finalAccountSignatures, finalAccounts } from '#db/schema/final-accounts.ts'
import { handoverDefects, handoverParts, handoverSignatures, handovers } from '#db/schema/handover.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const closing = sql(
  {
    params: { contracts: list(contracts.id) },
    row: {
      ...columns(contracts, 'id', 'status', 'handoverDue', 'warrantyMonths'),
      extensionDays: integer,
      hasLapsed: boolean,
      handovers: list(columns(handovers, 'id', 'number', 'status', 'result', 'heldOn', 'isPart', 'writtenBy')),
      handoverSignatures: list(columns(handoverSignatures, 'handoverId', 'party')),
      defects: list(columns(handoverDefects, 'handoverId', 'responsible', 'status', 'dueOn')),
      parts: list(columns(handoverParts, 'handoverId', 'milestoneId')),
      milestones: list(columns(milestones, 'id', 'status')),
      terms: list(columns(contractSecurityTerms, 'purpose', 'amountCents', 'kind', 'months')),
      securities: list(columns(contractSecurities, 'id', 'purpose', 'kind', 'amountCents', 'validUntil', 'status')),
      accounts: list(columns(finalAccounts, 'id', 'number', 'status', 'writtenBy')),
      accountSignatures: list(columns(finalAccountSignatures, 'finalAccountId', 'party')),
    },
  },
  `SELECT c.id, c.status, c.handover_due AS handoverDue, c.warranty_months AS warrantyMonths,
     (SELECT coalesce(sum(o.extension_days), 0) FROM change_orders o
      WHERE o.contract_id = c.id AND o.status = 'accepted' AND o.extension_milestone_id IS NULL) AS extensionDays,
     EXISTS (SELECT 1 FROM change_orders o WHERE o.contract_id = c.id AND o.status = 'lapsed') AS hasLapsed,
     (SELECT json_group_array(json_object('id', h.id, 'number', h.number, 'status', h.status, 'result', h.result, 'heldOn', h.held_on,
        'isPart', h.is_part, 'writtenBy', h.written_by) ORDER BY h.number) FROM handovers h WHERE h.contract_id = c.id) AS handovers,
     (SELECT json_group_array(json_object('handoverId', g.handover_id, 'party', g.party))
      FROM handovers h JOIN handover_signatures g ON g.handover_id = h.id WHERE h.contract_id = c.id) AS handoverSignatures,
     (SELECT json_group_array(json_object('handoverId', d.handover_id, 'responsible', d.responsible, 'status', d.status, 'dueOn', d.due_on))
      FROM handovers h JOIN handover_defects d ON d.handover_id = h.id
      WHERE h.contract_id = c.id AND h.status = 'signed' AND d.status <> 'accepted') AS defects,
     (SELECT json_group_array(json_object('handoverId', p.handover_id, 'milestoneId', p.milestone_id))
      FROM handovers h JOIN handover_parts p ON p.handover_id = h.id WHERE h.contract_id = c.id) AS parts,
     (SELECT json_group_array(json_object('id', m.id, 'status', m.status)) FROM contract_milestones m WHERE m.contract_id = c.id) AS milestones,
     (SELECT json_group_array(json_object('purpose', t.purpose, 'amountCents', t.amount_cents, 'kind', t.kind, 'months', t.months))
      FROM contract_security_terms t WHERE t.contract_id = c.id) AS terms,
     (SELECT json_group_array(json_object('id', s.id, 'purpose', s.purpose, 'kind', s.kind, 'amountCents', s.amount_cents,
        'validUntil', s.valid_until, 'status', s.status) ORDER BY s.id) FROM contract_securities s WHERE s.contract_id = c.id) AS securities,
     (SELECT json_group_array(json_object('id', f.id, 'number', f.number, 'status', f.status, 'writtenBy', f.written_by) ORDER BY f.number)
      FROM final_accounts f WHERE f.contract_id = c.id) AS accounts,
     (SELECT json_group_array(json_object('finalAccountId', g.final_account_id, 'party', g.party))
      FROM final_accounts f JOIN final_account_signatures g ON g.final_account_id = f.id WHERE f.contract_id = c.id) AS accountSignatures
   FROM json_each(:contracts) asked CROSS JOIN contracts c ON c.id = asked.value`,
)
type Row = RowOf<typeof closing>

export type ClosingFacts = Pick<StepFacts, 'handover' | 'securities' | 'finalAccount'>

/**
 * What the steps of running and completed contracts follow from, beside their milestones, by contract: in one statement, for as many as are
 * asked. `today` is `YYYY-MM-DD`. Calling a handover is no part of it. Checks no right: the caller has.
 */
export function closingFactsOf(db: Database, ids: readonly string[], today: string): Map<string, ClosingFacts> {
  return new Map(closing.all(db, { contracts: ids }).map((row) => [row.id, factsOf(row, today)]))
}

function factsOf(row: Row, today: string): ClosingFacts {
  const takenOver = takenOverDay(row)
  const account = row.accounts.at(-1)
  return {
    handover: { mayCall: false, isTakenOver: takenOver !== null, standing: standingHandovers(row) },
    securities: securitiesOf(row, takenOver, today),
    finalAccount: {
      isAsked:
        !account &&
        (takenOver !== null || (row.hasLapsed && row.status === 'completed' && partsTaken(row).length === 0)),
      account: account
        ? {
            ...{ name: finalAccountName(account.number), status: account.status, writtenBy: account.writtenBy },
            signatures: row.accountSignatures.filter(({ finalAccountId }) => finalAccountId === account.id),
          }
        : null,
    },
  }
}

const isTaken = ({ status, result }: Row['handovers'][number]) => status === 'signed' && isTakenOver(result)

/** The milestones that handovers of parts have taken over, with the day. */
const partsTaken = ({ handovers, parts }: Row) =>
  handovers
    .filter((one) => one.isPart && isTaken(one))
    .flatMap(({ id, heldOn }) =>
      parts
        .filter(({ handoverId }) => handoverId === id)
        .flatMap(({ milestoneId }) => (heldOn === null ? [] : [{ milestoneId, heldOn }])),
    )

/** As `takenOverOn` says of one contract. */
function takenOverDay(row: Row): string | null {
  const whole = row.handovers.find((one) => !one.isPart && isTaken(one))
  if (whole) return whole.heldOn
  const parts = partsTaken(row)
  const taken = new Set(parts.map(({ milestoneId }) => milestoneId))
  const isAll = taken.size > 0 && row.milestones.every(({ id, status }) => status === 'refunded' || taken.has(id))
  return isAll
    ? (parts
        .map(({ heldOn }) => heldOn)
        .sort()
        .at(-1) ?? null)
    : null
}

const standingHandovers = ({ handovers, handoverSignatures: signatures, defects }: Row) =>
  handovers
    .filter(({ status }) => status !== 'returned')
    .map(({ id, number, status, writtenBy }) => ({
      ...{ name: handoverName(number), number, status, writtenBy, isLatest: id === handovers.at(-1)?.id },
      signatures: signatures.filter(({ handoverId }) => handoverId === id),
      defects: defects.filter(({ handoverId }) => handoverId === id),
    }))

/** As `getSecurities` says of one contract. */
function securitiesOf(row: Row, takenOver: string | null, today: string): ClosingFacts['securities'] {
  const { handoverDue, warrantyMonths } = row
  const handoverOn = takenOver ?? (handoverDue && daysAfter(handoverDue, row.extensionDays))
  const securities = row.securities.map((one) => ({ ...one, standing: standingOf(one, today) }))
  const demanded = row.terms.map((term) => {
    const until = demandedUntil(term, handoverOn, warrantyMonths)
    const own = securities.filter(({ purpose }) => purpose === term.purpose)
    const isOver = takenOver !== null && until !== null && until < today
    const isDone = isOver || own.some(({ status }) => status === 'returned')
    return { ...term, until, isOver, lack: isDone ? null : lackOf(term, own, until).lack }
  })
  return { terms: { handoverDue, warrantyMonths }, demanded, securities }
}
