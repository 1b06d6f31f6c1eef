import { sumCents } from '#app/platform/money.ts'
import type { FinancialCategory } from '#db/vocabulary/finance.ts'

/** What a part of an invoice is for; without an amount it takes what the others leave. */
export type AskedPart = {
  category: FinancialCategory
  ownCategoryId: string | null
  projectId: string | null
  netCents: number | null
}
export type Part = AskedPart & { netCents: number }

/** The parts of an invoice, which add up to its net to the cent. Why not, as a key of `receivedinvoices:refused.*`. */
export function partsOf(
  netCents: number,
  asked: readonly AskedPart[],
): { parts: Part[] } | { refused: 'noParts' | 'twoOpenParts' | 'partsDoNotAddUp' } {
  if (asked.length === 0) return { refused: 'noParts' }
  const open = asked.filter((part) => part.netCents === null)
  if (open.length > 1) return { refused: 'twoOpenParts' }
  const rest = netCents - sumCents(asked.map((part) => part.netCents ?? 0))
  const parts = asked.map((part) => ({ ...part, netCents: part.netCents ?? rest }))
  const fits = (open.length === 1 || rest === 0) && parts.every((part) => part.netCents > 0)
  return fits ? { parts } : { refused: 'partsDoNotAddUp' }
}
