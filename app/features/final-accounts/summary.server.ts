import type { Summary } from '#app/features/contracts/ui/summary-card.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { getFinalAccount } from './queries.server.ts'

/**
 * For the page of a contract: how far its final account is, and what it comes to; null before it is due. In the reader's words, so that
 * the page loads no texts of final accounts.
 */
export function summarizeFinalAccount(found: ReturnType<typeof getFinalAccount>, reader: Reader): Summary | null {
  if (!found || !(found.account || found.isDue)) return null
  const t = i18nFor(reader.locale).getFixedT(null, 'finalaccount')
  const { contract, account } = found
  return {
    title: t('title'),
    to: `/contracts/${contract.id}/final-account`,
    view: t('summary.view'),
    items: [
      { term: t('summary.status'), description: account ? t(`status.${account.status}`) : t('summary.notBegun') },
      ...(account
        ? [{ term: t('paper.toPay'), description: reader.format.money(account.totals.toPayCents, contract.currency) }]
        : []),
    ],
  }
}
