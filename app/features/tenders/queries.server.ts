import { and, eq } from 'drizzle-orm'
import type { CompanyContext, Context, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { getProject, type ProjectDetail } from '#app/features/projects/queries.server.ts'
import { listAnswers, listDocuments, listTenderSets, type TenderSet } from '#app/features/projects/tender-set.server.ts'
import { questionsUntil, type TenderDocument } from '#app/features/projects/tender-set.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import { boolean, columns, integer } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { files } from '#db/schema/files.ts'
import { projects } from '#db/schema/projects.ts'
import { tenderDocuments, tenderQuestions, tenderSets } from '#db/schema/tenders.ts'
import { sql } from '#db/sql.server.ts'

export type Answer = ReturnType<typeof listAnswers>[number]
export type OpenQuestion = { id: string; text: string }
export type Tender = {
  documents: TenderDocument[]
  sets: TenderSet[]
  answers: Answer[]
  /** All for the client, and those of the reader's own company for others. Neither in the order nor with the time of asking. */
  openQuestions: OpenQuestion[]
}

const openQuestions = sql(
  {
    params: { project: projects.id, company: companies.id, isOwner: boolean },
    row: columns(tenderQuestions, 'id', 'text'),
  },
  `SELECT q.id, q.text FROM tender_questions q
   WHERE q.project_id = :project AND (:isOwner OR q.company_id = :company)
     AND NOT EXISTS (SELECT 1 FROM tender_answers a WHERE a.question_id = q.id)
   ORDER BY q.text, q.id`,
)

/** What belongs to the tender of a project that the caller may see. */
export const getTender = (ctx: Context, { id, role }: Pick<ProjectDetail, 'id' | 'role'>): Tender => ({
  documents: listDocuments(ctx.db, id),
  sets: listTenderSets(ctx.db, id),
  answers: listAnswers(ctx.db, id),
  openQuestions: openQuestions.all(ctx.db, {
    project: id,
    company: companyInScope(ctx, 'projects.read'),
    isOwner: role === 'owner',
  }),
})

/** A question that waits for an answer of the caller's company, or null. */
export const getOpenQuestion = (ctx: Context, project: ProjectDetail, id: string): OpenQuestion | null =>
  project.role === 'owner' ? (getTender(ctx, project).openQuestions.find((one) => one.id === id) ?? null) : null

const unanswered = sql(
  {
    params: { company: companies.id, now: integer, limit: integer },
    row: { ...columns(projects, 'id', 'title', 'timeZone', 'bidDeadline', 'addendumDays') },
  },
  `SELECT p.id, p.title, p.time_zone AS timeZone, p.bid_deadline AS bidDeadline, p.addendum_days AS addendumDays
   FROM (SELECT DISTINCT project_id FROM open_questions WHERE company_id = :company) q
   CROSS JOIN projects p ON p.id = q.project_id
   WHERE p.bid_deadline > :now ORDER BY p.bid_deadline LIMIT :limit`,
)

/**
 * The open projects of the caller's company with questions that nobody has answered, and until when (UTC ms): as many days before the
 * deadline as bids need, or the deadline itself after that.
 */
export function listUnanswered(ctx: CompanyContext, limit: number) {
  const company = companyInScope(ctx, 'projects.read')
  return unanswered.all(ctx.db, { company, now: ctx.now, limit }).map(({ id, title, timeZone, ...deadline }) => {
    const until = questionsUntil(deadline)
    return { id, title, timeZone, at: until > ctx.now ? until : deadline.bidDeadline }
  })
}

/** The text of a tender set of a project that the caller may see, or null. */
export function getTenderSetText(ctx: Context, projectId: string, edition: number): string | null {
  if (!getProject(ctx, projectId)) return null
  const wanted = and(eq(tenderSets.projectId, projectId), eq(tenderSets.edition, edition))
  return ctx.db.select({ text: tenderSets.text }).from(tenderSets).where(wanted).get()?.text ?? null
}

const tenderFile = sql(
  {
    params: { id: files.id },
    row: { ...columns(files, 'name', 'mime', 'sha256', 'storedAs'), projectId: tenderDocuments.projectId },
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, d.project_id AS projectId
   FROM tender_documents d JOIN files f ON f.id = d.file_id WHERE d.file_id = :id`,
)

/** The file of a tender document, for whoever sees its project; null for everybody else. */
export function findTenderFile(ctx: UserContext, id: string): ServedFile | null {
  const row = tenderFile.first(ctx.db, { id })
  if (!row || !getProject(ctx, row.projectId)) return null
  const { name, mime, sha256, storedAs } = row
  return { name, mime, etag: sha256, storedAs }
}
