import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import type { ChangeOrderPaper } from '#app/features/change-orders/queries.server.ts'
import { readableChangeOrder } from '#app/features/change-orders/readable-change-order.ts'
import { DocumentText } from '#app/features/contracts/ui/document-text.tsx'
import { useFormat } from '#app/i18n/format.ts'

/** A change order for reading, and below it, folded, the exact text that is signed, with its hash. */
export function ChangeOrderSheet({ paper }: { paper: ChangeOrderPaper }) {
  const { t } = useTranslation('changeorders')
  const { t: tContract } = useTranslation('contracts')
  const format = useFormat()
  const { text, status, hash } = paper
  return (
    <>
      <DocumentSheet document={readableChangeOrder(text, status, t, tContract, format)} />
      {hash && (
        <details className="group rounded-lg border border-border bg-card text-card-foreground print:hidden">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 py-2 font-semibold sm:px-5">
            <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
            {tContract('paper.proof')}
          </summary>
          <div className="flex flex-col gap-4 border-t border-border p-4 sm:p-5">
            <p className="max-w-prose text-sm text-muted-foreground">{t('detail.proofText')}</p>
            <DocumentText label={tContract('document.text')} text={text} hash={hash} />
          </div>
        </details>
      )}
    </>
  )
}
