import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import type { SignedPaper } from '#app/features/contracts/ui/signed-sheet.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { readableCertificate } from './readable-certificate.ts'
import type { CertificateRow } from './rows.server.ts'
import { certificateName } from './valuation.ts'

type Certificate = Pick<CertificateRow, 'number' | 'documentText' | 'documentHash' | 'certifiedAt'>

/** A payment certificate as `SignedSheet` shows it to a reader. */
export function certificatePaper({ documentText, documentHash }: Certificate, { locale, format }: Reader): SignedPaper {
  const t = i18nFor(locale).getFixedT(null, 'valuations')
  const tContract = i18nFor(locale).getFixedT(null, 'contracts')
  const document = readableCertificate(documentText, { t, tContract }, format)
  return { document, text: documentText, bidText: null, hash: documentHash, proof: t('paper.proof') }
}

/** The same as a PDF in a reader's language: what its page shows, its hash, and the frozen text as a file within the file. */
export function certificatePdf(
  of: { contractNumber: string; position: number },
  certificate: Certificate,
  reader: Reader,
): PdfFile {
  const { document, text } = certificatePaper(certificate, reader)
  const tContract = i18nFor(reader.locale).getFixedT(null, 'contracts')
  const tDocument = i18nFor(reader.locale).getFixedT(null, 'documents')
  const name = `${of.contractNumber}-${of.position}-${certificateName(certificate.number)}`
  return {
    name: `${name}.pdf`,
    document: {
      ...document,
      blocks: [
        ...document.blocks,
        { kind: 'heading', text: tContract('paper.proof') },
        { kind: 'text', text: tDocument('contract.proof', { name: `${name}.txt` }) },
        { kind: 'facts', facts: [[tContract('document.hash'), certificate.documentHash]] },
      ],
    },
    options: {
      locale: reader.locale,
      createdAt: certificate.certifiedAt,
      attachments: [{ name: `${name}.txt`, text, description: tDocument('contract.text') }],
    },
  }
}
