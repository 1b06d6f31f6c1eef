import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { env } from '#app/platform/env.server.ts'
import { readableReceipt } from './readable-receipt.ts'
import type { Receipt, SealedVersion } from './receipt.server.ts'

/** The address at which everybody can check a seal once the bids are opened. */
export const checkAddress = (digest: string): string => `${env.origin}/verify/${digest}`

/** The receipt of a sealed version of a bid as a PDF in its reader's language, with the sealed text as a file within the file. */
export function receiptPdf(receipt: Receipt, version: SealedVersion, { locale, format }: Reader): PdfFile {
  const t = i18nFor(locale).getFixedT(null, 'bidlines')
  const { revision, text, digest, sealedAt } = version
  return {
    name: `receipt-${revision}.pdf`,
    document: readableReceipt(receipt, version, checkAddress(digest), t, format),
    options: {
      locale,
      createdAt: sealedAt,
      attachments: text === null ? [] : [{ name: `bid-${revision}.txt`, text, description: t('receipt.text') }],
    },
  }
}
