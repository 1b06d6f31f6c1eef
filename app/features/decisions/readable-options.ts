import type { TFunction } from 'i18next'
import type { Block, Cell } from '#app/documents/document.ts'
import { takeFields, type writing } from '#app/features/contracts/frozen-values.ts'

/** The options that were chosen with a bid (BID-30), as a frozen decision or letter says it; nothing without any. */
export function optionBlocks(
  frozen: ReturnType<typeof takeFields>,
  write: ReturnType<typeof writing>,
  t: TFunction<'decisions'>,
): Block[] {
  const [net, gross] = [frozen.text('net with options'), frozen.text('gross with options')]
  const rows = frozen.records('options chosen').map((record): Cell[] => {
    const line = takeFields(record)
    const quantity = `${write.quantity(line.text('quantity'))} ${line.text('unit')}`
    return [{ text: line.text('line'), note: quantity }, write.money(line.text('net'))]
  })
  if (rows.length === 0) return []
  return [
    { kind: 'heading', text: t('letter.options') },
    { kind: 'text', text: t('letter.optionsText') },
    {
      kind: 'table',
      caption: t('letter.options'),
      columns: [
        { header: t('letter.option'), width: 5 },
        { header: t('letter.net'), width: 3, numeric: true },
      ],
      rows,
    },
    {
      kind: 'facts',
      facts: [
        [t('letter.netWithOptions'), write.money(net)],
        [t('letter.grossWithOptions'), write.money(gross)],
      ],
    },
  ]
}
