import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { milestoneStatuses } from '#db/vocabulary/escrow.ts'
import { scheduleStatuses, valuationStatuses } from '#db/vocabulary/valuations.ts'
import { mayPropose, scheduleActions, scheduleMachine } from './schedule.ts'
import { amountsThisTime, dueReminder, isWorkedOn, lineValue, valuationActions, valuationMachine } from './valuation.ts'

const roles = ['client', 'provider'] as const

describe('the answers to a schedule and to a valuation', () => {
  it('are these, whoever asks and whatever it is in', () => {
    const schedule = scheduleStatuses.flatMap((state) =>
      roles.flatMap((role) =>
        scheduleActions.flatMap((action) => {
          const facts = { addsUp: true, contractIsActive: true, reason: 'too much' }
          const outcome = scheduleMachine.next(state, action, role, facts)
          return outcome.ok ? [`${state} ${role} ${action} ${outcome.to}`] : []
        }),
      ),
    )
    expect(schedule).toEqual([
      'proposed client accept accepted',
      'proposed client decline declined',
      'proposed provider withdraw withdrawn',
    ])
    const answers = valuationStatuses.flatMap((state) =>
      roles.flatMap((role) =>
        valuationActions.flatMap((action) => {
          const facts = { contractIsActive: true, milestoneStatus: 'funded', reason: 'too early' } as const
          const outcome = valuationMachine.next(state, action, role, facts)
          return outcome.ok ? [`${state} ${role} ${action} ${outcome.to}`] : []
        }),
      ),
    )
    expect(answers).toEqual([
      'claimed client certify certified',
      'claimed client return returned',
      'claimed provider withdraw withdrawn',
    ])
  })

  it('wait for work that goes on', () => {
    const open = milestoneStatuses.filter((milestoneStatus) => isWorkedOn({ contractIsActive: true, milestoneStatus }))
    expect(open).toEqual(['funded', 'changes_requested'])
    expect(isWorkedOn({ contractIsActive: false, milestoneStatus: 'funded' })).toBe(false)
    const facts = { isEscrow: true, contractIsActive: true, isProposed: false, isUsed: false }
    const agreeable = milestoneStatuses.filter((milestoneStatus) => mayPropose({ ...facts, milestoneStatus }))
    expect(agreeable).toEqual(['planned', 'funded', 'changes_requested'])
    for (const less of [{ isEscrow: false }, { contractIsActive: false }, { isProposed: true }, { isUsed: true }])
      expect(mayPropose({ ...facts, milestoneStatus: 'funded', ...less })).toBe(false)
    const stale = scheduleMachine.next('proposed', 'accept', 'client', { addsUp: false, contractIsActive: true })
    expect(stale).toEqual({ ok: false, reason: 'valuations:refused.scheduleDiffers' })
  })
})

it('reminds on day 7 and on day 12, each once, and a late run of the last only', () => {
  const day = 86_400_000
  const due = [6.9, 7, 11.9, 12, 40].map((days) => dueReminder(0, days * day, 0))
  expect(due).toEqual([null, 7, 7, 12, 12])
  expect([dueReminder(0, 8 * day, 7), dueReminder(0, 12 * day, 7), dueReminder(0, 40 * day, 12)]).toEqual([
    null,
    12,
    null,
  ])
})

it('values a line by its share, and the whole of it to the cent', () => {
  expect(lineValue({ netCents: 299_999, whole: 37_500 }, 12_500)).toBe(100_000)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 12 }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.nat(1000),
      (net, whole, part) => {
        const done = Math.floor((whole * part) / 1000)
        const line = { netCents: net, whole }
        expect(lineValue(line, whole)).toBe(net)
        expect(lineValue(line, done)).toBeLessThanOrEqual(net)
        expect(lineValue(line, done)).toBeGreaterThanOrEqual(0)
      },
    ),
    { numRuns: 500 },
  )
})

it('comes with any certificates to the VAT of the milestone, to the cent, and never takes any back', () => {
  const milestone = fc.record({
    netCents: fc.integer({ min: 1, max: 10 ** 11 }),
    rate: fc.constantFrom(0, 1000, 1350, 2550),
  })
  fc.assert(
    fc.property(
      milestone,
      fc.array(fc.nat(1000), { maxLength: 12 }),
      fc.integer({ min: -1, max: 1 }),
      (of, steps, off) => {
        // The VAT of a milestone of a plan may be a cent off its rate, so that the plan adds up.
        const vatCents = Math.max(0, Math.round((of.netCents * of.rate) / 10_000) + (of.rate > 0 ? off : 0))
        let [net, vat] = [0, 0]
        for (const step of [...steps.sort((a, b) => a - b), 1000]) {
          const toDate = Math.floor((of.netCents * step) / 1000)
          const certified = { netCents: of.netCents, vatCents, certifiedNetCents: net, certifiedVatCents: vat }
          const part = amountsThisTime(certified, toDate)
          expect(Math.min(part.netCents, part.vatCents)).toBeGreaterThanOrEqual(0)
          expect(part.grossCents).toBe(part.netCents + part.vatCents)
          net += part.netCents
          vat += part.vatCents
        }
        expect([net, vat]).toEqual([of.netCents, vatCents])
      },
    ),
    { numRuns: 500 },
  )
})
