import type { SignedPaper } from '#app/features/contracts/ui/signed-sheet.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { ChangeOrderPaper } from './queries.server.ts'
import { readableChangeOrder } from './readable-change-order.ts'

/** A change order as `SignedSheet` shows it to a reader. */
export function signedChangeOrder({ text, status, hash }: ChangeOrderPaper, { locale, format }: Reader): SignedPaper {
  const t = i18nFor(locale).getFixedT(null, 'changeorders')
  const tContract = i18nFor(locale).getFixedT(null, 'contracts')
  const document = readableChangeOrder(text, status, t, tContract, format)
  return { document, text, bidText: null, hash, proof: t('detail.proofText') }
}
