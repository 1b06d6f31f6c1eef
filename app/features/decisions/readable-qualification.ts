import type { TFunction } from 'i18next'
import type { Block, Cell } from '#app/documents/document.ts'
import { takeFields, writing } from '#app/features/contracts/frozen-values.ts'
import type { QualificationItem } from '#app/features/qualifications/check-qualification.ts'
import type { Format } from '#app/i18n/format.ts'
import { certificateKinds } from '#db/vocabulary/qualifications.ts'

type Words = {
  moment: (at: string) => string
  format: Format
  currency: string
  t: TFunction<'memo'>
  qualification: TFunction<'qualification'>
}

const states: readonly QualificationItem['state'][] = [
  'met',
  'missing',
  'notMet',
  'valid',
  'ending',
  'expired',
  'tooOld',
  'notYet',
  'sumTooLow',
]

/** What is not in order of a bid, as its frozen text has it: what was asked, with what was found. */
export function notInOrder(
  items: readonly ReturnType<typeof takeFields>[],
  { format, currency, qualification }: Pick<Words, 'format' | 'currency' | 'qualification'>,
): [asked: string, found: string][] {
  return items.map((item) => {
    const state = item.text('state')
    const known = states.find((one) => one === state)
    const found = known ? qualification(`item.${known}`) : state
    const words = item.text('words')
    return [askedOf(item, { format, currency, qualification }), words === '' ? found : `${found}: ${words}`]
  })
}

/** A requirement in its words, or the name of a demanded certificate with its least sum. */
function askedOf(
  item: ReturnType<typeof takeFields>,
  { format, currency, qualification }: Pick<Words, 'format' | 'currency' | 'qualification'>,
): string {
  const [kind, sum] = [item.text('certificate'), item.text('least sum')]
  const known = certificateKinds.find((one) => one === kind)
  const name = known ? qualification(`kind.${known}`) : kind
  const certificate =
    sum === '' ? name : qualification('demand.atLeast', { name, sum: writing(format, currency).money(sum) })
  return item.text('requirement') || certificate
}

/** What was checked of the chosen bid's answers to what is asked of all bidders, from a frozen decision. Empty where nothing was asked. */
export function qualificationBlocks(
  memo: ReturnType<typeof takeFields>,
  { moment, format, currency, t, qualification }: Words,
): Block[] {
  const items = memo.records('qualification').map(takeFields)
  if (items.length === 0) return []
  const write = writing(format, currency)
  const lines = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n')
  const rows = items.map((item): Cell[] => {
    const [state, issuer, number] = [item.text('state'), item.text('issuer'), item.text('number')]
    const known = states.find((one) => one === state)
    const [issued, until, insured] = [item.text('issued'), item.text('valid until'), item.text('sum insured')]
    const shown = lines([
      number === '' ? issuer : qualification('by', { issuer, number }),
      insured === '' ? '' : writing(format, item.text('currency')).money(insured),
      issued === '' ? '' : qualification('issued', { date: write.date(issued) }),
      until === '' ? '' : qualification('validUntil', { date: write.date(until) }),
    ])
    const [file, digest] = [item.text('file'), item.text('SHA-256')]
    return [
      askedOf(item, { format, currency, qualification }),
      { text: known ? qualification(`item.${known}`) : state, note: item.text('words') },
      { text: shown || '–', note: file === '' ? '' : lines([file, `SHA-256 ${digest}`]) },
    ]
  })
  const title = t('qualification.title')
  return [
    { kind: 'heading', text: title },
    { kind: 'text', text: t('qualification.checked', { time: moment(memo.text('qualification checked')) }) },
    {
      kind: 'table',
      caption: title,
      columns: [
        { header: t('qualification.asked'), width: 4 },
        { header: t('qualification.found'), width: 3 },
        { header: qualification('answer.proof'), width: 4 },
      ],
      rows,
    },
  ]
}
