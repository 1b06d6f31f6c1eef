import type { CompanyContext } from '#app/features/accounts/context.ts'
import { saveBudget } from '#app/features/budgets/save-budget.server.ts'
import { type AccountInput, addFinancialAccount } from '#app/features/finance/add-financial-account.server.ts'
import { addOwnCategory } from '#app/features/finance/add-own-category.server.ts'
import { recordTransaction } from '#app/features/finance/record-transaction.server.ts'
import { addRule, type RuleInput } from '#app/features/finance/rules/add-rule.server.ts'
import { settleDrafts } from '#app/features/finance/settle-drafts.server.ts'
import type { AskedSplit } from '#app/features/finance/splits.ts'
import { listTaggedProjects } from '#app/features/finance/tags.server.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { businessDay } from '#app/platform/business-day.ts'
import type { FinancialCategory, FinancialVat } from '#db/vocabulary/finance.ts'
import type { People } from './people.ts'

type Row = [
  dayOfMonth: number,
  whom: string,
  cents: number,
  category: FinancialCategory,
  vat: FinancialVat,
  text?: string,
]

/** What happens every month at a contractor, and in its own months. */
const monthly: Row[] = [
  [1, 'Tikkurilan Toimitilat Oy', -186_000, 'rent', 'standard', 'Hall and office'],
  [5, 'Telia Finland Oyj', -14_990, 'office', 'standard', 'Phones'],
  [12, 'Verohallinto', -612_400, 'vat', 'none', 'VAT'],
  [15, 'Payroll', -1_384_000, 'wages', 'none', 'Net wages'],
  [16, 'Työeläkeyhtiö Elo', -468_200, 'social_costs', 'none', 'Pension insurance'],
  [20, 'Neste Oyj', -72_340, 'fuel', 'standard', 'Diesel'],
  [28, 'Nordea Bank Oyj', -1_890, 'bank_charges', 'none', 'Service charges'],
]
const changing: Row[][] = [
  [[8, 'K-Rauta Tikkurila', -384_215, 'materials', 'standard', 'Timber and fasteners']],
  [[9, 'Starkki Vantaa', -912_480, 'materials', 'standard', 'Concrete products']],
  [
    [10, 'Uudenmaan Sähkötyöt Oy', -640_000, 'subcontractors', 'construction', 'Wiring, reverse charge'],
    [18, 'Ramirent Finland Oy', -128_775, 'equipment', 'standard', 'Scaffolding'],
  ],
  [
    [7, 'Baumarkt Tallinn OÜ', -215_000, 'materials', 'eu_goods', 'Roof windows from Estonia'],
    [22, 'Fennia', -96_400, 'insurance', 'none', 'Liability insurance'],
  ],
]
/** Paid in advance by customers who get a receipt, and work for builders under the reverse charge. */
const sales: Row[] = [
  [11, 'Korson Huolto Oy', 1_860_000, 'sales', 'standard', 'Maintenance, agreed monthly'],
  [24, 'Uudenmaan Rakennuttajat Oy', 1_240_000, 'sales', 'construction', 'Hourly work, reverse charge'],
]

/** What the contractor expected of the project that its purchases are for. */
const budget = (
  [
    ['sales', 9_500_000],
    ['materials', 4_200_000],
    ['subcontractors', 1_900_000],
    ['equipment', 350_000],
  ] as const
).map(([category, amountCents]) => ({ category, ownCategoryId: null, amountCents }))

/** The first fits a draft below and suggests; the second categorizes what the next statement brings. */
const rules = (
  [
    ['Train tickets', 'suggest', 'VR Matkat', 'travel', 'reduced'],
    ['Diesel', 'categorize', 'Neste', 'fuel', 'standard'],
  ] as const
).map(
  ([name, mode, counterpartyContains, category, vat]): RuleInput => ({
    ...{ name, mode, counterpartyContains, textContains: null, counterpartyIban: null, direction: 'out' },
    ...{ currency: 'EUR', minCents: null, maxCents: null },
    parts: [{ category, ownCategoryId: null, projectId: null, vat, shareBp: null }],
  }),
)

const whole = (category: FinancialCategory, vat: FinancialVat): AskedSplit => ({
  ...{ category, ownCategoryId: null, projectId: null, amountCents: null, vat, vatCents: null },
})

/** A year of the provider's books, with drafts in the last days, and the client's bank account with a few rows. */
export function seedBooks(people: People, now: number): void {
  seedContractor(people.provider, now)
  seedClient(people.client, now)
}

