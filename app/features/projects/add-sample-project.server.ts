// verb-rule: createProject and deleteDraft ask for the right and add to the audit trail.
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { type NewAwardTerms, saveAwardTerms } from './award-terms.server.ts'
import { createProject } from './create-project.server.ts'
import { deleteDraft } from './delete-draft.server.ts'
import { defaultAddendumDays } from './limits.ts'
import type { ProjectInput } from './schemas.server.ts'

const sampleOf = sql(
  { params: { company: companies.id }, row: columns(projects, 'id', 'title') },
  'SELECT id, title FROM projects INDEXED BY projects_sample WHERE company_id = :company AND is_sample = 1',
)

const findSample = (db: Database | Transaction, companyId: string) => sampleOf.first(db, { company: companyId })

/** The company's sample project; null if it has none. */
export const getSampleProject = (ctx: CompanyContext) =>
  findSample(ctx.db, companyInScope(ctx, 'projects.read')) ?? null

const day = 86_400_000
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The sample's words, in the language of whoever loads it, with its quantities. */
export type SampleWords = Pick<ProjectInput, 'title' | 'description' | 'location' | 'lines'> & NewAwardTerms

/**
 * Loads the sample project (decision 174) into the company's workspace: a draft, which no other company sees. A company has at most one, and keeps the
 * one that it has.
 * @throws AppError whatever `createProject` refuses
 */
export function addSampleProject(ctx: CompanyContext, { ratio, requirements, ...words }: SampleWords): { id: string } {
  return transactNow(ctx, (tx, ctx) => {
    const known = findSample(tx, ctx.company.id)
    if (known) return { id: known.id }
    const { id } = createProject(ctx, {
      ...words,
      ...{ category: 'renovation', budget: 25_000_000, isSample: true },
      ...{
        bidDeadline: ctx.now + 21 * day,
        startDate: dayText(ctx.now + 60 * day),
        endDate: dayText(ctx.now + 240 * day),
      },
      ...{
        vatTreatment: 'standard',
        buyerDeductsVat: true,
        sellsConstruction: false,
        addendumDays: defaultAddendumDays,
      },
      ...{ mayCloseEarly: false, invitedOnly: false, closesWhenAnswered: false, standstillDays: 0 },
    })
    saveAwardTerms(tx, id, { ratio, requirements })
    return { id }
  })
}

/**
 * Removes the sample project. No row of it stays but those of the audit trail.
 * @throws AppError not found
 */
export function removeSampleProject(ctx: CompanyContext): void {
  const sample = getSampleProject(ctx)
  if (!sample) throw notFound()
  deleteDraft(ctx, { projectId: sample.id })
}
