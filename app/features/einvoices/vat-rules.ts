import { sumCents } from '#app/platform/money.ts'
import { type VatCategory, vatCategories } from '#db/vocabulary/invoicing.ts'
import { type Einvoice, signedCents, type Vat } from './einvoice.ts'
import { isFilled, type Mend, type Rule } from './rule.ts'

/** The names of the categories in the rules' ids: that of goods for another EU country is IC. */
const names: Record<VatCategory, string> = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' }

/** Whether the parties have the numbers that a category needs: BR-S-2, BR-AE-2 and their like. */
const hasNumbers: Record<VatCategory, (invoice: Einvoice) => boolean> = {
  S: isSellerKnown,
  Z: isSellerKnown,
  E: isSellerKnown,
  AE: (invoice) =>
    isSellerKnown(invoice) && (isFilled(invoice.buyer.vatId) || isFilled(invoice.buyer.legalId?.id ?? null)),
  K: ({ seller, buyer }) => isFilled(seller.vatId) && isFilled(buyer.vatId),
  G: ({ seller }) => isFilled(seller.vatId),
  O: ({ seller, buyer }) => seller.vatId === null && buyer.vatId === null,
}

function isSellerKnown({ seller }: Einvoice): boolean {
  return isFilled(seller.vatId) || isFilled(seller.taxId)
}

/** BR-S-5 to 7 and their like. */
const isRateOf: Record<VatCategory, (rateBp: number | null) => boolean> = {
  S: (rateBp) => rateBp !== null && rateBp > 0,
  Z: (rateBp) => rateBp === 0,
  E: (rateBp) => rateBp === 0,
  AE: (rateBp) => rateBp === 0,
  K: (rateBp) => rateBp === 0,
  G: (rateBp) => rateBp === 0,
  O: (rateBp) => rateBp === null,
}

const lines = (invoice: Einvoice) => invoice.lines
const allowances = (invoice: Einvoice) => invoice.adjustments.filter(({ isCharge }) => !isCharge)
const charges = (invoice: Einvoice) => invoice.adjustments.filter(({ isCharge }) => isCharge)
const parts = [lines, allowances, charges] as const

const ruleOf = (category: VatCategory, number: string, mend: Mend, holds: Rule['holds']): Rule => ({
  id: `BR-${names[category]}-${number}`,
  mend,
  holds,
})

/** The ten rules that EN 16931-1 has for each VAT category. */
function rulesOf(category: VatCategory): Rule[] {
  const of = <Part extends Vat>(all: readonly Part[]) => all.filter((part) => part.category === category)
  const groups = (invoice: Einvoice) => of(invoice.vat)
  const isUsed = (invoice: Einvoice) => parts.some((list) => of<Vat>(list(invoice)).length > 0)
  const isTaxed = category === 'S'
  return [
    ruleOf(category, '01', 'ours', (invoice) => {
      const count = groups(invoice).length
      return isUsed(invoice) ? (isTaxed ? count > 0 : count === 1) : count === 0
    }),
    ...parts.map((list, index) =>
      ruleOf(
        category,
        `0${index + 2}`,
        'vatNumbers',
        (invoice) => of<Vat>(list(invoice)).length === 0 || hasNumbers[category](invoice),
      ),
    ),
    ...parts.map((list, index) =>
      ruleOf(category, `0${index + 5}`, 'line', (invoice) =>
        of<Vat>(list(invoice)).every(({ rateBp }) => isRateOf[category](rateBp)),
      ),
    ),
    ruleOf(category, '08', 'ours', (invoice) =>
      groups(invoice).every((group) => group.netCents === baseOf(invoice, group)),
    ),
    ruleOf(category, '09', 'ours', (invoice) => isTaxed || groups(invoice).every(({ vatCents }) => vatCents === 0)),
    ruleOf(category, '10', 'ground', (invoice) =>
      groups(invoice).every((group) => {
        const isGiven = isFilled(group.reason) || isFilled(group.reasonCode)
        return category === 'S' || category === 'Z' ? !isGiven : isGiven
      }),
    ),
  ]
}

/** What the lines, charges and allowances of one category and rate come to. */
function baseOf(invoice: Einvoice, { category, rateBp }: Vat): number {
  const isOf = (part: Vat) => part.category === category && part.rateBp === rateBp
  return sumCents([
    ...invoice.lines.filter(isOf).map(({ netCents }) => netCents),
    ...invoice.adjustments.filter(isOf).map(signedCents),
  ])
}

const isOutside = ({ vat }: Einvoice) => vat.some(({ category }) => category === 'O')
const isOnlyOutside = (list: (invoice: Einvoice) => readonly Vat[]) => (invoice: Einvoice) =>
  !isOutside(invoice) || list(invoice).every(({ category }) => category === 'O')

const goesAbroad = ({ vat }: Einvoice) => vat.some(({ category }) => category === 'K')

export const vatRules: readonly Rule[] = [
  ...vatCategories.flatMap(rulesOf),
  ruleOf(
    'K',
    '11',
    'period',
    (invoice) => !goesAbroad(invoice) || Boolean(invoice.delivery?.date) || invoice.period !== null,
  ),
  ruleOf('K', '12', 'buyer', (invoice) => !goesAbroad(invoice) || isFilled(invoice.delivery?.country ?? null)),
  ruleOf('O', '11', 'outside', (invoice) => !isOutside(invoice) || invoice.vat.length === 1),
  ruleOf('O', '12', 'outside', isOnlyOutside(lines)),
  ruleOf('O', '13', 'outside', isOnlyOutside(allowances)),
  ruleOf('O', '14', 'outside', isOnlyOutside(charges)),
]
