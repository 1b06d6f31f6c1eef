import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getEvaluation } from '#app/features/evaluation/queries.server.ts'
import { scoresSchema } from '#app/features/evaluation/schemas.server.ts'
import { scoreBid } from '#app/features/evaluation/score-bid.server.ts'
import { amountInputValue } from '#app/features/projects/form-values.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'evaluation:score.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const { project, ratio, bids, own } = orNotFound(getEvaluation(ctx, params.projectId ?? ''))
  const bid = orNotFound(bids.find(({ id }) => id === params.bidId) ?? null)
  const mayScore = project.status === 'evaluating' && own?.declaredAt && own.submittedAt === null
  if (!own || !mayScore) leavePage(`/projects/${project.id}/evaluation`)
  const localeContext = await localeContextOf(request, ctx.actor)
  const given = (criterionId: string) =>
    own?.scores.find((score) => score.bidId === bid.id && score.criterionId === criterionId)
  return {
    ...{ project: { id: project.id, title: project.title }, bid, ratio },
    scores: ratio.criteria.map(({ id }) => {
      const score = given(id)
      const points = score ? amountInputValue(score.pointsCenti, localeContext) : ''
      return { criterionId: id, points, note: score?.note ?? '' }
    }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.read')
  const { project } = orNotFound(getEvaluation(ctx, params.projectId ?? ''))
  return handleForm(request, scoresSchema(await localeContextOf(request, ctx.actor)), ({ scores }) => {
    scoreBid(ctx, { projectId: project.id, bidId: params.bidId ?? '', scores })
    const text = { key: 'evaluation:done.scored' }
    return redirectWithFlash(request, `/projects/${project.id}/evaluation`, { tone: 'success', text })
  })
}

/** An evaluator's points for one bid, with the reason for each criterion. */
export default function Score() {
  const { project, bid, ratio, scores } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('evaluation')
  const { t: tProject } = useTranslation('projects')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const [form, fields] = useForm<{ scores: typeof scores }>({ id: 'scores', lastResult, defaultValue: { scores } })
  const rows = fields.scores.getFieldList()
  const back = `/projects/${project.id}/evaluation`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tProject('list.title'), to: '/projects' },
          { label: project.title, to: `/projects/${project.id}` },
          { label: t('evaluation.title'), to: back },
          { label: bid.companyName },
        ]}
      />
      <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-6">
        <ErrorSummary
          form={form}
          labels={{
            scores: {
              label: t('terms.criteria'),
              row: (index) => ratio.criteria[index]?.name ?? '',
              fields: { points: t('score.field'), note: t('score.note') },
            },
          }}
        />
        <h2 className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">
          {t('score.heading', { company: bid.companyName })}
        </h2>
        <p className="text-sm text-muted-foreground">
          {t('score.text')} <TextLink to={`/bids/${bid.id}`}>{t('score.read')}</TextLink>
        </p>
        {rows.map((row, index) => {
          const criterion = ratio.criteria[index]
          const { criterionId, points, note } = row.getFieldset()
          return (
            <FormCard
              key={row.name}
              title={`${criterion?.name} (${format.percent(criterion?.weightBp ?? 0)})`}
              description={<span className="wrap-anywhere whitespace-pre-line">{criterion?.description}</span>}
            >
              <input type="hidden" name={criterionId.name} value={criterion?.id ?? ''} />
              <Field
                field={points}
                label={t('score.field')}
                hint={t('form.scale', { max: ratio.maxPoints })}
                inputMode="decimal"
                autoComplete="off"
                required
                className="max-w-40"
              />
              <TextArea field={note} label={t('score.note')} hint={t('score.noteHint')} required maxLength={2000} />
            </FormCard>
          )
        })}
        <div className="flex flex-col gap-3 sm:flex-row">
          <SubmitButton>{t('score.submit')}</SubmitButton>
          <ButtonLink to={back} variant="outline">
            {tUi('cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
