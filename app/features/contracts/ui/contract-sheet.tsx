import { ChevronRight, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { type ContractTexts, readableContract } from '#app/features/contracts/readable-contract.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { ContractStatus } from '#db/vocabulary/contracts.ts'
import { DocumentText } from './document-text.tsx'

type Paper = ContractTexts & { status: ContractStatus; hash: string | null }

/** A contract for reading, with a link to its PDF (`pdf`), and below it, folded, the exact text that is signed, with its hash. */
export function ContractSheet({ paper, pdf }: { paper: Paper; pdf?: string }) {
  const { t } = useTranslation('contracts')
  const format = useFormat()
  const { text, bidText, hash } = paper
  return (
    <>
      {pdf && (
        <div className="flex justify-end print:hidden">
          <ButtonLink to={pdf} reloadDocument icon={Download} variant="outline">
            {t('paper.download')}
          </ButtonLink>
        </div>
      )}
      <DocumentSheet document={readableContract(paper, paper.status, t, format)} />
      {hash && (
        <details className="group rounded-lg border border-border bg-card text-card-foreground print:hidden">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 py-2 font-semibold sm:px-5">
            <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
            {t('paper.proof')}
          </summary>
          <div className="flex flex-col gap-4 border-t border-border p-4 sm:p-5">
            <p className="max-w-prose text-sm text-muted-foreground">{t('paper.proofText')}</p>
            <DocumentText label={t('document.text')} text={text} hash={hash} />
            {bidText && <DocumentText label={t('paper.bidText')} text={bidText} />}
          </div>
        </details>
      )}
    </>
  )
}
