import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { getEvaluation } from '#app/features/evaluation/queries.server.ts'
import { OwnPart } from '#app/features/evaluation/ui/own-part.tsx'
import { ResultCards } from '#app/features/evaluation/ui/result-cards.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'evaluation:evaluation.title', description: 'evaluation:evaluation.about' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const { project, ...evaluation } = orNotFound(getEvaluation(ctx, params.projectId ?? ''))
  const { id, title, currency, status } = project
  return {
    ...evaluation,
    project: { id, title, currency },
    isRunning: status === 'evaluating',
    mayManage: status === 'evaluating' && can(ctx, 'bids.evaluate'),
  }
}

/** Who scores the bids by the criteria, one's own part, and the result once all have submitted. */
export default function EvaluationPage() {
  const { project, ratio, bids, evaluators, own, result, isRunning, mayManage } = useLoaderData<typeof loader>()
  const { t } = useTranslation('evaluation')
  const { t: tProject } = useTranslation('projects')
  const base = `/projects/${project.id}/evaluation`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('evaluation.title') },
        ]}
      />
      <h2 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">{project.title}</h2>
      {!result && (
        <Alert
          tone={evaluators.length === 0 ? 'warning' : 'info'}
          actions={
            mayManage &&
            evaluators.length === 0 && (
              <ButtonLink to={`${base}/evaluators`} icon={Users}>
                {t('name.title')}
              </ButtonLink>
            )
          }
        >
          {t('evaluation.blind')}
        </Alert>
      )}
      {own && isRunning && <OwnPart base={base} bids={bids} own={own} criteria={ratio.criteria.length} />}
      {result && <ResultCards {...{ ratio, bids, evaluators, currency: project.currency }} result={result} />}
      <Card
        title={t('evaluation.evaluators')}
        actions={
          mayManage &&
          !result &&
          evaluators.length > 0 && (
            <ButtonLink to={`${base}/evaluators`} variant="outline" size="sm" icon={Users}>
              {t('name.change')}
            </ButtonLink>
          )
        }
      >
        {evaluators.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('evaluation.none')}</p>
        ) : (
          <ul className="flex flex-col gap-2 text-sm">
            {evaluators.map(({ id, name, reopenReason }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="font-medium">{name}</span>
                {mayManage && result && (
                  <TextLink to={`${base}/evaluators/${id}/reopen`} block>
                    {t('reopen.submit')}
                    <span className="sr-only">: {name}</span>
                  </TextLink>
                )}
                {reopenReason && (
                  <p className="w-full wrap-anywhere text-muted-foreground">
                    {t('evaluation.reopened', { reason: reopenReason })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <p className="flex flex-wrap gap-x-6 text-sm">
        <TextLink to={`/projects/${project.id}/criteria`} block>
          {t('terms.title')}
        </TextLink>
        <TextLink to={`/projects/${project.id}/bids`} block>
          {t('evaluation.comparison')}
        </TextLink>
      </p>
    </div>
  )
}
