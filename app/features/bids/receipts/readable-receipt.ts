import type { TFunction } from 'i18next'
import type { Block, ReadableDocument } from '#app/documents/document.ts'
import { type Format, formatFor } from '#app/i18n/format.ts'
import type { Receipt, SealedVersion } from './receipt.server.ts'

/** A moment of the server's clock, in the project's zone and in UTC. */
const moment = (at: number, timeZone: string | null, format: Format): string =>
  `${formatFor(format.locale, timeZone ?? format.timeZone).deadline(at)}\nUTC ${new Date(at).toISOString()}`

/**
 * The receipt of a sealed version of a bid for its bidder, in the language of `t` and `format`: who sealed what and when, its text and hash,
 * and how anybody can check them. `checkAt` is the address of the page that knows the seal once the bids are opened.
 */
export function readableReceipt(
  {
    bidId,
    companyName,
    clientName,
    title,
    timeZone,
  }: Pick<Receipt, 'bidId' | 'companyName' | 'clientName' | 'title' | 'timeZone'>,
  { revision, digest, text, occasion, sealedAt, sealedBy }: SealedVersion,
  checkAt: string,
  t: TFunction<'bidlines'>,
  format: Format,
): ReadableDocument {
  const content: Block[] =
    text === null
      ? [{ kind: 'text', text: t('receipt.noText') }]
      : [
          { kind: 'heading', text: t('receipt.text') },
          { kind: 'text', text },
        ]
  return {
    kind: t('receipt.title'),
    number: t('receipt.version', { number: revision }),
    title,
    mark: null,
    blocks: [
      {
        kind: 'facts',
        facts: [
          [t('receipt.bidder'), companyName],
          [t('receipt.client'), clientName],
          [t('receipt.bid'), bidId],
          [t('receipt.occasion'), t(`receipt.occasions.${occasion ?? 'sealed'}`)],
          [t('receipt.sealedAt'), moment(sealedAt, timeZone, format)],
          [t('receipt.sealedBy'), sealedBy],
          ['SHA-256', digest],
        ],
      },
      { kind: 'heading', text: t('receipt.check') },
      { kind: 'text', text: t('receipt.checkText', { address: checkAt }) },
      ...content,
    ],
  }
}
