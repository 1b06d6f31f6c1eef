import { useTranslation } from 'react-i18next'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { type Format, useFormat } from '#app/i18n/format.ts'
import { Money } from '#app/ui/money.tsx'
import { usePeriodText } from './detail-facts.ts'

type Line = InvoiceDocumentData['lines'][number]

const wide = 'hidden px-3 py-2.5 text-end whitespace-nowrap tabular-nums @md:table-cell'
const end = 'py-2.5 ps-3 text-end align-top whitespace-nowrap tabular-nums'

/**
 * The lines of a document: description, quantity, unit price, VAT and net. On narrow pages quantity, price and VAT are shown
 * below the description.
 */
export function DocumentLines({ document }: { document: InvoiceDocumentData }) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const { currency, lines } = document
  const textsOf = useLineTexts(format, currency)
  return (
    <div className="@container">
      <table className="w-full border-collapse">
        <caption className="sr-only">{t('document.lines')}</caption>
        <thead>
          <tr className="border-b border-border text-xs text-muted-foreground *:font-medium">
            <th scope="col" className="py-2 pe-3 text-start">
              {t('document.line')}
            </th>
            <th scope="col" className={wide}>
              {t('document.quantity')}
            </th>
            <th scope="col" className={wide}>
              {t('document.unitPrice')}
            </th>
            <th scope="col" className={wide}>
              {t('document.vat')}
            </th>
            <th scope="col" className={end}>
              {t('document.net')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border border-b border-border">
          {lines.map((line, index) => {
            const { quantity, unitPrice, vat } = textsOf(line)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document stay in their places
              <tr key={index} className="break-inside-avoid align-top">
                <td className="py-2.5 pe-3 wrap-anywhere">
                  <span className="font-medium">{line.description}</span>
                  <LineDetails line={line} currency={currency} />
                  <span className="mt-0.5 block text-muted-foreground @md:hidden">
                    {t('document.lineDetail', { quantity, unitPrice, vat })}
                  </span>
                </td>
                <td className={wide}>{quantity}</td>
                <td className={wide}>{unitPrice}</td>
                <td className={wide}>{vat}</td>
                <td className={end}>
                  <Money cents={line.netCents} currency={currency} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The numbers, the period, the discount and the charge of a line. */
function LineDetails({ line, currency }: { line: Line; currency: string }) {
  const { t } = useTranslation('invoiceparts')
  const format = useFormat()
  const periodOf = usePeriodText()
  const adjustment = (one: Line['adjustments'][number]) => {
    const cents = one.kind === 'charge' ? one.amountCents : -one.amountCents
    const rate = one.rateBp === null ? '' : format.percent(one.rateBp)
    return [one.reason, rate, format.money(cents, currency)].filter(Boolean).join(' ')
  }
  const said = [
    line.itemId && `${t('field.itemId')} ${line.itemId}`,
    line.orderLine && `${t('field.orderLine')} ${line.orderLine}`,
    periodOf(line.periodStart, line.periodEnd),
    ...line.adjustments.map(adjustment),
  ].filter(Boolean)
  return said.length > 0 && <span className="mt-0.5 block text-muted-foreground">{said.join(' · ')}</span>
}

function useLineTexts(format: Format, currency: string) {
  const { t } = useTranslation('invoicing')
  return ({ quantityMilli, unit, unitPriceE4, vatCategory, vatRateBp }: Line) => ({
    quantity: t('document.amountWithUnit', { amount: format.quantity(quantityMilli), unit }),
    unitPrice: format.unitPrice(unitPriceE4, currency),
    vat: vatCategory === 'S' ? format.percent(vatRateBp) : t(`document.vatShort.${vatCategory}`),
  })
}
