import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { amendProject } from '#app/features/projects/amend-project.server.ts'
import { bidderCompanies, loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { mayTakePart } from '#app/features/projects/taking-part.server.ts'
import { freezeTenderSet, listAnswers } from '#app/features/projects/tender-set.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { tenderAnswers, tenderQuestions } from '#db/schema/tenders.ts'
import { extended } from './amend-documents.server.ts'
import { answeringRefusal } from './question.ts'

type Input = {
  projectId: string
  questionId: string
  /** The question as everybody reads it. */
  question: string
  answer: string
  /** Whether bidders have to confirm their bids; with the deadline then (UTC ms). */
  isAddendum: boolean
  bidDeadline: number
  submissionId?: string | undefined
}

/**
 * Answers a question to everybody at once: in a tender set of its own, with an addendum if the answer changes what bids answer (PROJ-12).
 * @throws AppError not found; conflict when the project takes no bids or the question has been answered; invalid as an addendum is (PROJ-9)
 */
export function answerQuestion(ctx: CompanyContext, input: Input): { number: number } {
  requireRight(ctx, 'projects.amend')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    requireQuestion(tx, input)
    return withIdempotencyKey(tx, ctx, { verb: 'answerQuestion', input }, () => {
      const refused = answeringRefusal({ ...before, role: 'owner' }, ctx.now)
      if (refused) throw conflict(`tenders:refused.${refused}`)
      const { projectId, questionId, question, answer, isAddendum, bidDeadline } = input
      const given = tx.select().from(tenderAnswers).where(eq(tenderAnswers.questionId, questionId)).get()
      if (given) throw conflict('tenders:refused.answered')
      const number = listAnswers(tx, projectId).length + 1
      const published = { number, question, answer, isAddendum }
      const write = (projectVersion: number) =>
        tx
          .insert(tenderAnswers)
          .values({
            ...{ id: newId(), questionId, projectId, projectVersion, ...published },
            ...{ answeredBy: ctx.actor.id, answeredAt: ctx.now },
          })
          .run()
      const bidders = bidderCompanies(tx, projectId)
      const askers = askingCompanies(tx, projectId)
      if (isAddendum) {
        const fields = { ...before, ...extended(ctx, before, bidDeadline) }
        const change = { summary: `${question}\n\n${answer}`, fields, changesLines: false, isSignificant: true }
        amendProject(tx, ctx, before, { ...change, write, after: { published } })
      } else {
        write(before.version)
        const { digest } = freezeTenderSet(tx, ctx, before)
        appendAudit(tx, ctx, {
          action: 'project.answer',
          subject: { type: 'project', id: projectId },
          ...{ after: published, detail: { digest } },
        })
      }
      // An addendum tells the bidders by itself.
      const companyIds = [...new Set([...askers, ...bidders])].filter(
        (id) => (!isAddendum || !bidders.includes(id)) && mayTakePart(tx, projectId, id),
      )
      recordEvent(tx, ctx, 'project.question_answered', { projectId, title: before.title, number, companyIds })
      return { number }
    })
  })
}

/** @throws AppError not found, for a question about another project too */
function requireQuestion(tx: Transaction, { projectId, questionId }: Pick<Input, 'projectId' | 'questionId'>): void {
  const wanted = and(eq(tenderQuestions.id, questionId), eq(tenderQuestions.projectId, projectId))
  if (!tx.select({ id: tenderQuestions.id }).from(tenderQuestions).where(wanted).get()) throw notFound()
}

/** For their notifications only: nobody may know who asks. */
const askingCompanies = (tx: Transaction, projectId: string): string[] =>
  tx
    .selectDistinct({ id: tenderQuestions.companyId })
    .from(tenderQuestions)
    .where(eq(tenderQuestions.projectId, projectId))
    .all()
    .map(({ id }) => id)
