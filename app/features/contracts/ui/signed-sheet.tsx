import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReadableDocument } from '#app/documents/document.ts'
import { DocumentSheet } from '#app/documents/document-sheet.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DocumentText } from './document-text.tsx'
import { FoldedProof } from './folded-proof.tsx'

/** What is signed, in the reader's language (made by the server, which has the texts), and the exact text with its hash. */
export type SignedPaper = {
  document: ReadableDocument
  text: string
  /** The awarded bid, where the text names its hash. */
  bidText: string | null
  /** SHA-256 of the text; null for a draft, whose text can still change. */
  hash: string | null
  /** What the exact text is for, in the reader's language. */
  proof: string
}

/** A contract or a change order for reading, with a link to its PDF (`pdf`), and below it, folded, the exact text that is signed. */
export function SignedSheet({ paper, pdf }: { paper: SignedPaper; pdf?: string }) {
  const { t } = useTranslation('contracts')
  const { document, text, bidText, hash, proof } = paper
  return (
    <>
      {pdf && (
        <div className="flex justify-end print:hidden">
          <ButtonLink to={pdf} reloadDocument icon={Download} variant="outline">
            {t('paper.download')}
          </ButtonLink>
        </div>
      )}
      <DocumentSheet document={document} />
      {hash && (
        <FoldedProof title={t('paper.proof')} about={proof}>
          <DocumentText label={t('document.text')} text={text} hash={hash} />
          {bidText && <DocumentText label={t('paper.bidText')} text={bidText} />}
        </FoldedProof>
      )}
    </>
  )
}