function seedContractor(ctx: CompanyContext, now: number): void {
  const today = businessDay(now)
  const first = `${addDays(today, -335).slice(0, 7)}-01`
  const bank = open(ctx, {
    name: 'Operating account',
    iban: 'FI4250008120251360',
    openingCents: 4_215_300,
    openingOn: first,
  })
  const cash = open(ctx, { kind: 'cash', name: 'Petty cash', openingCents: 30_000, openingOn: first })
  open(ctx, { kind: 'card', name: 'Company card', openingCents: 0, openingOn: first })
  const scaffolding = addOwnCategory(ctx, { category: 'equipment', name: 'Scaffolding' }).id
  const tagged = listTaggedProjects(ctx)
  const project = tagged.find(({ title }) => /renovation|painting/i.test(title)) ?? tagged[0]
  if (project) saveBudget(ctx, { projectId: project.id, lines: budget })
  const posted: string[] = []
  for (const [index, month] of monthsBetween(first, today).entries()) {
    for (const [day, whom, cents, category, vat, text = ''] of [
      ...monthly,
      ...(changing[index % changing.length] ?? []),
      ...sales,
    ]) {
      const on = `${month}-${String(day).padStart(2, '0')}`
      if (on > today) continue
      const isScaffolding = text === 'Scaffolding'
      const split = { ...whole(category, vat), ...(isScaffolding && { ownCategoryId: scaffolding }) }
      const isFor = project && (category === 'materials' || category === 'subcontractors')
      const id = record(ctx, bank, on, whom, cents, text, [{ ...split, projectId: isFor ? project.id : null }])
      if (on < addDays(today, -6)) posted.push(id)
    }
  }
  const errands = addDays(today, -20)
  posted.push(
    record(ctx, cash, errands, 'Clas Ohlson Tikkurila', -4_650, 'Blades and tape', [whole('equipment', 'standard')]),
  )
  settleDrafts(ctx, { transactionIds: posted, purpose: null, post: true })
  for (const rule of rules) addRule(ctx, rule)
  // Nobody has said yet what these are for; one is divided.
  record(ctx, bank, addDays(today, -2), 'Bauhaus Vantaa', -38_960, 'Card payment', [])
  record(ctx, bank, addDays(today, -1), 'VR Matkat', -5_480, 'Card payment', [])
  record(ctx, bank, addDays(today, -3), 'K-Rauta Tikkurila', -154_600, 'Invoice 88120', [
    { ...whole('materials', 'standard'), amountCents: 120_000, projectId: project?.id ?? null },
    whole('equipment', 'standard'),
  ])
}

function seedClient(ctx: CompanyContext, now: number): void {
  const today = businessDay(now)
  const openingOn = addDays(today, -120)
  const bank = open(ctx, { name: 'Main account', iban: 'FI2112345600000785', openingCents: 18_750_000, openingOn })
  const rows: Row[] = [
    [90, 'Residents of Vaasankatu', 2_480_000, 'other_income', 'none', 'Rents'],
    [60, 'Residents of Vaasankatu', 2_480_000, 'other_income', 'none', 'Rents'],
    [45, 'Helen Oy', -412_300, 'other_expense', 'standard', 'District heating'],
    [30, 'Residents of Vaasankatu', 2_512_000, 'other_income', 'none', 'Rents'],
    [14, 'Groundwork', -4_000_000, 'escrow', 'none', 'Deposit'],
  ]
  const transactionIds = rows.map(([daysAgo, whom, cents, category, vat, text = '']) =>
    record(ctx, bank, addDays(today, -daysAgo), whom, cents, text, [whole(category, vat)]),
  )
  settleDrafts(ctx, { transactionIds, purpose: null, post: true })
}

const open = (
  ctx: CompanyContext,
  given: Partial<AccountInput> & Pick<AccountInput, 'name' | 'openingCents' | 'openingOn'>,
) => addFinancialAccount(ctx, { kind: 'bank', iban: null, currency: 'EUR', ...given }).id

function record(
  ctx: CompanyContext,
  accountId: string,
  day: string,
  counterparty: string,
  amountCents: number,
  text: string,
  splits: readonly AskedSplit[],
): string {
  return recordTransaction(ctx, { accountId, day, counterparty, amountCents, text, reference: '', splits }).id
}

function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first.slice(0, 7); month <= last.slice(0, 7); month = addDays(`${month}-28`, 7).slice(0, 7))
    months.push(month)
  return months
}
