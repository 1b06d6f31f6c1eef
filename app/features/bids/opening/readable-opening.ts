import type { TFunction } from 'i18next'
import type { Block, ReadableDocument } from '#app/documents/document.ts'
import { deadlineText } from '#app/i18n/deadline-text.ts'
import type { Format } from '#app/i18n/format.ts'
import type { OpeningProtocol } from './opening.server.ts'

/** The texts of a reader's language, each `t` of the namespace of its name. */
type Reader = {
  opening: TFunction<'opening'>
  bids: TFunction<'bids'>
  projects: TFunction<'projects'>
  ui: TFunction<'ui'>
  priceforms: TFunction<'priceforms'>
  format: Format
}

/**
 * The protocol of an opening for reading: who opened the bids and when, and each bid with its amounts and seals, in the order of their
 * submission. `checkAt` gives the address at which anybody can check a seal.
 */
export function readableOpening(
  { project, openedAt, openedBy, isEarly, bids: opened }: OpeningProtocol,
  checkAt: (digest: string) => string,
  { opening, bids, projects, ui, priceforms, format }: Reader,
): ReadableDocument {
  const moment = (at: number) => deadlineText(at, project.timeZone, format, ui)
  return {
    kind: opening('opening.title'),
    number: format.date(openedAt),
    title: project.title,
    mark: null,
    blocks: [
      {
        kind: 'facts',
        facts: [
          [opening('opening.client'), project.companyName],
          [projects('field.bidDeadline'), moment(project.bidDeadline)],
          [opening('opening.openedAt'), moment(openedAt)],
          [opening('opening.openedBy'), openedBy ?? opening(isEarly ? 'opening.answered' : 'opening.system')],
          [opening('opening.count'), format.number(opened.length)],
        ],
      },
      ...opened.flatMap(
        (
          { companyName, currency, netCents, vatCents, grossCents, submittedAt, options, seals, ...bid },
          index,
        ): Block[] => [
          { kind: 'heading', text: opening('opening.bid', { number: index + 1, company: companyName }) },
          {
            kind: 'facts',
            facts: [
              [bids('field.net'), format.money(netCents, currency)],
              [bids('field.vat'), format.money(vatCents, currency)],
              [bids('field.gross'), format.money(grossCents, currency)],
              ...options.map(({ description, netCents: cents, isAlternate }): [string, string] => [
                priceforms(isAlternate ? 'alternate.of' : 'option.of', { line: description }),
                priceforms('option.amountOutside', { amount: format.money(cents, currency) }),
              ]),
              [bids('field.submittedAt'), submittedAt === null ? '' : moment(submittedAt)],
              [bids('seal.title'), bids(bid.sealIntact ? 'seal.verified' : 'seal.broken')],
              ...seals.map(({ revision, sealedAt, digest }): [string, string] => [
                opening('opening.seal', { revision, moment: moment(sealedAt) }),
                `${digest}\n${checkAt(digest)}`,
              ]),
            ],
          },
        ],
      ),
      { kind: 'text', text: opening('opening.note') },
    ],
  }
}
