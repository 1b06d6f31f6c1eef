import { useTranslation } from 'react-i18next'
import type { ReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import type { InvoiceDirection } from '#app/features/invoicing/invoice-filter.ts'
import { newInvoicePath } from '#app/features/invoicing/invoice-path.ts'
import { usePartTitle } from '#app/features/invoicing/ui/milestone-notes.tsx'
import { useRetentionDue } from '#app/features/invoicing/ui/retention-due.ts'
import type { Ageing, OpenItem, RetentionItem } from '#app/features/open-items/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const ages = ['notDue', 'to30', 'to60', 'to90', 'over90', 'total'] as const

/** What is to be received or paid, by how long it is overdue; one row for each currency. */
export function AgeingTable({ rows, direction }: { rows: readonly Ageing[]; direction: InvoiceDirection }) {
  const { t } = useTranslation('openitems')
  return (
    <DataTable
      caption={t(`ageing.title.${direction}`)}
      rows={rows}
      rowKey={({ currency }) => currency}
      empty={<p className="text-sm text-muted-foreground">{t(`ageing.empty.${direction}`)}</p>}
      columns={[
        { key: 'currency', header: t('ageing.currency'), primary: true, cell: ({ currency }) => currency },
        ...ages.map((age) => ({
          key: age,
          // Long words for the ages would push the total off narrow screens.
          wraps: true,
          header: t(`ageing.${age}`),
          numeric: true,
          cell: (row: Ageing) => <Money cents={row[age]} currency={row.currency} />,
        })),
      ]}
    />
  )
}

type Props<Row> = { rows: readonly Row[]; direction: InvoiceDirection }

/** Retentions, with the condition under which each becomes due. */
export function RetentionsTable({ rows, direction }: Props<RetentionItem>) {
  const { t } = useTranslation('openitems')
  const dueOf = useRetentionDue()
  const due = { key: 'due', header: t('column.due'), cell: (row: RetentionItem) => row.due && dueOf(row.due) }
  const table = { caption: t('retentions.title'), empty: t('retentions.empty') }
  return <OpenItemsTable {...table} rows={rows} direction={direction} columns={[due]} />
}

export function OpenItemsTable<Row extends OpenItem>({
  caption,
  rows,
  direction,
  empty,
  columns = [],
}: Props<Row> & { caption: string; empty: string; columns?: ReadonlyArray<Column<Row>> }) {
  const { t } = useTranslation('openitems')
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p className="text-sm text-muted-foreground">{empty}</p>}
      columns={[
        {
          key: 'invoice',
          header: t('column.invoice'),
          primary: true,
          cell: ({ id, number }) => <TextLink to={`/invoicing/${id}`}>{number}</TextLink>,
        },
        { key: 'party', header: t(`column.party.${direction}`), cell: ({ partyName }) => partyName },
        ...columns,
        {
          key: 'amount',
          header: t('column.amount'),
          numeric: true,
          cell: ({ cents, currency }) => <Money cents={cents} currency={currency} />,
        },
      ]}
    />
  )
}

type Uninvoiced = Pick<
  ReleasedMilestone,
  | 'milestoneId'
  | 'certificateId'
  | 'certificateNumber'
  | 'title'
  | 'contractNumber'
  | 'clientName'
  | 'currency'
  | 'grossCents'
  | 'releasedAt'
>

/** What was released by certificates and for milestones and has no invoice, each with the button that fills one in. */
export function ToInvoiceTable({ rows, mayInvoice }: { rows: readonly Uninvoiced[]; mayInvoice: boolean }) {
  const { t } = useTranslation('openitems')
  const titleOf = usePartTitle()
  const format = useFormat()
  return (
    <DataTable
      caption={t('toInvoice.title')}
      rows={rows}
      rowKey={newInvoicePath}
      empty={<p className="text-sm text-muted-foreground">{t('toInvoice.empty')}</p>}
      columns={[
        {
          key: 'milestone',
          header: t('toInvoice.milestone'),
          primary: true,
          cell: (part) => `${titleOf(part)}, ${part.contractNumber}`,
        },
        { key: 'party', header: t('column.party.issued'), cell: ({ clientName }) => clientName },
        { key: 'released', header: t('toInvoice.released'), cell: ({ releasedAt }) => format.date(releasedAt) },
        {
          key: 'amount',
          header: t('column.amount'),
          numeric: true,
          cell: ({ grossCents, currency }) => <Money cents={grossCents} currency={currency} />,
        },
        ...(mayInvoice
          ? [
              {
                key: 'invoice',
                header: t('toInvoice.action'),
                actions: true,
                cell: (part: Uninvoiced) => (
                  <ButtonLink to={newInvoicePath(part)} variant="outline" size="sm">
                    {t('toInvoice.action')}
                  </ButtonLink>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
