import { Form, Link } from '@remix-run/react'
import { ArrowLeft, ArrowRight, FolderPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Sample, type TourStep, tourSteps } from '#app/features/site/tour/sample.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'

/** The company's sample project (null: not loaded), and whether the reader may load it or remove it. */
export type OwnSample = { id: string | null; canLoad: boolean; canRemove: boolean }

const euros = (cents: number): ReactNode => <Money cents={cents} currency="EUR" />
const statusText = { planned: 'planned', funded: 'held', released: 'released' } as const

/** The sample project at one of its steps, with the way to the others. `own`: what the reader may do with it in their workspace. */
export function TourView({ sample, own }: { sample: Sample; own: OwnSample }) {
  const { t } = useTranslation(['tour', 'site'])
  const at = tourSteps.indexOf(sample.step)
  const [before, after] = [tourSteps[at - 1], tourSteps[at + 1]]
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Alert tone="info">{t('note')}</Alert>
      {(own.id || own.canLoad) && <InWorkspace own={own} />}
      <nav aria-label={t('steps')}>
        <ol className="flex flex-wrap gap-2">
          {tourSteps.map((step, index) => (
            <li key={step}>
              <Link
                to={`/tour?step=${step}`}
                aria-current={step === sample.step ? 'step' : undefined}
                className="flex min-h-11 items-center rounded-md border border-border px-3 text-sm aria-[current=step]:border-primary aria-[current=step]:font-semibold"
              >
                {index + 1}. {t(`site:help.job.${step}.title`)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <Card title={t(`site:help.job.${sample.step}.title`)} description={t('name')} flush>
        <p className="border-t border-border px-4 py-4 text-sm text-muted-foreground sm:px-5">
          {t(`site:help.job.${sample.step}.text`)}
        </p>
        <Content sample={sample} />
      </Card>
      <div className="flex flex-wrap gap-3">
        {after ? (
          <ButtonLink to={`/tour?step=${after}`} iconEnd={ArrowRight}>
            {t('next')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/projects/new" icon={FolderPlus}>
            {t('own')}
          </ButtonLink>
        )}
        {before && (
          <ButtonLink to={`/tour?step=${before}`} variant="ghost" icon={ArrowLeft}>
            {t('previous')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Loads the first step into the workspace as a draft, or opens and removes it. */
function InWorkspace({ own: { id, canRemove } }: { own: OwnSample }) {
  const { t } = useTranslation('tour')
  return (
    <Card title={t('loadTitle')} description={t('loadText')}>
      <Form method="post" className="flex flex-wrap gap-3">
        {id ? (
          <ButtonLink to={`/projects/${id}`}>{t('openDraft')}</ButtonLink>
        ) : (
          <Button type="submit" name="verb" value="load" icon={FolderPlus}>
            {t('load')}
          </Button>
        )}
        {id && canRemove && (
          <Button type="submit" name="verb" value="remove" variant="outline">
            {t('remove')}
          </Button>
        )}
      </Form>
    </Card>
  )
}

function Content({ sample }: { sample: Sample }) {
  const contents: Record<TourStep, (props: { sample: Sample }) => ReactNode> = {
    post: Requested,
    compare: Comparison,
    sign: Milestones,
    fund: Milestones,
    approve: Milestones,
    invoice: Invoice,
  }
  const Shown = contents[sample.step]
  return <Shown sample={sample} />
}

function Requested({ sample }: { sample: Sample }) {
  const { t } = useTranslation(['tour', 'site'])
  const { quantity } = useFormat()
  return (
    <DataTable
      bare
      caption={t('lines')}
      rows={sample.lines}
      rowKey={({ name }) => name}
      columns={[
        { key: 'line', header: t('line'), primary: true, cell: ({ name }) => t(`site:landing.mock.${name}`) },
        {
          key: 'quantity',
          header: t('quantity'),
          numeric: true,
          cell: ({ quantityMilli, unit }) => `${quantity(quantityMilli)} ${unit}`,
        },
      ]}
    />
  )
}

/** The bids as the rule of real comparisons has them. */
function Comparison({ sample: { comparison, bidders, lines, winner } }: { sample: Sample }) {
  const { t } = useTranslation(['tour', 'site'])
  return (
    <DataTable
      bare
      caption={t('site:landing.mock.compare')}
      rows={comparison.rows}
      rowKey={({ description }) => description}
      columns={[
        {
          key: 'line',
          header: t('line'),
          primary: true,
          cell: ({ description }) => {
            const line = lines.find(({ name }) => name === description)
            return line ? t(`site:landing.mock.${line.name}`) : description
          },
        },
        ...bidders.map((letter, index) => ({
          key: letter,
          header: t('site:landing.mock.bidder', { letter }),
          numeric: true,
          cell: ({ cells }: (typeof comparison.rows)[number]) => {
            const cents = cells[index]?.netCents ?? null
            return cents === null ? (
              <span className="text-warning">{t('site:landing.mock.missing')}</span>
            ) : (
              euros(cents)
            )
          },
        })),
      ]}
      footer={[
        t('net'),
        ...comparison.totals.map((total) => (
          <span key={total.bidId}>
            <span className={total.isComplete ? undefined : 'font-normal text-muted-foreground'}>
              {euros(total.netCents)}
            </span>
            {!total.isComplete && (
              <span className="block text-xs font-medium text-warning">
                {t('lacks', { count: total.missing + total.excluded + total.differing })}
              </span>
            )}
            {total.bidId === winner && (
              <span className="block text-sm font-semibold text-success">{t('site:landing.mock.lowest')}</span>
            )}
          </span>
        )),
      ]}
    />
  )
}

/** The milestones of the contract, and from the payment on what escrow holds. */
function Milestones({ sample: { step, parts, total, heldCents, releasedCents } }: { sample: Sample }) {
  const { t } = useTranslation(['tour', 'site'])
  return (
    <>
      {step !== 'sign' && (
        <div className="px-4 pb-4 sm:px-5">
          <StatGrid count={2}>
            <Stat label={t('site:dashboard.held')} value={euros(heldCents)} />
            <Stat label={t('site:dashboard.released')} value={euros(releasedCents)} />
          </StatGrid>
        </div>
      )}
      <DataTable
        bare
        caption={t('milestones')}
        rows={parts}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', header: t('milestone'), primary: true, cell: ({ name }) => t(`site:landing.mock.${name}`) },
          {
            key: 'status',
            header: t('status'),
            cell: ({ status }) => (
              <StatusBadge status={status}>{t(`site:landing.mock.${statusText[status]}`)}</StatusBadge>
            ),
          },
          { key: 'gross', header: t('gross'), numeric: true, cell: ({ grossCents }) => euros(grossCents) },
        ]}
        footer={[t('gross'), '', euros(total.grossCents)]}
      />
    </>
  )
}

/** The invoice for the first milestone, which escrow has paid. */
function Invoice({ sample: { parts, vatRateBp } }: { sample: Sample }) {
  const { t } = useTranslation(['tour', 'site'])
  const { percent } = useFormat()
  const [first] = parts
  if (!first) return null
  const rows = [
    { key: 'net', term: t(`site:landing.mock.${first.name}`), cents: first.netCents },
    { key: 'vat', term: t('vat', { rate: percent(vatRateBp) }), cents: first.vatCents },
  ]
  return (
    <DataTable
      bare
      caption={t('invoice')}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: 'term', header: t('line'), primary: true, cell: ({ term }) => term },
        { key: 'amount', header: t('amount'), numeric: true, cell: ({ cents }) => euros(cents) },
      ]}
      footer={[t('gross'), euros(first.grossCents)]}
    />
  )
}
