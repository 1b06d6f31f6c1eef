import { useTranslation } from 'react-i18next'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { classes } from '#app/ui/classes.ts'
import { Money } from '#app/ui/money.tsx'

type Sum = { term: string; cents: number; look?: 'total' | 'due' }

/** Net, VAT by category and rate with its base, and the total, followed by payments and credits. */
export function DocumentTotals({ document }: { document: InvoiceDocumentData }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const { currency, paidCents, creditedCents, retainedCents, carriedCents } = document
  const overpaidCents = document.overpaidCents - carriedCents
  const isCreditNote = document.kind === 'credit_note'
  const before = usePartsBeforeNet(document)
  const sums: Sum[] = [
    ...before,
    { term: t('document.netTotal'), cents: document.netCents },
    ...document.vatBreakdown.map(({ vatCategory, vatRateBp, netCents, vatCents }) => {
      const base = format.money(netCents, currency)
      const term =
        vatCategory === 'S'
          ? t('document.vatOn', { rate: format.percent(vatRateBp), base })
          : t('document.untaxedOn', { category: t(`document.vatCategory.${vatCategory}`), base })
      return { term, cents: vatCents }
    }),
    ...(document.roundingCents !== 0 ? [{ term: t('document.rounding'), cents: document.roundingCents }] : []),
    { term: t(isCreditNote ? 'document.creditTotal' : 'document.gross'), cents: document.grossCents, look: 'total' },
    ...(paidCents > 0 ? [{ term: t('document.paid'), cents: -paidCents }] : []),
    ...(creditedCents > 0 ? [{ term: t('document.credited'), cents: -creditedCents }] : []),
    ...(retainedCents > 0 ? [{ term: t('document.retained'), cents: -retainedCents }] : []),
    ...(carriedCents > 0 ? [{ term: t('document.carried'), cents: carriedCents }] : []),
    ...(overpaidCents > 0 ? [{ term: t('document.overpaid'), cents: overpaidCents }] : []),
    ...(paidCents + creditedCents + retainedCents > 0
      ? [{ term: t('document.due'), cents: document.openCents, look: 'due' as const }]
      : []),
  ]
  const { euroVat } = document
  return (
    <dl className="ms-auto w-full break-inside-avoid sm:w-96 print:w-96">
      {sums.map(({ term, cents, look }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the sums of a document stay in their places
          key={index}
          className={classes(
            'flex items-baseline justify-between gap-6 py-1.5',
            look === 'total' && 'mt-1.5 border-t-2 border-foreground pt-2.5 text-lg font-semibold',
            look === 'due' && 'mt-1.5 border-t border-border pt-2.5 text-base font-semibold',
          )}
        >
          <dt className={look ? undefined : 'text-muted-foreground'}>{term}</dt>
          <dd>
            <Money cents={cents} currency={currency} />
          </dd>
        </div>
      ))}
      {euroVat && (
        <div className="mt-3 border-t border-border pt-2.5">
          <div className="flex items-baseline justify-between gap-6">
            <dt className="text-muted-foreground">{t('document.vatInEuros')}</dt>
            <dd>
              <Money cents={euroVat.vatCents} currency="EUR" />
            </dd>
          </div>
          <dd className="text-xs text-muted-foreground">
            {t('document.euroRate', {
              rate: format.exchangeRate(euroVat.rateE6),
              currency,
              source: euroVat.source,
              date: format.date(euroVat.date),
            })}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What makes the lines the total without VAT: discounts, charges and deducted advances. */
function usePartsBeforeNet({ adjustments, advances, linesCents }: InvoiceDocumentData): Sum[] {
  const { t } = useTranslation('invoiceparts')
  const { t: tInvoicing } = useTranslation('invoicing')
  const format = useFormat()
  if (adjustments.length + advances.length === 0) return []
  const vatOf = ({
    vatCategory,
    vatRateBp,
  }: Pick<InvoiceDocumentData['adjustments'][number], 'vatCategory' | 'vatRateBp'>) =>
    vatCategory === 'S' ? format.percent(vatRateBp) : tInvoicing(`document.vatShort.${vatCategory}`)
  return [
    { term: t('document.linesTotal'), cents: linesCents },
    ...adjustments.map((one) => {
      const reason =
        one.rateBp === null ? one.reason : t('document.share', { reason: one.reason, rate: format.percent(one.rateBp) })
      const term = t('document.adjustment', { reason, vat: vatOf(one) })
      return { term, cents: one.kind === 'charge' ? one.amountCents : -one.amountCents }
    }),
    ...advances.map((one) => ({
      term: t('document.deducted', { number: one.number, date: format.date(one.issueDate), vat: vatOf(one) }),
      cents: -one.netCents,
    })),
  ]
}
