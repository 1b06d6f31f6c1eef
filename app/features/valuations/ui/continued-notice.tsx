import { useTranslation } from 'react-i18next'
import type { NextBidder } from '#app/features/bids/rest/next-bidders.server.ts'
import { NextBiddersTable } from '#app/features/bids/rest/next-bidders-table.tsx'
import type { RestOfWork } from '#app/features/valuations/rest-of-work.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export type Continued = {
  id: string
  title: string
  /** Of a project whose contract was terminated; otherwise one that was cancelled. */
  isRest: boolean
  /** The titles of milestones that were not paid. */
  unpaid: readonly string[]
  /** What the form asks for of each line; null where it asks for all quantities. */
  rest: RestOfWork | null
  bidders: readonly NextBidder[]
}

/** Above the form of a project that continues another: what was copied, and what was taken off each line. */
export function ContinuedNotice({ continued: { id, title, isRest, unpaid, rest, bidders } }: { continued: Continued }) {
  const { t } = useTranslation('projectform')
  const format = useFormat()
  const to = `/projects/new?continues=${id}`
  const quantity = (milli: number, unit: string) => `${format.number(milli / 1000)} ${unit}`
  const list = (titles: readonly string[]) => (
    <ul className="list-disc ps-5">
      {titles.map((one) => (
        <li key={one} className="wrap-anywhere">
          {one}
        </li>
      ))}
    </ul>
  )
  if (!isRest) return <Alert title={t('again.title', { title })}>{t('again.text')}</Alert>
  return (
    <>
      <Alert title={t('rest.title', { title })}>
        {t('rest.text')} {t(rest ? 'rest.measured' : 'rest.all')}{' '}
        <TextLink to={rest ? `${to}&quantities=all` : to}>{t(rest ? 'rest.showAll' : 'rest.showRest')}</TextLink>
        {unpaid.length > 0 && (
          <>
            <p className="mt-2">{t('rest.notCarriedOut')}</p>
            {list(unpaid)}
          </>
        )}
        {rest && rest.unmeasured.length > 0 && (
          <>
            <p className="mt-2">{t('rest.unmeasured')}</p>
            {list(rest.unmeasured.map((one) => one.title))}
          </>
        )}
      </Alert>
      {rest && rest.lines.length > 0 && (
        <PageSection title={t('rest.lines')}>
          <DataTable
            caption={t('rest.lines')}
            rows={rest.lines.map((line, index) => ({ ...line, key: String(index) }))}
            rowKey={({ key }) => key}
            columns={[
              { key: 'line', header: t('rest.line'), primary: true, cell: (row) => row.description },
              {
                key: 'agreed',
                header: t('rest.agreed'),
                numeric: true,
                cell: (row) => quantity(row.agreedMilli, row.unit),
              },
              { key: 'done', header: t('rest.done'), numeric: true, cell: (row) => quantity(row.doneMilli, row.unit) },
              { key: 'left', header: t('rest.left'), numeric: true, cell: (row) => quantity(row.restMilli, row.unit) },
            ]}
          />
        </PageSection>
      )}
      {bidders.length > 0 && <NextBiddersTable bidders={bidders} to={`${to}&offered=invitation`} />}
    </>
  )
}
