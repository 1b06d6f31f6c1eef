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

/** What was checked of the chosen bid's answers to what is asked of all bidders, from a frozen decision. Empty where nothing was asked. */
export function qualificationBlocks(
  memo: ReturnType<typeof takeFields>,
  { moment, format, currency, t, qualification }: Words,
): Block[] {
  const items = memo.records('qualification').map(takeFields)
  if (items.length === 0) return []
  const write = writing(format, currency)
  const nameOf = (kind: string) => {
    const known = certificateKinds.find((one) => one === kind)
    return known ? qualification(`kind.${known}`) : kind
  }
  const lines = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n')
  const rows = items.map((item): Cell[] => {
    const [requirement, name, sum] = [
      item.text('requirement'),
      nameOf(item.text('certificate')),
      item.text('least sum'),
    ]
    const [state, issuer, number] = [item.text('state'), item.text('issuer'), item.text('number')]
    const known = states.find((one) => one === state)
    const [issued, until, insured] = [item.text('issued'), item.text('valid until'), item.text('sum insured')]
    const asked = sum === '' ? name : qualification('demand.atLeast', { name, sum: write.money(sum) })
    const shown = lines([
      number === '' ? issuer : qualification('by', { issuer, number }),
      insured === '' ? '' : writing(format, item.text('currency')).money(insured),
      issued === '' ? '' : qualification('issued', { date: write.date(issued) }),
      until === '' ? '' : qualification('validUntil', { date: write.date(until) }),
    ])
    const [file, digest] = [item.text('file'), item.text('SHA-256')]
    return [
      requirement || asked,
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
