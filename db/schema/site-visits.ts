import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from './accounts.ts'
import { flag, id, time } from './columns.ts'
import { projects } from './projects.ts'

/** The dates on which possible bidders can see the site. A part of the tender set: triggers keep them between addenda. */
export const siteVisits = sqliteTable(
  'site_visits',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** 1, 2, … per project, in the order in which they were added. */
    number: integer('number').notNull(),
    startsAt: time('starts_at').notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    place: text('place').notNull(),
    meetingPoint: text('meeting_point').notNull(),
    signUpUntil: time('sign_up_until').notNull(),
    /** How many people it takes; null without a limit. */
    maxPeople: integer('max_people'),
    /** Whether bids are made only after a visit (Directive 2014/24/EU, article 47(2)). */
    isMandatory: flag('is_mandatory').notNull(),
    cancelledAt: time('cancelled_at'),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('site_visits_number').on(t.projectId, t.number),
    check('site_visits_duration', sql`${t.durationMinutes} > 0`),
    check('site_visits_people', sql`${t.maxPeople} is null or ${t.maxPeople} > 0`),
  ],
)

/** Which companies come to a visit, with how many people. Shown to nobody but the company itself (PROJ-22). */
export const visitSignUps = sqliteTable(
  'visit_sign_ups',
  {
    id: id(),
    visitId: text('visit_id')
      .notNull()
      .references(() => siteVisits.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    people: integer('people').notNull(),
    signedUpBy: text('signed_up_by')
      .notNull()
      .references(() => users.id),
    signedUpAt: time('signed_up_at').notNull(),
    withdrawnAt: time('withdrawn_at'),
  },
  (t) => [
    uniqueIndex('visit_sign_ups_company').on(t.visitId, t.companyId),
    check('visit_sign_ups_people', sql`${t.people} > 0`),
  ],
)

/** What was shown and said on a visit, as everybody reads it. */
export const visitMinutes = sqliteTable(
  'visit_minutes',
  {
    id: id(),
    visitId: text('visit_id')
      .notNull()
      .references(() => siteVisits.id),
    text: text('text').notNull(),
    publishedBy: text('published_by')
      .notNull()
      .references(() => users.id),
    publishedAt: time('published_at').notNull(),
  },
  (t) => [uniqueIndex('visit_minutes_visit').on(t.visitId)],
)

/** The companies that follow an open project. Shown to nobody but the company itself, and never counted (PROJ-23). */
export const projectFollows = sqliteTable(
  'project_follows',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    followedBy: text('followed_by')
      .notNull()
      .references(() => users.id),
    followedAt: time('followed_at').notNull(),
    /** The bid deadline of which the company was reminded last. */
    remindedOf: time('reminded_of'),
  },
  (t) => [
    uniqueIndex('project_follows_company').on(t.projectId, t.companyId),
    index('project_follows_followed').on(t.companyId, t.id),
  ],
)
