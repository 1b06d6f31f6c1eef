import type { TFunction } from 'i18next'
import type { Block, ReadableDocument } from '#app/documents/document.ts'
import type { Format } from '#app/i18n/format.ts'
import { type CanonicalRecord, readCanonicalText } from '#app/platform/text/canonical-text.ts'

/** Every value of a canonical text of a bid or contract as a reader has to see it, without spaces. */
export function valuesToSee(text: string, t: TFunction<'contracts'>, format: Format): string[] {
  const { fields } = readCanonicalText(text)
  const currency = String(fields.get('currency'))
  const leaves = (record: CanonicalRecord): [string, string][] =>
    [...record].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : value.flatMap(leaves)))
  const see = (name: string, value: string): string => {
    const cents = () => Math.round(Number(value) * 100)
    if (['net', 'VAT', 'gross', 'amount'].includes(name)) return format.money(cents(), currency)
    if (name === 'unit price') return format.unitPrice(Math.round(Number(value) * 10_000), currency)
    if (name.endsWith('percent')) return format.percent(cents())
    if (name === 'quantity') return format.quantity(Math.round(Number(value) * 1000))
    if (['due', 'ready for handover'].includes(name)) return format.date(value)
    if (name === 'country') return format.country(value)
    if (name === 'VAT category') return t(`paper.vat.${value as 'S'}`)
    // The words of closing terms, each written out in `readable-contract.test.ts`.
    if (['purpose', 'kind', 'until', 'retention until', 'platform fee of', 'days'].includes(name)) return ''
    if (name.startsWith('months') || name.endsWith('months') || name === 'maximum days')
      return format.number(Number(value))
    if (name === 'payment method') return t(`paymentMethod.${value as 'secure_escrow'}`)
    return value
  }
  return leaves(fields).map(([name, value]) => withoutSpaces(see(name, value)))
}

export const withoutSpaces = (text: string): string => text.replace(/\s+/gu, '')

/** Everything that a document says, without spaces. */
export const documentText = ({ number, title, blocks }: ReadableDocument): string =>
  withoutSpaces([number, title, ...blocks.flatMap(blockTexts)].join(' '))

/** Every text of a block. */
export function blockTexts(block: Block): string[] {
  if (block.kind === 'facts') return block.facts.flat()
  if (block.kind === 'cards') return block.cards.flatMap(({ label, title, lines }) => [label, title, ...lines])
  if (block.kind === 'qr') return [block.text, block.url ?? '']
  if (block.kind === 'barcode') return [block.label, block.digits]
  if (block.kind === 'drawing') return [block.label]
  if (block.kind !== 'table') return [block.text]
  const cells = [...block.rows.flat(), ...(block.footer ?? [])]
  return cells.map((cell) => (typeof cell === 'string' ? cell : `${cell.text} ${cell.note}`))
}
