import type { TFunction } from 'i18next'
import type { Cell, ReadableDocument } from '#app/documents/document.ts'
import { filled, leftOver, takeFields, vatLabel, writing } from '#app/features/contracts/frozen-values.ts'
import type { Format } from '#app/i18n/format.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { type ChangeOrderStatus, changeReasons } from '#db/vocabulary/change-orders.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { changeEffects } from './change-order-document.ts'

const effectKeys = {
  'a new milestone': 'adds',
  'a milestone is reduced': 'reduces',
  'no amount': 'time',
} as const

/**
 * A change order for reading, made from its canonical text alone, in the language of the texts and `format`. A field that this does not know
 * stands under its own name at the end, so nothing of what is signed is left out.
 */
export function readableChangeOrder(
  text: string,
  status: ChangeOrderStatus,
  t: TFunction<'changeorders'>,
  tContract: TFunction<'contracts'>,
  format: Format,
): ReadableDocument {
  const change = takeFields(readCanonicalText(text).fields)
  const currency = change.text('currency')
  const write = writing(format, currency)
  const number = change.text('change order')
  const contract = change.text('contract')
  const cards = contractParties.map((side) => {
    const party = takeFields(change.records(side)[0] ?? new Map())
    const title = party.text('name')
    const businessId = party.text('business id')
    const lines = [businessId && tContract('paper.businessId', { id: businessId })]
    lines.push(...leftOver(party.left).map((fact) => fact.join(': ')))
    return { label: tContract(`party.${side}`), title, lines: lines.filter(Boolean) }
  })
  const rows = change.records('lines').map((record): Cell[] => {
    const line = takeFields(record)
    const position = line.text('position')
    const contractLine = line.text('line of the contract')
    const quantity = `${write.quantity(line.text('quantity'))} ${line.text('unit')}`
    const [description, price, net] = [line.text('description'), line.text('unit price'), line.text('net')]
    const source = contractLine ? t('paper.contractPrice', { number: contractLine }) : t('paper.newItem')
    const note = [source, ...leftOver(line.left).map((fact) => fact.join(': '))].join('\n')
    return [{ text: `${position}. ${description}`, note }, quantity, write.unitPrice(price), write.money(net)]
  })
  // Without lines a canonical text says how many: none.
  if (rows.length === 0) change.left.delete('lines')
  const by = contractParties.find((side) => side === change.left.get('proposed by'))
  const byText = change.text('proposed by')
  const reason = changeReasons.find((known) => known === change.left.get('reason'))
  const reasonText = change.text('reason')
  const effect = changeEffects.find((known) => known === change.left.get('effect'))
  const effectText = change.text('effect')
  const days = Number(change.text('days of extension'))
  const category = change.text('VAT category')
  const rate = write.percent(change.text('VAT percent'))
  const label = category && category !== 'S' ? vatLabel(category, tContract) : ''
  const vat = [rate, label, change.text('VAT ground')].filter(Boolean).join(' · ')
  const facts = filled([
    [t('paper.contract'), contract],
    [t('field.proposer'), by ? tContract(`party.${by}`) : byText],
    [t('field.reason'), reason ? t(`reason.${reason}`) : reasonText],
    [t('field.extension'), t('days', { count: days })],
    [t('form.extensionFor'), change.text('extension of')],
    [t('field.effect'), effect ? t(`effect.${effectKeys[effect]}`) : effectText],
    [t('field.milestone'), change.text('milestone')],
  ])
  const title = change.text('title')
  const description = change.text('description')
  const net = write.money(change.text('net'))
  const amounts = filled([
    [tContract('detail.net'), net],
    [tContract('detail.vat'), `${write.money(change.text('VAT'))} (${vat})`],
    [tContract('detail.gross'), write.money(change.text('gross'))],
    [tContract('paper.currency'), currency],
  ])
  const references = filled([[t('paper.contractDigest'), change.text('SHA-256 of the contract')]])
  const files = change.records('files').map((record): Cell[] => {
    const file = takeFields(record)
    return [file.text('name'), file.text('SHA-256')]
  })
  const more = leftOver(change.left)
  return {
    kind: t('paper.kind'),
    number,
    title,
    mark: status === 'accepted' ? null : t(`status.${status}`),
    blocks: [
      { kind: 'cards', cards },
      { kind: 'facts', facts },
      { kind: 'heading', text: t('field.description') },
      { kind: 'text', text: description },
      ...(rows.length === 0
        ? []
        : ([
            { kind: 'heading', text: t('field.lines') },
            {
              kind: 'table',
              caption: t('field.lines'),
              columns: [
                { header: tContract('paper.line'), width: 5 },
                { header: tContract('paper.quantity'), width: 2, numeric: true },
                { header: tContract('paper.unitPrice'), width: 2.2, numeric: true },
                { header: tContract('detail.net'), width: 2.2, numeric: true },
              ],
              rows,
              footer: [tContract('detail.total'), '', '', net],
            },
          ] as const)),
      { kind: 'facts', facts: amounts },
      ...(files.length === 0
        ? []
        : ([
            { kind: 'heading', text: t('field.files') },
            {
              kind: 'table',
              caption: t('field.files'),
              columns: [
                { header: t('paper.fileName'), width: 3 },
                { header: 'SHA-256', width: 6 },
              ],
              rows: files,
            },
          ] as const)),
      { kind: 'heading', text: tContract('paper.references') },
      { kind: 'facts', facts: references },
      ...(more.length === 0
        ? []
        : ([
            { kind: 'heading', text: tContract('paper.more') },
            { kind: 'facts', facts: more },
          ] as const)),
    ],
  }
}
