import type { CompanyContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { missingAddressFields } from '#app/features/team/company-address.ts'
import { boolean, columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

/** What a company's details can lack: any number that names it, its address, or its bank account. */
type MissingDetail = 'number' | 'address' | 'bank'

export type GuideStep = { step: 'post' | 'bid' | 'company' | 'team' | 'listing'; isDone: boolean } & {
  missing?: MissingDetail[]
  /** The newest draft of a project, to be published. */
  draftId?: string
}

const details = sql(
  {
    params: { company: companies.id },
    row: {
      ...columns(companies, 'businessId', 'vatNumber', 'street', 'postalCode', 'city', 'iban'),
      ...{ hasColleagues: boolean, isListed: boolean },
    },
  },
  `SELECT business_id AS businessId, vat_number AS vatNumber, street, postal_code AS postalCode, city, iban,
     (SELECT count(*) FROM (SELECT 1 FROM company_members WHERE company_id = :company LIMIT 2)) > 1
       OR EXISTS (SELECT 1 FROM company_invitations WHERE company_id = :company) AS hasColleagues,
     EXISTS (SELECT 1 FROM company_listings WHERE company_id = :company) AS isListed
   FROM companies WHERE id = :company`,
)

const newestDraft = sql(
  { params: { company: companies.id }, row: columns(projects, 'id') },
  `SELECT id FROM projects WHERE company_id = :company AND status = 'draft' AND is_sample = 0 ORDER BY id DESC LIMIT 1`,
)

/**
 * The first steps of a new company, until those that matter are done: its details, and the first published project or submitted bid, of
 * which one is enough. Colleagues can be invited or not, and the company can show itself in the public directory or not. Null once nothing is left that the user may do.
 */
export function loadGuide(ctx: CompanyContext, has: { published: number; submitted: number }): GuideStep[] | null {
  const { hasColleagues, isListed, ...company } = details.one(ctx.db, { company: ctx.company.id })
  const missing: MissingDetail[] = [
    ...(company.businessId || company.vatNumber ? [] : ['number' as const]),
    ...(missingAddressFields(company).length === 0 ? [] : ['address' as const]),
    ...(company.iban ? [] : ['bank' as const]),
  ]
  const draft = has.published > 0 ? null : newestDraft.first(ctx.db, { company: ctx.company.id })
  const isStarted = has.published > 0 || has.submitted > 0
  const isOrganization = ctx.company.kind === 'organization'
  const steps: (GuideStep & { isAllowed: boolean; isOptional?: boolean })[] = [
    {
      ...{ step: 'post', isDone: has.published > 0, isAllowed: can(ctx, 'projects.create') && has.submitted === 0 },
      ...(draft && { draftId: draft.id }),
    },
    { step: 'bid', isDone: has.submitted > 0, isAllowed: can(ctx, 'bids.submit') && has.published === 0 },
    {
      ...{ step: 'company', isDone: missing.length === 0, ...(missing.length > 0 && { missing }) },
      isAllowed: isOrganization && can(ctx, 'company.update'),
    },
    {
      ...{ step: 'team', isDone: hasColleagues, isOptional: true },
      isAllowed: isOrganization && can(ctx, 'team.invite'),
    },
    { step: 'listing', isDone: isListed, isOptional: true, isAllowed: isOrganization && can(ctx, 'company.update') },
  ]
  const shown = steps.filter(({ isAllowed, isDone, isOptional }) => isAllowed || (isStarted && isDone && !isOptional))
  if (shown.every(({ isDone, isOptional }) => isDone || isOptional)) return null
  return shown.map(({ isAllowed: _, isOptional: __, ...step }) => step)
}
