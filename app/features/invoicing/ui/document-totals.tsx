import { documentSums, euroVatTexts } from '#app/features/invoicing/content/document-texts.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { classes } from '#app/ui/classes.ts'
import { Money } from '#app/ui/money.tsx'
import { useDocumentReader } from './document-reader.ts'

/** Net, VAT by category and rate with its base, and the total, followed by payments and credits. */
export function DocumentTotals({ document }: { document: InvoiceDocumentData }) {
  const { currency } = document
  const reader = useDocumentReader()
  const sums = documentSums(document, reader)
  const euroVat = euroVatTexts(document, reader)
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
            <dt className="text-muted-foreground">{euroVat.term}</dt>
            <dd>
              <Money cents={euroVat.vatCents} currency="EUR" />
            </dd>
          </div>
          <dd className="text-xs text-muted-foreground">{euroVat.rate}</dd>
        </div>
      )}
    </dl>
  )
}
