import type { TFunction } from 'i18next'
import type { Cell, ReadableDocument } from '#app/documents/document.ts'
import type { Format } from '#app/i18n/format.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { type ContractStatus, contractParties, feeBases, paymentMethods } from '#db/vocabulary/contracts.ts'
import { feeBasisText, untilHandover } from './contract-document.ts'
import { type Facts, filled, leftOver, takeFields, vatLabel, writing } from './frozen-values.ts'
import { closingBlocks } from './readable-closing.ts'
import { optionBlocks, scopeBlocks } from './readable-scope.ts'

/** What a readable contract is made of: canonical texts, of any version, and nothing that can change later. */
export type ContractTexts = {
  /** As it is frozen, or as it would be frozen now. */
  text: string
  /** The awarded bid as submitted, whose SHA-256 stands in the contract; null if none was sealed. */
  bidText: string | null
}

/**
 * A contract for reading, in the language of its texts and `format`: everything that its texts say, in whatever
 * version. A field that this does not know stands under its own name at the end, so nothing of what is signed is left out.
 */
export function readableContract(
  { text, bidText }: ContractTexts,
  status: ContractStatus,
  t: TFunction<'contracts'>,
  tSecurities: TFunction<'securities'>,
  format: Format,
): ReadableDocument {
  const contract = takeFields(readCanonicalText(text).fields)
  const currency = contract.text('currency')
  const write = writing(format, currency)
  const number = contract.text('contract')
  const title = contract.text('title')
  const references: Facts = [
    [t('paper.number'), number],
    [t('paper.project'), contract.text('project')],
    [t('paper.bidDigest'), contract.text('SHA-256 of the bid')],
    [t('paper.tenderSetDigest'), contract.text('SHA-256 of the tender set')],
  ]
  const cards = contractParties.map((side) => {
    const party = takeFields(contract.records(side)[0] ?? new Map())
    const name = party.text('name')
    const businessId = party.text('business id')
    const place = [party.text('postal code'), party.text('city')].filter(Boolean).join(' ')
    references.push([t('paper.companyOf', { party: t(`party.${side}`) }), party.text('company')])
    const lines = [businessId && t('paper.businessId', { id: businessId }), party.text('street'), place]
    lines.push(write.country(party.text('country')), ...leftOver(party.left).map((fact) => fact.join(': ')))
    return { label: t(`party.${side}`), title: name, lines: lines.filter(Boolean) }
  })
  const scope = bidText === null ? [] : scopeBlocks(bidText, t, format)
  const milestones = contract.records('milestones').map(takeFields)
  const taxed = new Set<string>()
  const rows = milestones.map((milestone): Cell[] => {
    const [position, name, description] = [
      milestone.text('position'),
      milestone.text('title'),
      milestone.text('description'),
    ]
    const [net, rate, vat] = [milestone.text('net'), milestone.text('VAT percent'), milestone.text('VAT')]
    const category = milestone.text('VAT category')
    const ground = milestone.text('VAT ground')
    const [due, amount] = [milestone.text('due'), milestone.text('amount')]
    if (category !== '' || ground !== '') taxed.add([vatLabel(category, t), ground].filter(Boolean).join(': '))
    const note = [description, ...leftOver(milestone.left).map((fact) => fact.join(': '))].filter(Boolean).join('\n')
    return [
      { text: `${position}. ${name}`, note },
      write.date(due),
      write.money(net),
      { text: write.money(vat), note: rate && write.percent(rate) },
      write.money(amount),
    ]
  })
  const [net, vat, gross] = [contract.text('net'), contract.text('VAT'), contract.text('gross')].map(write.money)
  const method = paymentMethods.find((known) => known === contract.left.get('payment method'))
  const methodText = contract.text('payment method')
  const terms = contract.text('terms')
  const [days, interest] = [contract.text('payment days'), contract.text('late interest percent')]
  const until = contract.text('retention until')
  const retained = until === untilHandover ? t('paper.retentionUntilHandover') : until
  const feeBasis = contract.text('platform fee of')
  const feeKind = feeBases.find((known) => feeBasisText[known] === feeBasis)
  const feeOf = feeKind ? t(`paper.feeOf.${feeKind}`) : feeBasis
  const payment = filled([
    [t('form.paymentMethod'), method ? t(`paymentMethod.${method}`) : methodText],
    [t('paper.paymentDays'), days && t('paper.days', { count: Number(days) })],
    [t('paper.lateInterest'), days && (interest ? write.percent(interest) : t('paper.lateInterestByLaw'))],
    [t('paper.paymentTerms'), contract.text('payment terms')],
    [t('detail.retention'), [write.percent(contract.text('retention percent')), retained].filter(Boolean).join('\n')],
    [t('detail.fee'), [write.percent(contract.text('platform fee percent')), feeOf].filter(Boolean).join('\n')],
    [t('paper.currency'), currency],
    [t('paper.taxed'), [...taxed].join('\n')],
  ])
  const closing = closingBlocks(contract, takeFields, write, tSecurities)
  const options = optionBlocks(contract.records('options of the bid'), currency, t, format)
  const more = leftOver(contract.left)
  return {
    kind: t('detail.title'),
    number,
    title,
    mark: markOf(status, t),
    blocks: [
      { kind: 'heading', text: t('paper.parties') },
      { kind: 'cards', cards },
      ...scope,
      ...options,
      { kind: 'heading', text: t('paper.milestonesAndPrice') },
      {
        kind: 'table',
        caption: t('paper.milestonesAndPrice'),
        columns: [
          { header: t('detail.milestone'), width: 5 },
          { header: t('detail.due'), width: 2 },
          { header: t('detail.net'), width: 2.2, numeric: true },
          { header: t('detail.vat'), width: 2, numeric: true },
          { header: t('detail.gross'), width: 2.2, numeric: true },
        ],
        rows,
        footer: [t('detail.total'), '', net ?? '', vat ?? '', gross ?? ''],
      },
      { kind: 'heading', text: t('paper.payment') },
      { kind: 'facts', facts: payment },
      ...closing,
      { kind: 'heading', text: t('detail.terms') },
      { kind: 'text', text: terms },
      { kind: 'heading', text: t('paper.references') },
      { kind: 'facts', facts: filled(references) },
      ...(more.length === 0
        ? []
        : ([
            { kind: 'heading', text: t('paper.more') },
            { kind: 'facts', facts: more },
          ] as const)),
    ],
  }
}

/** What stands across a document that does not bind both parties. */
export function markOf(status: ContractStatus, t: TFunction<'contracts'>): string | null {
  if (status === 'sent' || status === 'partially_signed') return t('paper.unsigned')
  const isBinding = status === 'active' || status === 'completed' || status === 'terminated'
  return isBinding ? null : t(`status.${status}`)
}
