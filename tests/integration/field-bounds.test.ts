import { describe, expect, it } from 'vitest'
import { bidSchema } from '#app/features/bids/schemas.server.ts'
import { contractSchema } from '#app/features/contracts/schemas.server.ts'
import { resolveSchema, transferSchema } from '#app/features/escrow/schemas.server.ts'
import { creditSchema, paymentSchema } from '#app/features/invoicing/schemas.server.ts'
import { addendumSchema, projectSchema } from '#app/features/projects/schemas.server.ts'

const localeContext = { locale: 'en', timeZone: 'Europe/Helsinki', decimalMark: '.' as const }
const tooLarge = '100000000001'

/**
 * Every schema with money, quantities or days, and how each of its fields treats 0, too large values and the last possible day.
 */
const bounds = [
  [projectSchema(localeContext), { budget: '0' }, 'budget validation:amountPositive'],
  [projectSchema(localeContext), { budget: tooLarge }, 'budget validation:tooLarge'],
  [
    projectSchema(localeContext),
    { lines: [{ description: 'a', quantity: '0', unit: 'm' }] },
    'lines.0.quantity validation:quantityPositive',
  ],
  [projectSchema(localeContext), { bidDeadline: '9999-12-31T10:00' }, 'bidDeadline validation:dateRange'],
  [
    projectSchema(localeContext),
    { title: '', startDate: '2027-05-02', endDate: '2027-05-01' },
    'endDate projectform:endsBeforeStart',
  ],
  // Said together with what is wrong elsewhere, even with what cannot be read at all.
  [projectSchema(localeContext), { bidDeadline: '2020-06-01T12:00' }, 'bidDeadline projects:refused.deadlinePassed'],
  [projectSchema(localeContext), { startDate: '2020-06-01' }, 'startDate projectform:inPast'],
  [projectSchema(localeContext), { endDate: '2020-06-01' }, 'endDate projectform:inPast'],
  [
    projectSchema(localeContext),
    { bidDeadline: '2090-06-02T00:00', startDate: '2090-06-01' },
    'startDate projectform:beforeDeadline',
  ],
  [
    addendumSchema(localeContext),
    { bidDeadline: '2090-06-02T00:00', endDate: '2090-06-01' },
    'endDate projectform:beforeDeadline',
  ],
  [addendumSchema(localeContext), { startDate: '9999-12-31' }, 'startDate validation:dateRange'],
  [projectSchema(localeContext), { endDate: '9999-12-31' }, 'endDate validation:dateRange'],
  [bidSchema(localeContext), { amount: tooLarge }, 'amount validation:tooLarge'],
  [
    bidSchema(localeContext),
    { lines: [{ description: 'a', quantity: '0', unit: 'm', unitPrice: '1' }] },
    'lines.0.quantity validation:quantityPositive',
  ],
  [
    bidSchema(localeContext),
    { lines: [{ description: 'a', quantity: '2', unit: 'm', unitPrice: '99999999999' }] },
    'lines.0.unitPrice validation:tooLarge',
  ],
  [bidSchema(localeContext), { timelineWeeks: 0 }, 'timelineWeeks bidform:weeks'],
  [
    contractSchema(localeContext),
    { milestones: [{ title: 'a', amount: '0' }] },
    'milestones.0.amount validation:amountPositive',
  ],
  [
    contractSchema(localeContext),
    { milestones: [{ title: 'a', amount: tooLarge }] },
    'milestones.0.amount validation:tooLarge',
  ],
  [
    contractSchema(localeContext),
    { milestones: [{ title: 'a', amount: '1', dueDate: '9999-12-31' }] },
    'milestones.0.dueDate validation:dateRange',
  ],
  [
    contractSchema(localeContext),
    { milestones: [{ title: 'a', amount: '1', dueDate: '2020-06-01' }] },
    'milestones.0.dueDate contracts:invalid.dueInPast',
  ],
  [contractSchema(localeContext), { retention: '30.01' }, 'retention contracts:invalid.retention?max=30'],
  [contractSchema(localeContext), { retention: '-1' }, 'retention contracts:invalid.retention?max=30'],
  [transferSchema(localeContext), { amount: '0' }, 'amount validation:amountPositive'],
  [transferSchema(localeContext), { amount: tooLarge }, 'amount validation:tooLarge'],
  [transferSchema(localeContext), { paidOn: '9999-12-31' }, 'paidOn validation:dateRange'],
  [transferSchema(localeContext), { paidOn: '2090-06-01' }, 'paidOn escrow:transfer.paidInFuture'],
  [resolveSchema(localeContext), { clientAmount: tooLarge }, 'clientAmount validation:tooLarge'],
  [paymentSchema(localeContext), { amount: '0' }, 'amount validation:amountPositive'],
  [paymentSchema(localeContext), { amount: tooLarge }, 'amount validation:tooLarge'],
  [paymentSchema(localeContext), { paidOn: '9999-12-31' }, 'paidOn validation:dateRange'],
  [paymentSchema(localeContext), { paidOn: '2090-06-01' }, 'paidOn invoicing:form.paidInFuture'],
  [creditSchema(localeContext), { extent: 'part', amount: '0' }, 'amount validation:amountPositive'],
] as const

describe('form input', () => {
  it.each(bounds.map(([schema, typed, problem]) => [typed, problem, schema] as const))(
    '%j is refused: %s',
    (typed, problem, schema) => {
      const issues = schema.safeParse(typed).error?.issues ?? []
      expect(issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toContain(problem)
    },
  )

  it('a bid of 0 is refused', () => {
    const bid = { approach: 'a', timelineWeeks: 1 }
    const free = { description: 'a', quantity: '1', unit: 'm', unitPrice: '0' }
    for (const [typed, at] of [
      [{ amount: '0' }, 'amount'],
      [{ lines: [free] }, 'lines'],
    ] as const) {
      expect(bidSchema(localeContext).safeParse({ ...bid, ...typed }).error?.issues).toMatchObject([
        { path: [at], message: 'validation:amountPositive' },
      ])
    }
  })
})
