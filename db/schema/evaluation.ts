import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { priceFormulas } from '#db/vocabulary/evaluation.ts'
import { cents, id } from './columns.ts'
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
