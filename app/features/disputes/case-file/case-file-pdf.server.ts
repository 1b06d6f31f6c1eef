import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import type { CaseFile } from '#app/features/disputes/case-file/open-case-file.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { caseBlocks, caseSections } from './case-sections.ts'

/** The evidence of a case in a reader's language. */
export function readCase({ contract, evidence }: Pick<CaseFile, 'contract' | 'evidence'>, { locale, format }: Reader) {
  const i18n = i18nFor(locale)
  return caseSections(evidence, contract, {
    casefile: i18n.getFixedT(null, 'casefile'),
    changeorders: i18n.getFixedT(null, 'changeorders'),
    contracts: i18n.getFixedT(null, 'contracts'),
    disputes: i18n.getFixedT(null, 'disputes'),
    escrow: i18n.getFixedT(null, 'escrow'),
    handover: i18n.getFixedT(null, 'handover'),
    priceforms: i18n.getFixedT(null, 'priceforms'),
    valuations: i18n.getFixedT(null, 'valuations'),
    format,
  })
}

/**
 * The case file as a PDF for the admin of the dispute, as it stands at `now` (UTC ms): whatever is listed with the SHA-256 of its text or
 * file, and within it the texts of the contract and of the bid that it names.
 */
export function caseFilePdf(file: CaseFile, reader: Reader, now: number): PdfFile {
  const { contract } = file
  const t = i18nFor(reader.locale).getFixedT(null, 'casefile')
  const { client, provider } = contract.parties
  const { text, bidText, hash } = contract.paper
  return {
    name: `${contract.number}-case-file.pdf`,
    document: {
      ...{ kind: t('title'), number: contract.number, title: contract.title, mark: null },
      blocks: [
        {
          kind: 'facts',
          facts: [
            [t('evidence.client'), client.name],
            [t('evidence.provider'), provider.name],
            [t('evidence.asOf'), reader.format.dateTime(now)],
            [t('evidence.hash'), hash ?? ''],
          ],
        },
        ...caseBlocks(readCase(file, reader), t('evidence.none')),
      ],
    },
    options: {
      ...{ locale: reader.locale, createdAt: now },
      attachments: [
        { name: `${contract.number}.txt`, text, description: t('evidence.contractText') },
        ...(bidText === null
          ? []
          : [{ name: `${contract.number}-bid.txt`, text: bidText, description: t('evidence.bidText') }]),
      ],
    },
  }
}
