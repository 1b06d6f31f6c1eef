import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { permittedActions } from '#app/features/accounts/require-right.server.ts'
import { AwardTermsCards } from '#app/features/evaluation/ui/award-terms.tsx'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { isBelowBudget } from '#app/features/projects/award-terms.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { withinProject } from '#app/features/projects/members/role-on-project.server.ts'
import { hasEvaluators } from '#app/features/projects/possible-evaluators.server.ts'
import { projectButtons, projectRights } from '#app/features/projects/project-rights.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { rankingOf } from '#app/features/projects/vat-treatment.ts'
import { DemandedCard } from '#app/features/qualifications/ui/demanded-card.tsx'
import { documentsChange } from '#app/features/tenders/documents-change.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'evaluation:terms.title', description: 'evaluation:terms.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'projects.read')
  const project = orNotFound(getProject(ctx, params.projectId ?? ''))
  const { id, title, currency, status } = project
  const buttons = permittedActions(withinProject(ctx, project.id), projectButtons, projectRights)
  const terms = findAwardTerms(ctx.db, id)
  return {
    project: { id, title, currency },
    terms,
    demanded: listDemanded(ctx.db, id),
    needsColleague:
      project.role === 'owner' &&
      status === 'draft' &&
      !project.isSample &&
      !hasEvaluators(ctx.db, project.companyId, terms),
    basis: rankingOf(project).basis,
    change: documentsChange(project, buttons, ctx.now),
    isLow: project.role === 'owner' && isBelowBudget(terms, project.budgetCents),
  }
}

/** What the bids of a project are chosen by, for everybody who sees it. */
export default function Criteria() {
  const { project, terms, demanded, basis, change, isLow, needsColleague } = useLoaderData<typeof loader>()
  const { t } = useTranslation('evaluation')
  const { t: tProject } = useTranslation('projects')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('terms.title') },
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="min-w-0 text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">
          {project.title}
        </h2>
        {change && (
          <ButtonLink to={`/projects/${project.id}/criteria/edit`} variant="outline" icon={Pencil}>
            {t(change === 'addendum' ? 'terms.amend' : 'terms.edit')}
          </ButtonLink>
        )}
      </div>
      {isLow && (
        <Alert tone="warning" title={t('terms.lowCeiling.title')}>
          {t('terms.lowCeiling.text')}
        </Alert>
      )}
      {needsColleague && <Alert tone="warning">{t('refused.colleagueNeeded')}</Alert>}
      <AwardTermsCards terms={terms} basis={basis} currency={project.currency} />
      <DemandedCard
        demanded={demanded}
        currency={project.currency}
        editTo={change ? `/projects/${project.id}/criteria/certificates` : null}
      />
    </div>
  )
}
