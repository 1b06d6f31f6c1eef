import { businessDay } from '#app/platform/business-day.ts'
import type { Database } from '#db/client.server.ts'
import { integer, nullable, oneOf, text } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { type Step, stepOf } from './contract-step.ts'

/** What one party, or the admin of a dispute, asked of a party and waits for, besides what follows from the states of the contract and its milestones. */
const askedKinds = [
  'answerTermination',
  'endTermination',
  'answerProposal',
  'stateCase',
  'answerOffer',
  'certifyWork',
  'answerSchedule',
] as const

const asked = sql(
  {
    params: { contract: contracts.id, now: integer, today: text },
    row: {
      kind: oneOf(askedKinds),
      by: oneOf(contractParties),
      subject: nullable(text),
      to: text,
      at: nullable(integer),
      on: nullable(text),
    },
  },
  `WITH mine AS MATERIALIZED (SELECT p.party, c.id, c.status, c.retention_status FROM contracts c
     CROSS JOIN (SELECT 'client' AS party UNION ALL SELECT 'provider') p WHERE c.id = :contract)
   SELECT 'certifyWork' AS kind, mine.party AS "by", m.position || '. ' || m.title AS subject, '/valuations/' || v.id AS "to",
          NULL AS at, NULL AS "on"
   FROM mine CROSS JOIN contract_milestones m ON m.contract_id = mine.id AND m.status IN ('funded', 'changes_requested')
     CROSS JOIN milestone_valuations v INDEXED BY milestone_valuations_claimed ON v.milestone_id = m.id AND v.status = 'claimed'
   WHERE mine.party = 'client' AND mine.status = 'active'
   UNION ALL
   SELECT 'answerSchedule', mine.party, m.position || '. ' || m.title, '/milestones/' || m.id || '/schedule', NULL, NULL
   FROM mine CROSS JOIN contract_milestones m ON m.contract_id = mine.id
     CROSS JOIN value_schedules v INDEXED BY value_schedules_proposed ON v.milestone_id = m.id AND v.status = 'proposed'
   WHERE mine.party = 'client' AND mine.status = 'active'
   UNION ALL
   SELECT 'answerTermination', mine.party, NULL, '/contracts/' || mine.id || '/termination', nullif(t.remedy_until, t.claimed_at), NULL
   FROM mine CROSS JOIN contract_terminations t ON t.contract_id = mine.id AND t.status = 'claimed' AND t.claimant <> mine.party
   WHERE mine.status = 'active'
   UNION ALL
   SELECT 'endTermination', mine.party, NULL, '/contracts/' || mine.id || '/termination', NULL, NULL
   FROM mine CROSS JOIN contract_terminations t ON t.contract_id = mine.id AND t.status IN ('claimed', 'remedied', 'contested')
     AND t.claimant = mine.party AND t.ground <> 'agreement' AND t.remedy_until <= :now
   WHERE mine.status = 'active'
   UNION ALL
   SELECT 'stateCase', mine.party, m.position || '. ' || m.title, '/disputes/' || coalesce(m.id, mine.id), NULL, min(e.answer_by)
   FROM mine CROSS JOIN dispute_entries e ON e.contract_id = mine.id AND e.asked IN ('both', mine.party)
     LEFT JOIN contract_milestones m ON m.id = e.milestone_id
   WHERE coalesce(m.status, mine.retention_status) = 'disputed' AND NOT EXISTS (SELECT 1 FROM dispute_entries a
     WHERE a.contract_id = e.contract_id AND a.milestone_id IS e.milestone_id AND a.id > e.id AND a.kind = 'statement' AND a.party = mine.party)
   GROUP BY mine.party, mine.id, m.id
   UNION ALL
   SELECT 'answerOffer', mine.party, m.position || '. ' || m.title, '/disputes/' || coalesce(m.id, mine.id), NULL, min(o.expires_on)
   FROM mine CROSS JOIN dispute_offers o ON o.contract_id = mine.id AND o.status = 'open' AND o.party <> mine.party AND o.expires_on >= :today
     LEFT JOIN contract_milestones m ON m.id = o.milestone_id
   WHERE coalesce(m.status, mine.retention_status) = 'disputed'
   GROUP BY mine.party, mine.id, m.id
   UNION ALL
   SELECT 'answerProposal', mine.party, NULL, '/contracts/' || mine.id || '/negotiation', NULL, NULL
   FROM mine CROSS JOIN contract_negotiations n ON n.contract_id = mine.id
   WHERE mine.status = 'draft' AND (
     EXISTS (SELECT 1 FROM clause_comments p WHERE p.contract_id = mine.id AND p.status = 'open' AND p.party <> mine.party)
     OR EXISTS (SELECT 1 FROM payment_terms_proposals p WHERE p.contract_id = mine.id AND p.status = 'open' AND p.party <> mine.party))`,
)

/**
 * What the parties of a contract were asked and have not answered: valued work, schedules of values, notices of termination, disputes, and proposals about
 * a draft (CON-24). An offer of settlement that has lapsed waits for nobody, and a notice whose ground cannot be remedied has no day. The same as the
 * dashboard asks of all contracts of a company. Checks no right: the caller has.
 */
export const askedSteps = ({ db, now }: { db: Database; now: number }, contractId: string): Step[] =>
  asked
    .all(db, { contract: contractId, now, today: businessDay(now) })
    .map(({ kind, by, to, subject, at, on }) => stepOf(kind, by, to, { subject, dueAt: at, dueOn: on }))
