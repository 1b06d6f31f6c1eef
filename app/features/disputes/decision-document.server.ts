import type { Block, ReadableDocument } from '#app/documents/document.ts'
import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { DisputeDetail } from './queries.server.ts'

/** How a dispute ended, as a document of both parties in a reader's language; null while it is open. */
export function readableDecision(dispute: DisputeDetail, { locale, format }: Reader): ReadableDocument | null {
  const { contract, milestone, decision, offers, opened } = dispute
  if (!decision) return null
  const t = i18nFor(locale).getFixedT(null, 'disputes')
  const { clientName, providerName, currency, number } = contract
  const money = (cents: number) => format.money(cents, currency)
  const companyOf = { client: clientName, provider: providerName, admin: '' }
  const offer = offers.find(({ id }) => id === decision.offerId)
  const accepter = offer?.party === 'client' ? providerName : clientName
  const by = (name: string, at: number, company: string) =>
    t(company ? 'paper.byFor' : 'paper.by', { name, company, time: format.dateTime(at) })
  const ended: (readonly [string, string])[] = offer
    ? [
        [t('paper.offered'), by(offer.madeByName, offer.madeAt, companyOf[offer.party])],
        [t('paper.accepted'), by(decision.decidedByName, decision.at, accepter)],
      ]
    : [[t('paper.decided'), by(decision.decidedByName, decision.at, '')]]
  const blocks: Block[] = [
    {
      kind: 'facts',
      facts: [
        [t('client'), clientName],
        [t('provider'), providerName],
        [t('paper.subject'), milestone ? t('paper.milestone', milestone) : t('retention')],
        ...(opened ? [[t('paper.opened'), by(opened.actorName ?? '', opened.at, '')] as const] : []),
        ...ended,
      ],
    },
    { kind: 'heading', text: t('paper.division') },
    {
      kind: 'table',
      caption: t('paper.division'),
      columns: [
        { header: t('paper.goesTo'), width: 6 },
        { header: t('paper.amount'), width: 3, numeric: true },
      ],
      rows: [
        [clientName, money(decision.clientCents)],
        [providerName, money(decision.providerCents)],
      ],
      footer: [t('paper.total'), money(decision.clientCents + decision.providerCents)],
    },
    ...(opened?.note ? headed(t('paper.why'), opened.note) : []),
    ...(decision.reasons ? headed(t(offer ? 'paper.note' : 'paper.reasons'), decision.reasons) : []),
    { kind: 'text', text: t(offer ? 'paper.agreedText' : 'paper.decidedText') },
    ...(decision.documentHash
      ? ([
          { kind: 'heading', text: t('paper.proof') },
          { kind: 'facts', facts: [[t('paper.hash'), decision.documentHash]] },
        ] satisfies Block[])
      : [{ kind: 'text', text: t('paper.unfrozen') } as const]),
  ]
  return { kind: t(offer ? 'paper.agreed' : 'paper.title'), number, title: contract.title, mark: null, blocks }
}

const headed = (heading: string, text: string): Block[] => [
  { kind: 'heading', text: heading },
  { kind: 'text', text },
]

/** The same as a PDF; null while the dispute is open. */
export function decisionPdf(dispute: DisputeDetail, reader: Reader): PdfFile | null {
  const document = readableDecision(dispute, reader)
  const { decision, milestone, contract } = dispute
  if (!document || !decision) return null
  const name = [contract.number, milestone?.position ?? 'retention', 'decision'].join('-')
  const description = i18nFor(reader.locale).getFixedT(null, 'disputes')('paper.text')
  const attachments = decision.documentText ? [{ name: `${name}.txt`, text: decision.documentText, description }] : []
  return { name: `${name}.pdf`, document, options: { locale: reader.locale, createdAt: decision.at, attachments } }
}
