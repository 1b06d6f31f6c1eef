import { useTranslation } from 'react-i18next'
import type { Reconciliation, Verdict } from '#app/features/reconciliation/reconciliation.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { type Description, DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Tone } from '#app/ui/tones.ts'

const tones: Record<Verdict, Tone> = {
  agrees: 'success',
  later: 'success',
  explained: 'warning',
  unexplained: 'danger',
}

/** Both sides of one currency on a day, whether they agree, and otherwise by which rows they differ. */
export function ReconciledCurrency({ of }: { of: Reconciliation }) {
  const { t } = useTranslation('reconciliation')
  const format = useFormat()
  const { currency, statement, laterCents, bankCents, owed, owedCents, differences, leftOut, verdict } = of
  const row = (term: string, cents: number): Description => ({
    term,
    description: (
      <span className="block text-end">
        <Money cents={cents} currency={currency} />
      </span>
    ),
  })
  const bank = statement
    ? [
        row(
          t('bank.statement', { number: statement.number || '–', day: format.date(statement.on) }),
          statement.closingCents,
        ),
        row(t('bank.later'), laterCents),
      ]
    : [row(t('bank.recorded'), bankCents)]
  const difference = bankCents - owedCents
  return (
    <PageSection title={currency}>
      <Alert tone={tones[verdict]}>{t(`said.${verdict}`)}</Alert>
      <div className="grid gap-6 md:grid-cols-2">
        <section aria-label={t('bank.title')} className="flex flex-col gap-2">
          <h3 className="font-semibold">{t('bank.title')}</h3>
          <DescriptionList items={[...bank, row(t('bank.sum'), bankCents)]} />
        </section>
        <section aria-label={t('book.title')} className="flex flex-col gap-2">
          <h3 className="font-semibold">{t('book.title')}</h3>
          <DescriptionList
            items={[...owed.map(({ kind, cents }) => row(t(`owed.${kind}`), cents)), row(t('book.sum'), owedCents)]}
          />
        </section>
      </div>
      {(difference !== 0 || differences.length > 0) && (
        <>
          <DescriptionList items={[row(t('difference'), difference), row(t('unexplained'), of.unexplainedCents)]} />
          <DataTable
            caption={t('differences.title')}
            captionHidden={false}
            rows={differences}
            rowKey={(one) => `${one.cause} ${one.to} ${one.day} ${one.cents}`}
            columns={[
              {
                key: 'what',
                header: t('field.what'),
                primary: true,
                cell: (one) => <TextLink to={one.to}>{one.name || '–'}</TextLink>,
              },
              { key: 'day', header: t('field.day'), cell: (one) => format.date(one.day) },
              { key: 'cause', header: t('field.cause'), cell: (one) => t(`cause.${one.cause}`) },
              {
                key: 'amount',
                header: t('field.amount'),
                numeric: true,
                cell: (one) => <Money cents={one.cents} currency={currency} />,
              },
            ]}
          />
          <p className="text-sm text-muted-foreground">{t('differences.text')}</p>
          {leftOut > 0 && <p className="text-sm">{t('differences.leftOut', { rows: leftOut })}</p>}
        </>
      )}
      {of.breaks.length > 0 && (
        <>
          <DataTable
            caption={t('breaks.title')}
            captionHidden={false}
            rows={of.breaks}
            rowKey={(one) => `${one.kind} ${one.page} ${one.from}`}
            columns={[
              {
                key: 'statement',
                header: t('breaks.statement'),
                primary: true,
                cell: (one) => <TextLink to={one.page}>{one.number || '–'}</TextLink>,
              },
              {
                key: 'days',
                header: t('breaks.days'),
                cell: (one) => [...new Set([one.from, one.to])].map((day) => format.date(day)).join('–'),
              },
              { key: 'kind', header: t('breaks.kind.title'), cell: (one) => t(`breaks.kind.${one.kind}`) },
              {
                key: 'off',
                header: t('breaks.off'),
                numeric: true,
                cell: (one) => <Money cents={one.cents} currency={currency} />,
              },
            ]}
          />
          <p className="max-w-prose text-sm text-muted-foreground">{t('breaks.text')}</p>
          {of.breaksLeftOut > 0 && <p className="text-sm">{t('breaks.leftOut', { rows: of.breaksLeftOut })}</p>}
        </>
      )}
    </PageSection>
  )
}
