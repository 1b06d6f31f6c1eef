import type { TFunction } from 'i18next'
import type { Block, Cell, ReadableDocument } from '#app/documents/document.ts'
import { type Facts, filled, leftOver, takeFields, writing } from '#app/features/contracts/frozen-values.ts'
import type { Format } from '#app/i18n/format.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { contractParties, delayDayKinds } from '#db/vocabulary/contracts.ts'
import { type FinalAccountStatus, finalItemKinds } from '#db/vocabulary/final-accounts.ts'

/** What a final account is read from, on a page or as a PDF. */
export type FinalAccountPaper = { text: string; status: FinalAccountStatus; documentHash: string | null }

type Texts = {
  t: TFunction<'finalaccount'>
  tContract: TFunction<'contracts'>
  tSecurities: TFunction<'securities'>
}

/**
 * A final account for reading, made from its canonical text alone, in the language of the texts and `format`. A field that this does not
 * know stands under its own name at the end, so nothing of what is signed is left out.
 */
export function readableFinalAccount(
  { text, status }: Pick<FinalAccountPaper, 'text' | 'status'>,
  { t, tContract, tSecurities }: Texts,
  format: Format,
): ReadableDocument {
  const account = takeFields(readCanonicalText(text).fields)
  const currency = account.text('currency')
  const write = writing(format, currency)
  const money = (name: string) => write.money(account.text(name))
  const partyName = (side: string) => {
    const known = contractParties.find((one) => one === side)
    return known ? tContract(`party.${known}`) : side
  }
  const name = account.text('final account')
  const cards = contractParties.map((side) => {
    const party = takeFields(account.records(side)[0] ?? new Map())
    const title = party.text('name')
    const businessId = party.text('business id')
    const lines = [businessId && tContract('paper.businessId', { id: businessId })]
    lines.push(...leftOver(party.left).map((fact) => fact.join(': ')))
    return { label: tContract(`party.${side}`), title, lines: lines.filter(Boolean) }
  })
  const changes = account.records('change orders').map((record): [string, string] => {
    const change = takeFields(record)
    const title = [change.text('change order'), change.text('title')].join(': ')
    const gross = write.money(change.text('gross'))
    return [title, [gross, ...leftOver(change.left).map((fact) => fact.join(': '))].join('\n')]
  })
  const sums: Facts = [
    [t('paper.signed'), money('sum as signed')],
    ...changes,
    [tContract('detail.net'), money('net')],
    [tContract('detail.vat'), money('VAT')],
    [t('paper.toDate'), money('gross')],
  ]
  const partFacts = (text: string): Facts =>
    text === ''
      ? []
      : text.split('\n').map((line) => {
          const [heldOn = '', price = ''] = line.split(': ')
          return [t('paper.partTakenOver', { date: write.date(heldOn) }), write.money(price)]
        })
  const delay = account.records('delay').flatMap((record): Facts => {
    const one = takeFields(record)
    const [daysText, percent] = [one.text('days'), one.text('daily percent')]
    const kind = delayDayKinds.find((known) => known === daysText)
    return [
      [t('paper.dueOn'), write.date(one.text('ready for handover'))],
      [t('paper.extension'), t('days', { count: Number(one.text('days of extension')) })],
      [t('paper.handedOver'), write.date(one.text('handed over'))],
      [t('paper.delayed'), t('days', { count: Number(one.text('days of delay')) })],
      [t('paper.counted'), t('days', { count: Number(one.text('days that count')) })],
      [tSecurities('form.delayDays'), kind ? tSecurities(`days.${kind}`) : daysText],
      [t('paper.daily'), write.percent(percent)],
      [t('paper.price'), write.money(one.text('price'))],
      ...partFacts(one.text('taken over before')),
      [tSecurities('paper.delayDamages'), write.money(one.text('damages'))],
      ...leftOver(one.left),
    ]
  })
  const rows = account.records('items').map((record): Cell[] => {
    const item = takeFields(record)
    const [position, kindText, outcome] = [item.text('position'), item.text('kind'), item.text('outcome')]
    const [description, claimant, amount] = [item.text('description'), item.text('claimant'), item.text('amount')]
    const kind = finalItemKinds.find((known) => known === kindText)
    const answer = item.text('answer')
    const note = [kind ? t(`kind.${kind}`) : kindText, ...leftOver(item.left).map((fact) => fact.join(': '))]
    const known = outcome === 'agreed' || outcome === 'reserved' ? t(`answer.${outcome}`) : outcome
    return [
      { text: `${position}. ${description}`, note: note.join('\n') },
      partyName(claimant),
      { text: known, note: answer },
      write.money(amount),
    ]
  })
  // Without rows a canonical text says how many: none.
  for (const list of ['items', 'change orders']) if (account.left.get(list)?.length === 0) account.left.delete(list)
  const totals = filled([
    [t('paper.agreedProvider'), money('agreed for the provider')],
    [t('paper.agreedClient'), money('agreed for the client')],
    [t('paper.total'), money('total')],
    [t('paper.paid'), money('paid')],
    [t('paper.toPay'), money('still to pay')],
    [t('paper.reservedProvider'), money('reserved by the provider')],
    [t('paper.reservedClient'), money('reserved by the client')],
    [t('paper.held'), money('held in escrow')],
    [t('paper.retention'), money('retention')],
    [t('paper.invoiced'), money('invoiced')],
    [tContract('paper.currency'), currency],
  ])
  const references = filled([
    [t('paper.contract'), account.text('contract')],
    [t('paper.contractDigest'), account.text('SHA-256 of the contract')],
  ])
  const more = leftOver(account.left)
  const section = (heading: string, blocks: Block[], isThere: boolean): Block[] =>
    isThere ? [{ kind: 'heading', text: heading }, ...blocks] : []
  const table: Block = {
    kind: 'table',
    caption: t('paper.items'),
    columns: [
      { header: t('field.description'), width: 5 },
      { header: t('field.claimant'), width: 2.2 },
      { header: t('field.answer'), width: 3 },
      { header: t('field.amount'), width: 2.2, numeric: true },
    ],
    rows,
  }
  return {
    kind: t('paper.kind'),
    number: name,
    title: t('paper.title'),
    mark: status === 'signed' ? null : t(`status.${status}`),
    blocks: [
      { kind: 'cards', cards },
      { kind: 'heading', text: t('paper.sum') },
      { kind: 'facts', facts: sums },
      ...section(
        t('paper.delay'),
        [
          { kind: 'text', text: t('paper.delayText') },
          { kind: 'facts', facts: delay },
        ],
        delay.length > 0,
      ),
      ...section(t('paper.items'), [table], rows.length > 0),
      { kind: 'heading', text: t('paper.result') },
      { kind: 'facts', facts: totals },
      ...section(tContract('paper.references'), [{ kind: 'facts', facts: references }], references.length > 0),
      ...section(tContract('paper.more'), [{ kind: 'facts', facts: more }], more.length > 0),
    ],
  }
}
