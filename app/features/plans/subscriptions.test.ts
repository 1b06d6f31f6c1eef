// A subscription's life by a moved clock: the trial, orders, renewals, changes, late payments and the end.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { overpaidCents } from '#app/features/invoicing/invoice.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { followOutbox } from '#db/durable-listener.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { subscribingCompany as world } from '#tests/factories/subscriptions/subscribing-company.ts'
import { recorded } from '#tests/setup/events.ts'
import { agreeOnPlan } from './agree-on-plan.server.ts'
import { askMoneyBack, cancelSubscription, undoCancellation } from './cancel-subscription.server.ts'
import { changePlan, previewChange } from './change-plan.server.ts'
import { choosePlan } from './choose-plan.server.ts'
import { extendTrial, markOrderPaid } from './mark-order-paid.server.ts'
import { getOffer } from './offer.server.ts'
import { subscriptionListener } from './pay-order.server.ts'
import { startOfDay } from './period.ts'
import { planWords } from './plan-words.server.ts'
import { setReferences } from './set-references.server.ts'

const planetary = { plan: 'planetary', cycle: 'monthly', currency: 'EUR' } as const
const interplanetary = { ...planetary, plan: 'interplanetary' } as const
const readOnly = expect.stringContaining('errors:subscriptionOver')

describe('a trial', () => {
  it('lasts 14 days, is reminded of once, and then leaves the workspace read-only, even before the job says so', () => {
    const { db, clock, row, writes } = world()
    expect([writes('2026-06-14'), clock('2026-06-10')]).toEqual(['yes', 0])
    expect([clock('2026-06-13'), clock('2026-06-13')]).toEqual([1, 0])
    expect(recorded(db, 'subscription.trial_ending')).toHaveLength(1)
    expect(writes('2026-06-16')).toEqual(readOnly)
    expect([clock('2026-06-16'), clock('2026-06-16')]).toEqual([1, 0])
    expect(row().status).toBe('read_only')
    expect(recorded(db, 'subscription.trial_over')).toHaveLength(1)
  })

  it('can be extended by staff with a reason, also when it is over', () => {
    const { admin, on, companyId, clock, writes, row } = world()
    clock('2026-06-20')
    const extend = (endsAt: number) => extendTrial(on(admin, '2026-06-20'), { companyId, endsAt, reason: 'Holiday' })
    expect(() => extend(startOfDay('2026-06-20'))).toThrow('endIsOver')
    expect(() => extend(startOfDay('2027-06-20'))).toThrow('endTooLate')
    extend(startOfDay('2026-07-01'))
    expect([row().status, writes('2026-06-30')]).toEqual(['trialing', 'yes'])
    expect(writes('2026-07-01')).toEqual(readOnly)
  })
})

