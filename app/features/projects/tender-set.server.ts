import { createHash } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { files } from '#db/schema/files.ts'
import { projectAddenda } from '#db/schema/projects.ts'
import { tenderAnswers, tenderDocuments, tenderSets } from '#db/schema/tenders.ts'
import { findAwardTerms } from './award-terms.server.ts'
import { listDemanded } from './demanded-certificates.server.ts'
import type { ProjectRow } from './project-access.server.ts'
import { listProjectLines } from './project-lines.server.ts'
import { listVisits } from './site-visits.server.ts'
import {
  canonicalTenderSet,
  clientInText,
  type DocumentVersion,
  documentsOf,
  type TenderDocument,
  type TenderSetContent,
} from './tender-set.ts'

export type TenderSet = Pick<typeof tenderSets.$inferSelect, 'edition' | 'projectVersion' | 'digest' | 'frozenAt'>

/** Every document of a project with all its versions. Checks no right: the caller has. */
export function listDocuments(db: Database | Transaction, projectId: string): TenderDocument[] {
  const { documentId, revision, projectVersion, createdAt } = tenderDocuments
  const { id, name, mime, size, sha256 } = files
  const versions: DocumentVersion[] = db
    .select({ documentId, revision, projectVersion, createdAt, file: { id, name, mime, size, sha256 } })
    .from(tenderDocuments)
    .leftJoin(files, eq(files.id, tenderDocuments.fileId))
    .where(eq(tenderDocuments.projectId, projectId))
    .all()
  return documentsOf(versions)
}

const answerColumns = {
  ...{ number: tenderAnswers.number, question: tenderAnswers.question, answer: tenderAnswers.answer },
  ...{ projectVersion: tenderAnswers.projectVersion, isAddendum: tenderAnswers.isAddendum },
  answeredAt: tenderAnswers.answeredAt,
}

/** The published questions and answers of a project, in order: nothing of who asked, or when. Checks no right: the caller has. */
export function listAnswers(db: Database | Transaction, projectId: string) {
  const of = db.select(answerColumns).from(tenderAnswers).where(eq(tenderAnswers.projectId, projectId))
  return of.orderBy(asc(tenderAnswers.number)).all()
}

/** The tender sets of a project, newest first. Checks no right: the caller has. */
export function listTenderSets(db: Database | Transaction, projectId: string): TenderSet[] {
  const { edition, projectVersion, digest, frozenAt } = tenderSets
  return db
    .select({ edition, projectVersion, digest, frozenAt })
    .from(tenderSets)
    .where(eq(tenderSets.projectId, projectId))
    .orderBy(desc(edition))
    .all()
}

/** The hash of what bidders are asked now; null on a project that was published before tender sets were kept. */
export const currentTenderSet = (db: Database | Transaction, projectId: string): string | null =>
  listTenderSets(db, projectId)[0]?.digest ?? null

/** Freezes what bidders are asked from now on. Returns the hash. */
export function freezeTenderSet(
  tx: Transaction,
  ctx: Pick<UserContext, 'actor' | 'now'>,
  project: ProjectRow,
): { digest: string } {
  const client = tx
    .select({ companyId: companies.id, name: companies.name, businessId: companies.businessId })
    .from(companies)
    .where(eq(companies.id, project.companyId))
    .get()
  if (!client) throw new Error(`A project of a company that is not there: ${project.id}`)
  const text = canonicalTenderSet({ ...contentOf(tx, project), client })
  const digest = sha256(text)
  tx.insert(tenderSets)
    .values({
      id: newId(),
      projectId: project.id,
      edition: (listTenderSets(tx, project.id)[0]?.edition ?? 0) + 1,
      projectVersion: project.version,
      ...{ text, digest, frozenBy: ctx.actor.id, frozenAt: ctx.now },
    })
    .run()
  return { digest }
}

/** Whether a project's rows still say what its last tender set says; true without one. */
export function isTenderSetIntact(db: Database | Transaction, project: ProjectRow): boolean {
  const last = db
    .select()
    .from(tenderSets)
    .where(eq(tenderSets.projectId, project.id))
    .orderBy(desc(tenderSets.edition))
    .limit(1)
    .get()
  if (!last) return true
  const client = clientInText(last.text, project.companyId)
  const version = Number(/^groundwork-tender-set (\d+)\n/.exec(last.text)?.[1] ?? 0)
  return canonicalTenderSet({ ...contentOf(db, project), client }, version) === last.text
}

function contentOf(db: Database | Transaction, project: ProjectRow): Omit<TenderSetContent, 'client'> {
  const { version, summary, createdAt } = projectAddenda
  return {
    ...project,
    projectId: project.id,
    projectVersion: project.version,
    lines: listProjectLines(db, project.id),
    awardTerms: findAwardTerms(db, project.id),
    demanded: listDemanded(db, project.id),
    visits: listVisits(db, project.id),
    documents: listDocuments(db, project.id),
    answers: listAnswers(db, project.id),
    addenda: db
      .select({ version, summary, createdAt })
      .from(projectAddenda)
      .where(eq(projectAddenda.projectId, project.id))
      .orderBy(asc(version))
      .all(),
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
