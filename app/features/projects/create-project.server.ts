import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { columns } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { copyAwardTerms } from './award-terms.server.ts'
import { canTenderAgain } from './project.ts'
import { loadOwnProject } from './project-access.server.ts'
import { requireDates } from './project-dates.ts'
import { keepEstimate } from './project-estimate.server.ts'
import { projectFields } from './project-fields.ts'
import { saveProjectLines } from './project-lines.server.ts'
import type { ProjectInput } from './schemas.server.ts'

const addProject = sql(
  {
    params: {
      ...columns(
        projects,
        'id',
        'companyId',
        'createdBy',
        'title',
        'description',
        'category',
        'location',
        'budgetCents',
      ),
      ...columns(
        projects,
        'bidDeadline',
        'timeZone',
        'startDate',
        'endDate',
        'vatTreatment',
        'vatGround',
        'buyerDeductsVat',
      ),
      ...columns(projects, 'sellsConstruction', 'addendumDays', 'mayCloseEarly', 'invitedOnly', 'continuesProjectId'),
      ...columns(projects, 'closesWhenAnswered', 'overrunShareBp', 'underrunShareBp', 'standstillDays', 'variantTerms'),
      ...columns(projects, 'isSample'),
      now: projects.createdAt,
    },
  },
  `INSERT INTO projects (id, company_id, created_by, title, description, category, location, budget_cents, currency, status,
                         bid_deadline, time_zone, start_date, end_date, vat_treatment, vat_ground, buyer_deducts_vat,
                         sells_construction, addendum_days, may_close_early, invited_only,
                         closes_when_answered, overrun_share_bp, underrun_share_bp, standstill_days, variant_terms, continues_project_id, is_sample, created_at, updated_at)
   VALUES (:id, :companyId, :createdBy, :title, :description, :category, :location, :budgetCents, 'EUR', 'draft',
           :bidDeadline, :timeZone, :startDate, :endDate, :vatTreatment, :vatGround, :buyerDeductsVat,
           :sellsConstruction, :addendumDays, :mayCloseEarly, :invitedOnly,
           :closesWhenAnswered, :overrunShareBp, :underrunShareBp, :standstillDays, :variantTerms, :continuesProjectId, :isSample, :now, :now)`,
)

/**
 * Creates a draft, visible only to its company. `continuesProjectId`: the company's project whose rest this one tenders, or which it
 * tenders again (`canTenderAgain`), by the same award criteria and certificates. `templateProjectId`: the company's project whose award criteria and
 * certificates this one takes over; the form has taken over its fields and lines. `estimateText`: the canonical text of the estimate that the form began with.
 * `isSample`: a sample (`addSampleProject`).
 * @throws AppError invalid for dates that cannot be (`dateRefusals`); not_found unless the template is theirs, and unless the continued project is theirs and was terminated or cancelled
 */
export function createProject(
  ctx: CompanyContext,
  input: ProjectInput & {
    submissionId?: string | undefined
    continuesProjectId?: string | null
    templateProjectId?: string | null
    estimateText?: string | null
    isSample?: boolean
  },
): { id: string } {
  requireRight(ctx, 'projects.create')
  return transactNow(ctx, (tx, ctx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createProject', input }, () => {
      requireDates(ctx, input)
      const id = newId()
      const {
        lines,
        continuesProjectId = null,
        templateProjectId = null,
        estimateText = null,
        isSample = false,
      } = input
      if (continuesProjectId && !canTenderAgain(loadOwnProject(tx, ctx, continuesProjectId, null).status))
        throw notFound()
      const fields = projectFields(ctx, input)
      addProject.run(tx, {
        id,
        companyId: ctx.company.id,
        createdBy: ctx.actor.id,
        ...fields,
        continuesProjectId,
        isSample,
        now: ctx.now,
      })
      saveProjectLines(tx, id, lines)
      if (estimateText) keepEstimate(tx, ctx, id, estimateText)
      const copied = continuesProjectId ?? templateProjectId
      if (copied) copyAwardTerms(tx, loadOwnProject(tx, ctx, copied, null).id, id)
      appendAudit(tx, ctx, {
        action: 'project.create',
        subject: { type: 'project', id },
        after: { ...fields, continuesProjectId, isSample, lines, estimateText },
      })
      return { id }
    }),
  )
}
