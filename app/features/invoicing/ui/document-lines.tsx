import { useTranslation } from 'react-i18next'
import { lineTexts } from '#app/features/invoicing/content/document-texts.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { Money } from '#app/ui/money.tsx'
import { useDocumentReader } from './document-reader.ts'

const wide = 'hidden px-3 py-2.5 text-end whitespace-nowrap tabular-nums @md:table-cell'
const end = 'py-2.5 ps-3 text-end align-top whitespace-nowrap tabular-nums'

/**
 * The lines of a document: description, quantity, unit price, VAT and net. On narrow pages quantity, price and VAT are shown
 * below the description.
 */
export function DocumentLines({ document }: { document: InvoiceDocumentData }) {
  const { t } = useTranslation('invoicing')
  const reader = useDocumentReader()
  const { currency, lines } = document
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
            const { quantity, unitPrice, vat, details } = lineTexts(line, currency, reader)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document stay in their places
              <tr key={index} className="break-inside-avoid align-top">
                <td className="py-2.5 pe-3 wrap-anywhere">
                  <span className="font-medium">{line.description}</span>
                  {details && <span className="mt-0.5 block text-muted-foreground">{details}</span>}
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
