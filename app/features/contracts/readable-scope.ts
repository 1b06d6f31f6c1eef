import type { TFunction } from 'i18next'
import type { Block, Cell } from '#app/documents/document.ts'
import type { Format } from '#app/i18n/format.ts'
import { type CanonicalRecord, readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { priceForms } from '#db/vocabulary/projects.ts'
import { filled, takeFields, vatLabel, writing } from './frozen-values.ts'

/** The form of a line's price in words, with the shares of a target price; '' for the usual unit price. */
function priceFormNote(
  line: ReturnType<typeof takeFields>,
  t: TFunction<'contracts'>,
  write: ReturnType<typeof writing>,
): string {
  const text = line.text('price form')
  const form = priceForms.find((known) => known === text)
  const [overrun, underrun] = ['bears percent of an over-run', 'gets percent of an under-run'].map((field) =>
    write.percent(line.text(`bidder ${field}`)),
  )
  const shares = overrun && underrun ? t('paper.shares', { overrun, underrun }) : ''
  return [form ? t(`paper.priceForm.${form}`) : text, shares].filter(Boolean).join('\n')
}

/** What was asked for and offered, with the price of each line, as the sealed bid says it. */
export function scopeBlocks(bidText: string, t: TFunction<'contracts'>, format: Format): Block[] {
  const bid = takeFields(readCanonicalText(bidText).fields)
  const write = writing(format, bid.text('currency'))
  const rows = bid.records('lines').map((record): Cell[] => {
    const line = takeFields(record)
    const priced = line.text('excluded') !== 'true'
    const category = line.text('VAT category')
    const rate = line.text('VAT percent')
    const untaxed = category !== '' && category !== 'S'
    const form = priceFormNote(line, t, write)
    const isOption = line.text('option outside the total') !== ''
    const isAlternate = line.text('own alternate') !== ''
    const option = isAlternate ? t('paper.alternate') : isOption ? t('paper.option') : ''
    const quantity = `${write.quantity(line.text('quantity'))} ${line.text('unit')}`
    return [
      {
        text: line.text('description'),
        note: [priced ? '' : t('paper.excluded'), form, option].filter(Boolean).join('\n'),
      },
      quantity,
      priced ? write.unitPrice(line.text('unit price')) : '',
      untaxed ? vatLabel(category, t) : write.percent(rate),
      priced ? write.money(line.text('net')) : '',
    ]
  })
  const attached = bid.records('attachments').map((record): [string, string] => {
    const file = takeFields(record)
    return [file.text('name'), `SHA-256 ${file.text('SHA-256')}`]
  })
  const approach = bid.text('approach')
  const weeks = Number(bid.text('timeline in weeks'))
  return [
    { kind: 'heading', text: t('paper.scope') },
    { kind: 'text', text: t('paper.scopeText') },
    {
      kind: 'table',
      caption: t('paper.scope'),
      columns: [
        { header: t('paper.line'), width: 5 },
        { header: t('paper.quantity'), width: 2, numeric: true },
        { header: t('paper.unitPrice'), width: 2.2, numeric: true },
        { header: t('detail.vat'), width: 2, numeric: true },
        { header: t('detail.net'), width: 2.2, numeric: true },
      ],
      rows,
      footer: [t('detail.total'), '', '', '', write.money(bid.text('net'))],
    },
    {
      kind: 'facts',
      facts: filled([
        [t('paper.dayWork'), write.money(bid.text('net of day-work'))],
        [t('paper.contractNet'), write.money(bid.text('contract sum, net'))],
        [t('paper.optionsNet'), write.money(bid.text('net of options, outside the total'))],
        [t('paper.timeline'), Number.isInteger(weeks) && weeks > 0 ? t('paper.weeks', { count: weeks }) : ''],
        [t('paper.approach'), approach],
        [t('paper.inclusions'), bid.text('inclusions')],
        [t('paper.exclusions'), bid.text('exclusions')],
        [t('paper.validUntil'), write.date(bid.text('valid until'))],
        ...attached,
      ]),
    },
  ]
}

/** The options of the bid that are part of the contract; nothing without any. */
export function optionBlocks(
  records: readonly CanonicalRecord[],
  currency: string,
  t: TFunction<'contracts'>,
  format: Format,
): Block[] {
  if (records.length === 0) return []
  const write = writing(format, currency)
  const rows = records.map((record): Cell[] => {
    const line = takeFields(record)
    const quantity = `${write.quantity(line.text('quantity'))} ${line.text('unit')}`
    return [line.text('description'), quantity, write.money(line.text('net'))]
  })
  return [
    { kind: 'heading', text: t('paper.options') },
    { kind: 'text', text: t('paper.optionsText') },
    {
      kind: 'table',
      caption: t('paper.options'),
      columns: [
        { header: t('paper.line'), width: 5 },
        { header: t('paper.quantity'), width: 2, numeric: true },
        { header: t('detail.net'), width: 2.2, numeric: true },
      ],
      rows,
    },
  ]
}
