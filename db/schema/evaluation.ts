import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { priceFormulas } from '#db/vocabulary/evaluation.ts'
import { users } from './accounts.ts'
import { bids } from './bids.ts'
import { cents, id, time } from './columns.ts'
import { projects } from './projects.ts'

const project = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id)

/** How the best price-quality ratio of a project is found; without a row the lowest price wins (BID-10). */
export const awardTerms = sqliteTable(
  'award_terms',
  {
    id: id(),
    projectId: project(),
    /** What the price counts, in basis points; the criteria have the rest of 10,000. */
    priceWeightBp: integer('price_weight_bp').notNull(),
    /** The highest points of a criterion and of the price, one of `pointScales`. */
    maxPoints: integer('max_points').notNull(),
    priceFormula: text('price_formula', { enum: priceFormulas }).notNull(),
    /** The price from which on there are no points, of the formula `linear`. */
    ceilingCents: cents('ceiling_cents'),
  },
  (t) => [
    uniqueIndex('award_terms_project').on(t.projectId),
    check('award_terms_ceiling', sql`(${t.priceFormula} = 'linear') = (${t.ceilingCents} is not null)`),
  ],
)

/** The criteria of quality by which bids are scored. */
export const awardCriteria = sqliteTable(
  'award_criteria',
  {
    id: id(),
    projectId: project(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** What earns points. */
    description: text('description').notNull(),
    weightBp: integer('weight_bp').notNull(),
  },
  (t) => [uniqueIndex('award_criteria_position').on(t.projectId, t.position)],
)

/** What a bid must meet to be awarded at all. */
export const minimumRequirements = sqliteTable(
  'minimum_requirements',
  {
    id: id(),
    projectId: project(),
    position: integer('position').notNull(),
    text: text('text').notNull(),
  },
  (t) => [uniqueIndex('minimum_requirements_position').on(t.projectId, t.position)],
)

/**
 * Who scores the bids of a project (BID-11). Triggers keep these rows and their scores once an award was made, and the scores of whoever
 * has submitted them.
 */
export const evaluators = sqliteTable(
  'evaluators',
  {
    id: id(),
    projectId: project(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    namedBy: text('named_by')
      .notNull()
      .references(() => users.id),
    namedAt: time('named_at').notNull(),
    /** When they declared that they have no conflict of interest; without it they see no form. */
    declaredAt: time('declared_at'),
    /** When they submitted all their points, for good unless they are reopened. */
    submittedAt: time('submitted_at'),
    /** When the client last reopened them, and why. */
    reopenedAt: time('reopened_at'),
    reopenReason: text('reopen_reason'),
    /** When the client replaced them; their points no longer count. */
    dismissedAt: time('dismissed_at'),
  },
  (t) => [
    uniqueIndex('evaluators_standing').on(t.projectId, t.userId).where(sql`${t.dismissedAt} is null`),
    index('evaluators_user').on(t.userId),
  ],
)

/** The points that an evaluator gives a bid for a criterion, with the reason. */
export const evaluationScores = sqliteTable(
  'evaluation_scores',
  {
    id: id(),
    evaluatorId: text('evaluator_id')
      .notNull()
      .references(() => evaluators.id),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    criterionId: text('criterion_id')
      .notNull()
      .references(() => awardCriteria.id),
    /** Hundredths of a point. */
    pointsCenti: integer('points_centi').notNull(),
    note: text('note').notNull(),
    setAt: time('set_at').notNull(),
  },
  (t) => [
    uniqueIndex('evaluation_scores_once').on(t.evaluatorId, t.bidId, t.criterionId),
    index('evaluation_scores_bid').on(t.bidId),
    index('evaluation_scores_criterion').on(t.criterionId),
  ],
)
