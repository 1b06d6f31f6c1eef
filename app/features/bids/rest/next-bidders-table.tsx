import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { NextBidder } from './next-bidders.server.ts'

/** Who else had bid, with what the rest costs at each one's prices, and how to offer it to one of them. */
export function NextBiddersTable({ bidders, to }: { bidders: readonly NextBidder[]; to: string }) {
  const { t } = useTranslation('projectform')
  const format = useFormat()
  return (
    <PageSection title={t('next.title')}>
      <DataTable
        caption={t('next.title')}
        rows={bidders}
        rowKey={({ bidId }) => bidId}
        columns={[
          { key: 'company', header: t('next.company'), primary: true, cell: (row) => row.company },
          {
            key: 'price',
            header: t('next.price'),
            numeric: true,
            cell: (row) => (
              <span className="inline-flex flex-col items-end">
                <Money cents={row.netCents} currency={row.currency} />
                {row.missing > 0 && (
                  <span className="text-xs text-muted-foreground">{t('next.missing', { count: row.missing })}</span>
                )}
              </span>
            ),
          },
          {
            key: 'bound',
            header: t('next.bound'),
            cell: (row) =>
              row.boundUntil === null
                ? t('next.notStated')
                : t(row.isExpired ? 'next.expired' : 'next.until', { date: format.date(row.boundUntil) }),
          },
        ]}
      />
      <p className="mt-3 max-w-prose text-sm text-muted-foreground">
        {t('next.text')} <TextLink to={to}>{t('next.offer')}</TextLink>
      </p>
    </PageSection>
  )
}
