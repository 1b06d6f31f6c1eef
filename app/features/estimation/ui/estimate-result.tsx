import { Download, FilePlus, MessageSquareQuote, Pencil, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BidRange } from '#app/features/estimation/comparison.ts'
import type { EstimateInput, WorkType } from '#app/features/estimation/estimate.ts'
import { coverage, estimateRows, estimateSums, euros, squareMetres } from '#app/features/estimation/estimate-texts.ts'
import type { EstimateToday } from '#app/features/estimation/estimate-today.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { classes } from '#app/ui/classes.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

export type EstimateResultProps = {
  input: EstimateInput & { location: string }
  estimate: EstimateToday
  comparison: { type: WorkType; range: BidRange | null }[]
  /** The answers as a query. */
  query: string
}

/** The fragment of the result, where the browser goes, with the focus, after a calculation: pages without scripts open at their top. */
export const resultId = 'result'

/** Step 3: the estimate, what it covers, how it compares, and what can be done with it. */
export function EstimateResult({ input, estimate, comparison, query }: EstimateResultProps) {
  const { t } = useTranslation('estimation')
  const format = useFormat()
  const { totalCents, weeks, vatRateBp, guide } = estimate
  const { range } = estimateSums(estimate, { t, format })
  return (
    <section id={resultId} tabIndex={-1} aria-label={t('step.result')} className="flex flex-col gap-6 outline-none">
      <StatGrid count={2}>
        <Stat label={t('result.total')} value={euros(format, totalCents)} note={range} />
        <Stat
          label={t('result.duration')}
          value={t('result.weeks', { count: weeks })}
          note={input.projectTypes.length > 1 ? t('result.oneAfterAnother') : undefined}
        />
      </StatGrid>
      <Breakdown input={input} estimate={estimate} />
      <div className="flex flex-col gap-2 text-sm text-muted-foreground">
        <p>{t('result.note')}</p>
        <p>{t('result.vatNow', { now: format.percent(vatRateBp) })}</p>
        {guide && <AtRateOfGuide guide={guide} />}
      </div>
      <NextSteps query={query} />
      <Coverage input={input} vatRateBp={vatRateBp} />
      <Comparison comparison={comparison} estimate={estimate} />
    </section>
  )
}

function Breakdown({ input, estimate }: Pick<EstimateResultProps, 'input' | 'estimate'>) {
  const { t } = useTranslation('estimation')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  const choices = [
    t('draft.area', { area: squareMetres(format, input.areaCenti) }),
    t('draft.quality', { quality: t(`quality.${input.quality}`) }),
    t('draft.urgency', { urgency: t(`urgency.${input.urgency}`) }),
    ...(input.location ? [input.location] : []),
  ]
  return (
    <Card title={t('result.details')} description={choices.join(' · ')} flush>
      <DataTable
        bare
        caption={t('result.details')}
        rows={estimateRows(input, estimate, { t, tProject, format })}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'work',
            header: t('result.work'),
            primary: true,
            cell: ({ work, note }) => (
              <>
                {work}
                <span className="block text-sm font-normal text-muted-foreground">{note}</span>
              </>
            ),
          },
          { key: 'amount', header: t('result.amount'), numeric: true, cell: ({ amount }) => amount },
        ]}
      />
      <div className="border-t border-border px-4 py-4 text-sm sm:px-5">
        <Sums rows={estimateSums(estimate, { t, format }).rows} />
      </div>
    </Card>
  )
}

function Sums({ rows }: { rows: ReturnType<typeof estimateSums>['rows'] }) {
  return (
    <dl className="flex flex-col gap-1">
      {rows.map(({ term, amount }, index) => (
        <div
          key={term}
          className={classes('flex justify-between gap-4', index === rows.length - 1 ? 'font-semibold' : '')}
        >
          <dt>{term}</dt>
          <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The sums that the price guide itself gives (section 9 of the specification), folded in, because nobody pays them today. */
function AtRateOfGuide({ guide }: { guide: NonNullable<EstimateToday['guide']> }) {
  const { t } = useTranslation('estimation')
  const format = useFormat()
  const { rows, range } = estimateSums(guide, { t, format })
  return (
    <details className="print:hidden">
      <summary className="cursor-pointer underline underline-offset-4">
        {t('result.guide', { rate: format.percent(guide.vatRateBp) })}
      </summary>
      <div className="mt-2 flex max-w-reading flex-col gap-1">
        <Sums rows={rows} />
        <p>{range}</p>
      </div>
    </details>
  )
}

function NextSteps({ query }: { query: string }) {
  const { t } = useTranslation('estimation')
  return (
    <Card title={t('next.title')} className="print:hidden">
      <div className="flex flex-col gap-4">
        <div className="flex flex-col flex-wrap gap-3 sm:flex-row">
          <ButtonLink to={`/projects/new?estimate=yes&${query}`} icon={FilePlus} reloadDocument>
            {t('next.project')}
          </ButtonLink>
          <ButtonLink to={`/quote?${query}`} icon={MessageSquareQuote} variant="secondary">
            {t('next.quote')}
          </ButtonLink>
          <ButtonLink to={`/estimate.pdf?${query}`} icon={Download} variant="outline" reloadDocument>
            {t('next.pdf')}
          </ButtonLink>
        </div>
        <p className="text-sm text-muted-foreground">{t('next.projectHint')}</p>
        <p className="text-sm text-muted-foreground">{t('next.share')}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`/estimate?step=2&${query}`} icon={Pencil} variant="ghost">
            {t('next.change')}
          </ButtonLink>
          <ButtonLink to="/estimate" icon={RotateCcw} variant="ghost">
            {t('next.again')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

function Coverage({ input, vatRateBp }: { input: EstimateInput; vatRateBp: number }) {
  const { t } = useTranslation('estimation')
  const { t: tProject } = useTranslation('projects')
  const { included, excluded } = coverage(input, vatRateBp, { t, tProject, format: useFormat() })
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      {[
        { title: t('included.title'), items: included },
        { title: t('excluded.title'), items: excluded },
      ].map(({ title, items }) => (
        <Card key={title} title={title} className="h-full">
          <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Comparison({ comparison, estimate }: Pick<EstimateResultProps, 'comparison' | 'estimate'>) {
  const { t } = useTranslation('estimation')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  const ownOf = (type: WorkType) => estimate.projects.find((project) => project.type === type)?.netCents ?? 0
  return (
    <Card title={t('comparison.title')}>
      <dl className="flex flex-col gap-4 text-sm">
        {comparison.map(({ type, range }) => (
          <div key={type}>
            <dt className="font-medium">{tProject(`category.${type}`)}</dt>
            <dd className="mt-0.5">
              {range
                ? t('comparison.range', {
                    count: range.count,
                    from: euros(format, range.fromCents),
                    to: euros(format, range.toCents),
                  })
                : t('comparison.tooFew')}
            </dd>
            {range && (
              <dd className="text-muted-foreground">{t('comparison.yours', { amount: euros(format, ownOf(type)) })}</dd>
            )}
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted-foreground">{t('comparison.note')}</p>
    </Card>
  )
}
