import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { buyerValues } from '#app/features/invoicing/form-values.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getBuyer, getInvoice, listUninvoicedMilestones } from '#app/features/invoicing/queries.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import type { InvoiceInput } from '#app/features/invoicing/schemas.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { parseVatChoice, vatChoices } from '#app/features/invoicing/vat-choice.ts'
import { multiplyQuantity } from '#app/platform/money.ts'
import type { Database } from '#db/client.server.ts'
import type { People } from './people.ts'

const day = 86_400_000
const at = (ctx: CompanyContext, now: number, daysAgo: number): CompanyContext => ({ ...ctx, now: now - daysAgo * day })

type Line = [description: string, quantity: number, unit: string, unitPriceCents: number, untaxed?: 'AE']
type Story = {
  daysAgo: number
  buyer: Partial<InvoiceInput> & { buyerName: string; buyerEmail: string }
  lines: Line[]
  termDays?: number
  note?: string
  /** Days ago of each later step; none for a draft. */
  issued?: true
  sentDaysAgo?: number
  paid?: { daysAgo: number; share: number }
  credited?: { daysAgo: number; amountCents: number; reason: string }
}

export const housing = {
  buyerName: 'As Oy Tikkurilan Mäntyrinne',
  buyerBusinessId: '1234567-1',
  buyerStreet: 'Kielotie 20 A',
  buyerPostalCode: '01300',
  buyerCity: 'Vantaa',
  buyerEmail: 'isannointi@mantyrinne.example',
}
export const family = {
  buyerName: 'Anna and Petri Koskinen',
  buyerStreet: 'Peltolantie 5',
  buyerPostalCode: '01390',
  buyerCity: 'Vantaa',
  buyerEmail: 'koskinen@example.net',
}
const builder = {
  buyerName: 'Uudenmaan Rakennuttajat Oy',
  buyerBusinessId: '2345678-0',
  buyerVatNumber: 'FI23456780',
  buyerStreet: 'Malmin raitti 17',
  buyerPostalCode: '00700',
  buyerCity: 'Helsinki',
  buyerEmail: 'laskut@uudenmaanrakennuttajat.example',
}

/** Oldest first, so that numbers ascend with dates. */
const stories: Story[] = [
  {
    daysAgo: 75,
    buyer: housing,
    lines: [
      ['Stairwell painting, two floors', 1, 'pcs', 684_000],
      ['Wall paint, washable', 46, 'l', 1_890],
    ],
    issued: true,
    sentDaysAgo: 75,
    paid: { daysAgo: 63, share: 1 },
  },
  {
    daysAgo: 52,
    buyer: builder,
    lines: [
      ['Concrete work, foundation of hall B', 128, 'h', 5_850, 'AE'],
      ['Formwork', 64, 'm²', 4_200, 'AE'],
    ],
    note: 'Your order 4500-1182.',
    issued: true,
    sentDaysAgo: 52,
    paid: { daysAgo: 30, share: 0.5 },
  },
  {
    daysAgo: 34,
    buyer: family,
    lines: [
      ['Bathroom waterproofing', 14.5, 'm²', 7_900],
      ['Floor drain and fittings', 1, 'pcs', 31_250],
    ],
    issued: true,
    sentDaysAgo: 33,
  },
  {
    daysAgo: 21,
    buyer: housing,
    lines: [
      ['Roof inspection and minor repairs', 9, 'h', 6_400],
      ['Roofing felt', 22, 'm²', 1_450],
    ],
    termDays: 30,
    issued: true,
    sentDaysAgo: 21,
    credited: { daysAgo: 15, amountCents: 18_200, reason: 'Two rolls of felt were left over and taken back.' },
  },
  {
    daysAgo: 6,
    buyer: family,
    lines: [['Silicone joints renewed under warranty visit, travel', 1, 'pcs', 9_500]],
    issued: true,
    sentDaysAgo: 6,
  },
  {
    daysAgo: 2,
    buyer: builder,
    lines: [['Site supervision, week 46', 38.5, 'h', 6_900, 'AE']],
    issued: true,
  },
  {
    daysAgo: 1,
    buyer: housing,
    lines: [
      ['Parking yard, snow pole installation', 24, 'pcs', 1_200],
      ['Travel', 1, 'pcs', 4_500],
    ],
  },
]

type Step = { at: number; run: () => void }

/**
 * Invoices in every state: for released milestones, paid from escrow, and the provider's other ones. Needs the
 * contracts. All steps run in the order of their dates, so that numbers ascend with dates.
 */
