import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { ContractPaper } from './readable-contract.server.ts'
import { readableContract } from './readable-contract.ts'
import type { SignedPaper } from './ui/signed-sheet.tsx'

/** A contract as `SignedSheet` shows it to a reader. */
export function signedContract(paper: ContractPaper, { locale, format }: Reader): SignedPaper {
  const t = i18nFor(locale).getFixedT(null, 'contracts')
  const tSecurities = i18nFor(locale).getFixedT(null, 'securities')
  const { text, bidText, hash, status } = paper
  const document = readableContract(paper, status, t, tSecurities, format)
  return { document, text, bidText, hash, proof: t('paper.proofText') }
}
