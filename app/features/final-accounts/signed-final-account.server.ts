import type { SignedPaper } from '#app/features/contracts/ui/signed-sheet.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { type FinalAccountPaper, readableFinalAccount } from './readable-final-account.ts'

/** A final account as `SignedSheet` shows it to a reader. */
export function signedFinalAccount(paper: FinalAccountPaper, { locale, format }: Reader): SignedPaper {
  const t = i18nFor(locale).getFixedT(null, 'finalaccount')
  const tContract = i18nFor(locale).getFixedT(null, 'contracts')
  const tSecurities = i18nFor(locale).getFixedT(null, 'securities')
  const document = readableFinalAccount(paper, { t, tContract, tSecurities }, format)
  return { document, text: paper.text, bidText: null, hash: paper.documentHash, proof: t('paper.proof') }
}