describe('an order', () => {
  it('is invoiced by the platform’s company with VAT and a reference, and its period begins when it is paid', () => {
    const { session, platform, companyId, row, pay, periods, invoice, writes, orders } = world()
    const submissionId = '01890000-0000-7000-8000-000000000001'
    const first = choosePlan(session('2026-06-10'), { ...planetary, submissionId }, planWords)
    expect(choosePlan(session('2026-06-10'), { ...planetary, submissionId }, planWords)).toEqual(first)
    expect(row()).toMatchObject({ status: 'pending', plan: 'planetary', accessUntil: startOfDay('2026-07-09') })
    expect(invoice(0)).toMatchObject({
      ...{ companyId: platform.company.id, buyerCompanyId: companyId, status: 'sent' },
      ...{ netCents: 3900, vatCents: 995, grossCents: 4895, dueDate: '2026-06-24', reference: expect.any(String) },
    })
    expect(writes('2026-06-20')).toBe('yes')
    pay('2026-06-12')
    expect(periods()).toEqual([['2026-06-12', '2026-07-12', 'planetary']])
    expect(row()).toMatchObject({ status: 'active', paidUntil: '2026-07-12' })
    expect(orders()).toMatchObject([{ status: 'paid' }])
    expect(invoice(0)).toMatchObject({ status: 'paid', paidCents: 4895 })
  })

  it('is invoiced with the references that the company asks for, or with the name of whoever ordered it', () => {
    const { db, owner, session, on, admin, companyId, row, invoice, pay, clock } = world()
    const colleague = createPerson(db, { company: owner.company, companyRole: 'manager' })
    const ask = (buyerReference: string | null, orderReference: string | null) =>
      setReferences(session('2026-06-10'), { buyerReference, orderReference, expectedVersion: row().updatedAt })
    choosePlan(on(colleague, '2026-06-10'), planetary, planWords)
    const colleagueName = colleague.actor.name
    expect(invoice(0)).toMatchObject({ buyerReference: colleagueName, orderReference: null })
    ask('Site office', null)
    pay('2026-06-12')
    clock('2026-06-30')
    expect(invoice(1)).toMatchObject({ buyerReference: 'Site office', orderReference: null })
    ask('Site office', 'PO-17')
    const limits = { projects: null, bids_per_month: null, active_contracts: null, users: null }
    const terms = { companyId, until: '2027-06-30', priceCents: 100_000, limits, reason: 'Signed' }
    agreeOnPlan(on(admin, '2026-07-01'), terms, planWords)
    expect(invoice(2)).toMatchObject({ buyerReference: 'Site office', orderReference: 'PO-17' })
    ask(null, null)
    agreeOnPlan(on(admin, '2026-07-02'), terms, planWords)
    expect(invoice(3)).toMatchObject({ buyerReference: owner.actor.name, orderReference: null })
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('is paid by whatever pays its invoice, once', () => {
    const { db, session, platform, on, row, invoice } = world()
    const follower = followOutbox(db, subscriptionListener)
    choosePlan(session('2026-06-10'), planetary, planWords)
    const { id: invoiceId } = invoice(0)
    recordPayment(on(platform, '2026-06-11'), { invoiceId, amountCents: 1000, paidOn: '2026-06-11' })
    follower.handle(startOfDay('2026-06-11'))
    expect(row().status).toBe('pending')
    recordPayment(on(platform, '2026-06-12'), { invoiceId, amountCents: 3895, paidOn: '2026-06-12' })
    db.$client.prepare('SELECT count(*) FROM outbox').pluck().get()
    follower.see({ id: Number.MAX_SAFE_INTEGER, name: 'invoice.paid' } as never)
    follower.handle(startOfDay('2026-06-12') + 1)
    expect(row()).toMatchObject({ status: 'active', paidUntil: '2026-07-12' })
  })

  it.each([
    ['in Finland', {}, { vatCents: 995, grossCents: 4895 }, 'S'],
    [
      'with a VAT number of the Union',
      { country: 'SE', vatNumber: 'SE556036079301', businessId: null },
      { vatCents: 0, grossCents: 3900 },
      'AE',
    ],
    ['outside the Union', { country: 'US', vatNumber: null, businessId: null }, { vatCents: 0, grossCents: 3900 }, 'O'],
  ])('has the VAT of a buyer %s', (_, change, sums, category) => {
    const { db, session, invoice } = world(change)
    choosePlan(session('2026-06-10'), planetary, planWords)
    expect(invoice(0)).toMatchObject(sums)
    expect(db.$client.prepare('SELECT vat_category FROM invoice_lines').pluck().get()).toBe(category)
  })

  it('is refused without an address, in dollars with Finnish VAT, for Universe, and without a seller', () => {
    const { db, session, companyId } = world()
    const order = (choice: Parameters<typeof choosePlan>[1]) => () =>
      choosePlan(session('2026-06-10'), choice, planWords)
    expect(order({ ...planetary, currency: 'USD' })).toThrow('dollarsWithVat')
    expect(order({ ...planetary, plan: 'universe' })).toThrow('byAgreement')
    db.update(companies).set({ city: null }).where(eq(companies.id, companyId)).run()
    expect(order(planetary)).toThrow('noAddress')
    env.PLATFORM_COMPANY_ID = undefined
    expect(order(planetary)).toThrow('noSeller')
  })

  it('replaced by another one is credited, and so is one that is cancelled on trial', () => {
    const { session, row, orders, invoice } = world()
    choosePlan(session('2026-06-10'), planetary, planWords)
    choosePlan(session('2026-06-10'), interplanetary, planWords)
    expect(orders().map(({ status }) => status)).toEqual(['withdrawn', 'open'])
    expect([invoice(0).status, invoice(1).grossCents]).toEqual(['credited', 12_425])
    cancelSubscription(session('2026-06-11'), planWords)
    expect([row().status, orders().map(({ status }) => status)]).toEqual(['trialing', ['withdrawn', 'withdrawn']])
  })
})

describe('a renewal', () => {
  it('is ordered once, 14 days before the end or later where the clock stood still, and extends the period over short months when paid', () => {
    const { session, clock, pay, periods, orders, row, invoice } = world()
    choosePlan(session('2026-06-12'), planetary, planWords)
    pay('2026-06-15')
    expect(clock('2026-06-30')).toBe(0)
    expect([clock('2026-07-01'), clock('2026-07-01'), clock('2026-07-02')]).toEqual([1, 0, 0])
    expect(orders()).toMatchObject([{ kind: 'first' }, { kind: 'renewal', startOn: '2026-07-15', dueOn: '2026-07-15' }])
    expect(invoice(1)).toMatchObject({ periodStart: '2026-07-15', periodEnd: '2026-08-14' })
    pay('2026-07-20')
    expect(periods()).toEqual([
      ['2026-06-15', '2026-07-15', 'planetary'],
      ['2026-07-15', '2026-08-15', 'planetary'],
    ])
    expect(row()).toMatchObject({ status: 'active', paidUntil: '2026-08-15' })
    const late = world()
    choosePlan(late.session('2026-06-12'), planetary, planWords)
    late.pay('2026-06-15')
    expect([late.clock('2026-07-20'), late.orders().length]).toEqual([1, 2])
  })

  it('keeps the day of the month of the first one, after 31 January and 29 February too', () => {
    const run = (first: string, cycle: 'monthly' | 'yearly', count: number) => {
      const { session, pay, clock, row, periods } = world()
      choosePlan(session('2026-06-10'), { ...planetary, cycle }, planWords)
      pay(first)
      for (let i = 0; i < count; i += 1) {
        const end = row().paidUntil ?? ''
        clock(addDays(end, -14))
        pay(addDays(end, -1))
      }
      return periods().map(([, end]) => end)
    }
    expect(run('2027-01-31', 'monthly', 2)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
    expect(run('2028-02-29', 'yearly', 2)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28'])
  })

  it('not paid is reminded of, and after the days of grace leaves the workspace read-only until it is paid', () => {
    const { db, session, clock, pay, row, writes, periods } = world()
    choosePlan(session('2026-06-12'), planetary, planWords)
    pay('2026-06-15')
    clock('2026-07-01')
    expect([clock('2026-07-15'), clock('2026-07-16'), row().status]).toEqual([0, 1, 'past_due'])
    expect(row().accessUntil).toBe(startOfDay('2026-07-30'))
    expect([clock('2026-07-17'), clock('2026-07-23'), writes('2026-07-29')]).toEqual([0, 1, 'yes'])
    expect(recorded(db, 'subscription.overdue')).toHaveLength(2)
    expect(writes('2026-07-30')).toEqual(readOnly)
    expect([clock('2026-07-30'), row().status]).toEqual([1, 'read_only'])
    // The 15 days that were used are paid for, and the 11 that could not be used are not.
    pay('2026-08-10')
    expect([row().status, writes('2026-08-10')]).toEqual(['active', 'yes'])
    expect(periods().at(-1)).toEqual(['2026-07-26', '2026-08-26', 'planetary'])
  })

  it('after a default an order alone opens nothing', () => {
    const { session, clock, pay, row, writes } = world()
    choosePlan(session('2026-06-12'), planetary, planWords)
    clock('2026-06-27')
    clock('2026-07-11')
    expect(row()).toMatchObject({ status: 'read_only', defaultedAt: expect.any(Number) })
    choosePlan(session('2026-07-12'), interplanetary, planWords)
    expect([row().status, writes('2026-07-12')]).toEqual(['read_only', readOnly])
    pay('2026-07-13')
    expect([row().status, row().defaultedAt, writes('2026-07-13')]).toEqual(['active', null, 'yes'])
  })
})

describe('a change', () => {
  const active = () => {
    const made = world()
    choosePlan(made.session('2026-06-10'), planetary, planWords)
    made.pay('2026-06-15')
    return made
  }

  it('to a larger plan is at once, for exactly what was shown', () => {
    const { session, row, orders, invoice, periods } = active()
    const ctx = session('2026-06-30')
    const offer = getOffer(ctx, interplanetary)
    // Half of June 15 to July 15 is left: half of 99.00 less half of 39.00.
    expect(offer?.sums).toMatchObject({ netCents: 3000, grossCents: 3765 })
    expect(() => changePlan(ctx, { ...interplanetary, expectedCents: 2999 }, planWords)).toThrow('concurrentChange')
    changePlan(ctx, { ...interplanetary, expectedCents: 3000 }, planWords)
    expect(row()).toMatchObject({ status: 'active', plan: 'interplanetary', paidUntil: '2026-07-15' })
    expect(periods()).toEqual([['2026-06-15', '2026-07-15', 'interplanetary']])
    expect(orders()).toMatchObject([{ kind: 'first' }, { kind: 'change', netCents: 3000, status: 'open' }])
    expect(invoice(1).grossCents).toBe(3765)
    expect(() => changePlan(ctx, interplanetary, planWords)).toThrow('nothingChanges')
  })

  it('to a longer cycle begins a new period, less what is not used', () => {
    const { session, row, orders, periods } = active()
    changePlan(session('2026-06-30'), { ...interplanetary, cycle: 'yearly' }, planWords)
    expect(row()).toMatchObject({ cycle: 'yearly', paidUntil: '2027-06-30' })
    expect(orders().at(-1)).toMatchObject({ netCents: 99_000 - 1950 })
    expect(periods()).toEqual([
      ['2026-06-15', '2026-06-30', 'planetary'],
      ['2026-06-30', '2027-06-30', 'interplanetary'],
    ])
  })

  it('to a smaller plan waits for the end of what is paid, and can be taken back', () => {
    const { session, row, clock, pay, orders, db } = active()
    changePlan(session('2026-06-16'), { ...interplanetary, expectedCents: undefined }, planWords)
    pay('2026-06-17')
    changePlan(session('2026-06-20'), planetary, planWords)
    expect(row()).toMatchObject({ plan: 'interplanetary', nextPlan: 'planetary' })
    changePlan(session('2026-06-20'), interplanetary, planWords)
    expect(row().nextPlan).toBeNull()
    changePlan(session('2026-06-20'), planetary, planWords)
    clock('2026-07-01')
    expect(orders().at(-1)).toMatchObject({ kind: 'renewal', plan: 'planetary', netCents: 3900 })
    pay('2026-07-05')
    expect([clock('2026-07-06'), row().plan]).toEqual([0, 'interplanetary'])
    expect([clock('2026-07-15'), row().plan, row().nextPlan]).toEqual([1, 'planetary', null])
    expect(previewChange(db, row(), planetary, startOfDay('2026-07-16'))).toBeNull()
  })

  it('of mind: a cancellation ends at the end of what is paid, and can be undone until then', () => {
    const { session, clock, row, writes } = active()
    cancelSubscription(session('2026-06-20'), planWords)
    expect(() => cancelSubscription(session('2026-06-20'), planWords)).toThrow('isCancelled')
    undoCancellation(session('2026-06-21'))
    expect(row().cancelledAt).toBeNull()
    clock('2026-07-02')
    cancelSubscription(session('2026-07-03'), planWords)
    expect([writes('2026-07-14'), clock('2026-07-14')]).toEqual(['yes', 0])
    expect(writes('2026-07-15')).toEqual(readOnly)
    expect([clock('2026-07-15'), row().status]).toEqual([1, 'ended'])
  })

  it('of mind within 14 days gives the money back, once', () => {
    const { session, db, row, writes, invoice, orders } = active()
    expect(() => askMoneyBack(session('2026-06-30'), planWords)).toThrow('moneyBackOver')
    askMoneyBack(session('2026-06-29'), planWords)
    expect([row().status, writes('2026-06-29')]).toEqual(['ended', readOnly])
    expect([invoice(0).status, overpaidCents(invoice(0)), orders()[0]?.status]).toEqual(['credited', 4895, 'refunded'])
    expect(recorded(db, 'subscription.given_back')).toHaveLength(1)
    expect(() => askMoneyBack(session('2026-06-29'), planWords)).toThrow('wrongState')
    expect(verifyAudit(db).brokenAt).toBeNull()
  })
})

const noLimits = { projects: null, bids_per_month: null, active_contracts: null, users: null }

it('a plan by agreement has its own limits and end, and nothing is ordered for it', () => {
  const { admin, on, companyId, row, clock, writes, orders } = world()
  const agreed = { companyId, until: '2026-12-01', limits: noLimits, reason: 'Signed' }
  agreeOnPlan(on(admin, '2026-06-10'), { ...agreed, priceCents: null }, planWords)
  expect(row()).toMatchObject({ status: 'active', plan: 'universe', paidUntil: '2026-12-01' })
  expect([clock('2026-11-20'), orders()]).toEqual([0, []])
  expect([clock('2026-12-01'), row().status, writes('2026-12-15')]).toEqual([1, 'past_due', 'yes'])
  expect(writes('2026-12-16')).toEqual(readOnly)
  expect([clock('2026-12-16'), row().status]).toEqual([1, 'read_only'])
})

describe('a plan by agreement with a price', () => {
  const terms = { until: '2026-12-01', priceCents: 600_000, limits: noLimits, reason: 'Signed' }

  it('is invoiced once for all of its time, which is paid with the invoice', () => {
    const { admin, on, companyId, row, clock, orders, invoice, pay, writes } = world()
    agreeOnPlan(on(admin, '2026-06-10'), { companyId, ...terms }, planWords)
    expect(row()).toMatchObject({ status: 'pending', plan: 'universe', currency: 'EUR', paidUntil: null })
    expect(orders()).toMatchObject([{ kind: 'agreement', startOn: '2026-06-10', dueOn: '2026-06-24' }])
    expect(invoice(0)).toMatchObject({ netCents: 600_000, periodStart: '2026-06-10', periodEnd: '2026-11-30' })
    pay('2026-06-20')
    expect(row()).toMatchObject({ status: 'active', plan: 'universe', paidUntil: '2026-12-01' })
    expect([clock('2026-11-20'), orders().length, writes('2026-12-15')]).toEqual([0, 1, 'yes'])
  })

  it('is read-only once its invoice and the days of grace have passed', () => {
    const { admin, on, companyId, row, clock, writes } = world()
    agreeOnPlan(on(admin, '2026-06-10'), { companyId, ...terms }, planWords)
    expect([clock('2026-06-25'), row().status, writes('2026-07-08')]).toEqual([1, 'past_due', 'yes'])
    expect([clock('2026-07-09'), row().status, writes('2026-07-09')]).toEqual([1, 'read_only', readOnly])
  })

  it('replaces an order that was not paid, and ends with its order when it is cancelled', () => {
    const { session, admin, on, companyId, orders, row } = world()
    choosePlan(session('2026-06-10'), planetary, planWords)
    agreeOnPlan(on(admin, '2026-06-11'), { companyId, ...terms }, planWords)
    agreeOnPlan(on(admin, '2026-06-12'), { companyId, ...terms, priceCents: 500_000 }, planWords)
    expect(orders().map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn', 'open'])
    cancelSubscription(session('2026-06-12'), planWords)
    expect([orders()[2]?.status, row().paidUntil]).toEqual(['withdrawn', null])
  })
})

it('an admin of the company itself marks nothing as paid, and nobody a day that has not come', () => {
  const { session, admin, on, owner, companyId, invoice } = world()
  choosePlan(session('2026-06-10'), planetary, planWords)
  const invoiceId = invoice(0).id
  const own = { ...on(admin, '2026-06-11'), company: owner.company }
  expect(() => markOrderPaid(own, { companyId, invoiceId, paidOn: '2026-06-11' })).toThrow('adminIsParty')
  const late = { companyId, invoiceId, paidOn: addDays(businessDay(testNow), 60) }
  expect(() => markOrderPaid(on(admin, '2026-06-11'), late)).toThrow('paidInFuture')
  expect(() => markOrderPaid(owner, { ...late, paidOn: '2026-06-11' })).toThrow('forbidden')
})
