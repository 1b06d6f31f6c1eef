import type { TFunction } from 'i18next'
import type { Block, Cell, ReadableDocument } from '#app/documents/document.ts'
import { type Facts, filled, leftOver, takeFields, writing } from '#app/features/contracts/frozen-values.ts'
import type { Format } from '#app/i18n/format.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'

type Texts = { t: TFunction<'valuations'>; tContract: TFunction<'contracts'> }

/**
 * A payment certificate for reading, made from its canonical text alone, in the language of the texts and `format`. A field that this does not
 * know stands under its own name at the end, so nothing of what is frozen is left out.
 */
export function readableCertificate(text: string, { t, tContract }: Texts, format: Format): ReadableDocument {
  const certificate = takeFields(readCanonicalText(text).fields)
  const write = writing(format, certificate.text('currency'))
  const money = (name: string) => write.money(certificate.text(name))
  const at = (name: string) => format.dateTime(Date.parse(certificate.text(name)))
  const number = certificate.text('certificate')
  const title = certificate.text('milestone')
  const cards = contractParties.map((side) => {
    const party = takeFields(certificate.records(side)[0] ?? new Map())
    const label = tContract(`party.${side}`)
    const name = party.text('name')
    const businessId = party.text('business id')
    const lines = [businessId && tContract('paper.businessId', { id: businessId })]
    lines.push(...leftOver(party.left).map((fact) => fact.join(': ')))
    return { label, title: name, lines: lines.filter(Boolean) }
  })
  const rows = certificate.records('lines').map((record): Cell[] => {
    const line = takeFields(record)
    const isPercent = line.text('measure') === 'percent'
    const unit = line.text('unit')
    const done = (value: string) => (isPercent ? write.percent(value) : `${write.quantity(value)} ${unit}`.trim())
    const [position, description] = [line.text('position'), line.text('description')]
    const [whole, claimed, accepted] = [line.text('whole'), line.text('claimed'), line.text('certified')]
    const [value, toDate, reason] = [line.text('value'), line.text('value to date'), line.text('reason')]
    const less = claimed === accepted ? '' : t('paper.claimedNote', { done: done(claimed) })
    const notes = [isPercent ? '' : t('paper.ofWhole', { whole: done(whole) }), less, reason]
    return [
      {
        text: `${position}. ${description}`,
        note: leftOver(line.left)
          .map((fact) => fact.join(': '))
          .join('\n'),
      },
      write.money(value),
      { text: done(accepted), note: notes.filter(Boolean).join('\n') },
      write.money(toDate),
    ]
  })
  const files = certificate.records('files').map((record): [string, string] => {
    const file = takeFields(record)
    return [file.text('name'), file.text('SHA-256 of the file')]
  })
  for (const list of ['lines', 'files']) if (certificate.left.get(list)?.length === 0) certificate.left.delete(list)
  const claim: Facts = filled([
    [t('paper.valuation'), certificate.text('valuation')],
    [t('paper.claimed'), at('claimed')],
    [t('paper.claimedToDate'), money('claimed to date')],
    [t('paper.note'), certificate.text('note')],
  ])
  const sums: Facts = [
    [t('paper.milestoneNet'), money('net of the milestone')],
    [t('paper.milestoneVat'), money('VAT of the milestone')],
    [t('paper.netToDate'), money('net to date')],
    [t('paper.vatToDate'), money('VAT to date')],
    [t('paper.grossToDate'), money('gross to date')],
    [t('paper.before'), money('certified before')],
    [t('paper.net'), money('net')],
    [t('paper.vat'), money('VAT')],
    [t('paper.gross'), money('gross')],
    [t('paper.retention'), money('retention')],
    [t('paper.released'), money('released')],
    [t('paper.left'), money('left of the milestone')],
  ]
  const certified: Facts = filled([
    [t('paper.certifiedBy'), certificate.text('certified by')],
    [t('paper.account'), certificate.text('account')],
    [t('paper.certified'), at('certified')],
    [t('paper.contract'), certificate.text('contract')],
    [t('paper.contractDigest'), certificate.text('SHA-256 of the contract')],
    [t('paper.digestBefore'), certificate.text('SHA-256 of the certificate before')],
  ])
  const more = leftOver(certificate.left)
  const section = (heading: string, facts: Facts): Block[] =>
    facts.length > 0
      ? [
          { kind: 'heading', text: heading },
          { kind: 'facts', facts },
        ]
      : []
  return {
    kind: t('paper.kind'),
    number,
    title,
    mark: null,
    blocks: [
      { kind: 'cards', cards },
      ...section(t('paper.claim'), claim),
      { kind: 'heading', text: t('paper.lines') },
      {
        kind: 'table',
        caption: t('paper.lines'),
        columns: [
          { header: t('field.description'), width: 4.5 },
          { header: t('field.value'), width: 2.2, numeric: true },
          { header: t('paper.done'), width: 3 },
          { header: t('paper.toDate'), width: 2.2, numeric: true },
        ],
        rows,
      },
      ...section(t('paper.sums'), sums),
      ...section(t('paper.files'), files),
      ...section(t('paper.certification'), certified),
      ...section(tContract('paper.more'), more),
    ],
  }
}
