import { desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addDays, invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { vatChoices } from '#app/features/invoicing/vat-choice.ts'
import { answerQuote } from '#app/features/quotes/answer-quote.server.ts'
import { createQuote } from '#app/features/quotes/create-quote.server.ts'
import { getQuote } from '#app/features/quotes/queries.server.ts'
import { sendQuote } from '#app/features/quotes/send-quote.server.ts'
import { setUpSchedule } from '#app/features/recurring-invoices/set-up-schedule.server.ts'
import type { Database } from '#db/client.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { family, housing } from './invoices.ts'
import type { People } from './people.ts'

const day = 86_400_000

type Line = [description: string, quantity: number, unit: string, unitPriceCents: number]
type Story = {
  title: string
  daysAgo: number
  buyer: typeof family | typeof housing
  note: string
  lines: Line[]
  acceptedBy?: { name: string; daysAgo: number }
}

const stories: Story[] = [
  {
    title: 'Stairwell repainting, stairwells A to C',
    daysAgo: 16,
    buyer: housing,
    note: 'Work on weekdays from 7 to 15. The price holds if the work begins within two months.',
    lines: [
      ['Walls and ceilings, two coats', 640, 'm²', 1_480],
      ['Handrails, sanding and varnish', 84, 'm', 2_250],
      ['Protection and cleaning', 3, 'pcs', 38_000],
    ],
    acceptedBy: { name: 'Helena Koskinen', daysAgo: 9 },
  },
  {
    title: 'Wardrobes for two bedrooms',
    daysAgo: 4,
    buyer: family,
    note: 'Measured on site. Delivery about five weeks after acceptance.',
    lines: [
      ['Sliding-door wardrobe, 2.4 m, installed', 2, 'pcs', 142_000],
      ['Removal of the old closets', 1, 'pcs', 24_000],
    ],
  },
]

/** A quote that was accepted and can be invoiced, one that waits for its client, and an invoice that is made every month. Needs the invoices. */
export function seedQuotes(db: Database, { provider }: People, now: number): void {
  for (const story of stories) write({ ...provider, now: now - story.daysAgo * day }, story, now)
  repeatLatest(db, { ...provider, now })
}

function write(ctx: CompanyContext, { title, buyer, note, lines, acceptedBy }: Story, now: number): void {
  const today = invoiceDay(ctx.now)
  const vat = { vatCategory: 'S' as const, vatRateBp: Number(vatChoices(today)[0]), vatGround: null }
  const { id: quoteId } = createQuote(ctx, {
    buyerBusinessId: null,
    buyerVatNumber: null,
    buyerCountry: 'FI',
    ...buyer,
    ...{ title, note, currency: 'EUR', validUntil: addDays(today, 30), deliveryDate: addDays(today, 45) },
    paymentTermDays: 14,
    lines: lines.map(([description, quantity, unit, cents]) => {
      return { description, quantityMilli: quantity * 1000, unit, unitPriceE4: cents * 100, ...vat }
    }),
  })
  sendQuote(ctx, { quoteId, email: buyer.buyerEmail, locale: 'en' })
  if (!acceptedBy) return
  const shareId = getQuote(ctx, quoteId)?.sent?.link?.url.split('/').at(-1) ?? ''
  const client = { ...ctx, now: now - acceptedBy.daysAgo * day, actor: null, company: null }
  answerQuote(client, { shareId, outcome: 'accepted', name: acceptedBy.name, reason: '' })
}

/** The latest invoice without a contract is made again every month, as a draft, from next month on. */
function repeatLatest(db: Database, ctx: CompanyContext): void {
  const own = db.select().from(invoices).where(eq(invoices.companyId, ctx.company.id)).orderBy(desc(invoices.id)).all()
  const repeated = own.find(
    ({ kind, contractId, isAdvance, number }) => kind === 'invoice' && number && !contractId && !isAdvance,
  )
  if (!repeated) return
  const rhythm = {
    every: 1,
    unit: 'month' as const,
    firstOn: addDays(invoiceDay(ctx.now), 28),
    lastOn: null,
    maxCount: 12,
  }
  const content = { periodStart: null, periodEnd: null, way: 'draft' as const, email: null }
  setUpSchedule(ctx, { invoiceId: repeated.id, ...rhythm, ...content })
}