export function seedInvoices(_db: Database, people: People, now: number): void {
  const sellers = [people.provider, people.bathrooms, people.electricians, people.roofers]
  const steps = [
    ...sellers.flatMap((ctx) => stepsOfMilestones(ctx, now)),
    ...stories.flatMap((story) => stepsOf(people.provider, story, now)),
  ]
  for (const step of steps.sort((a, b) => a.at - b.at)) step.run()
}

/** The provider's last released milestone is left without an invoice. */
function stepsOfMilestones(ctx: CompanyContext, now: number): Step[] {
  const [latest, ...others] = listUninvoicedMilestones({ ...ctx, now }, 20)
  const invoiced = others.length > 0 ? others : latest ? [latest] : []
  return invoiced.map((milestone) => {
    const moment = Math.min(milestone.releasedAt + day / 8, now)
    const then = { ...ctx, now: moment }
    const buyer = getBuyer(then, milestone)
    const email = buyer.email ?? 'invoices@example.com'
    const run = () => {
      const invoiceId = write(then, {
        buyer: { ...buyerOf(buyer), buyerEmail: email },
        lines: [[`${milestone.title}, contract ${milestone.contractNumber}`, 1, 'pcs', milestone.netCents]],
        milestoneId: milestone.milestoneId,
        vatRateBp: milestone.vatRateBp,
        deliveryDate: invoiceDay(milestone.releasedAt),
      })
      issueInvoice(then, { invoiceId })
      sendInvoice(then, { invoiceId, email, locale: 'en' })
    }
    return { at: moment, run }
  })
}

function buyerOf({ ...buyer }: Parameters<typeof buyerValues>[0] & object) {
  const { buyerBusinessId, buyerVatNumber, ...values } = buyerValues(buyer)
  return { ...values, buyerBusinessId: buyerBusinessId || null, buyerVatNumber: buyerVatNumber || null }
}

type Draft = Pick<Story, 'buyer' | 'lines' | 'termDays' | 'note'> & {
  milestoneId?: string
  vatRateBp?: number
  deliveryDate?: string
}

function write(ctx: CompanyContext, story: Draft): string {
  const deliveryDate = story.deliveryDate ?? invoiceDay(ctx.now - 2 * day)
  const rate = story.vatRateBp ?? Number(vatChoices(deliveryDate)[0])
  const taxed = parseVatChoice(rate > 0 ? String(rate) : 'AE') ?? {
    vatCategory: 'AE' as const,
    vatRateBp: 0,
    vatGround: 'construction' as const,
  }
  const lines = story.lines.map(([description, quantity, unit, unitPriceCents, untaxed]) => {
    const vat = untaxed ? { vatCategory: untaxed, vatRateBp: 0, vatGround: 'construction' as const } : taxed
    return { description, quantityMilli: Math.round(quantity * 1000), unit, unitPriceE4: unitPriceCents * 100, ...vat }
  })
  const { id } = createInvoice(ctx, {
    buyerBusinessId: null,
    buyerVatNumber: null,
    buyerStreet: '',
    buyerPostalCode: '',
    buyerCity: '',
    buyerCountry: 'FI',
    ...story.buyer,
    currency: 'EUR',
    deliveryDate,
    paymentTermDays: story.termDays ?? 14,
    euroRate: null,
    note: story.note ?? '',
    lines,
    milestoneId: story.milestoneId ?? null,
  })
  return id
}

function stepsOf(seller: CompanyContext, story: Story, now: number): Step[] {
  let invoiceId = ''
  let number = ''
  const steps: Step[] = []
  const add = (daysAgo: number, run: (ctx: CompanyContext) => void) => {
    const ctx = at(seller, now, daysAgo)
    // Steps on the same day keep their order.
    steps.push({ at: ctx.now + steps.length, run: () => run(ctx) })
  }
  add(story.daysAgo, (ctx) => {
    invoiceId = write(ctx, story)
    if (story.issued) number = issueInvoice(ctx, { invoiceId }).number
  })
  const { sentDaysAgo, paid, credited } = story
  if (sentDaysAgo !== undefined) {
    add(sentDaysAgo, (ctx) => sendInvoice(ctx, { invoiceId, email: story.buyer.buyerEmail, locale: 'en' }))
  }
  if (paid) {
    add(paid.daysAgo, (ctx) => {
      const open = getInvoice(ctx, invoiceId)?.document.openCents ?? 0
      const amountCents = multiplyQuantity(Math.round(paid.share * 1000), open)
      recordPayment(ctx, { invoiceId, amountCents, paidOn: invoiceDay(ctx.now) })
    })
  }
  if (credited) {
    const { amountCents, reason } = credited
    const unit = 'pcs'
    add(credited.daysAgo, (ctx) =>
      creditInvoice(ctx, { invoiceId, amountCents, reason, lineText: `Credit on invoice ${number}`, unit }),
    )
  }
  return steps
}
