import { describe, expect, it } from 'vitest'
import texts from '#app/i18n/locales/en/changeorders.json' with { type: 'json' }
import { changeOrderStatuses } from '#db/vocabulary/change-orders.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import { changeOrderActions, changeOrderMachine, changeOrderRoles, type DeductionFit } from './change-order.ts'

const all = { states: changeOrderStatuses, actions: changeOrderActions, roles: changeOrderRoles }
const content = { contractIsActive: true, deduction: 'fits' as const, extensionFits: true, reason: 'Too dear' }

describe('every state, role and action', () => {
  testEveryStep(
    changeOrderMachine,
    all,
    `
    draft     proposer    edit      draft
    draft     proposer    propose   proposed
    draft     proposer    withdraw  withdrawn
    proposed  proposer    withdraw  withdrawn
    proposed  respondent  accept    accepted
    proposed  respondent  reject    rejected
    `,
    () => content,
  )
  testEveryStep(
    changeOrderMachine,
    all,
    `
    draft     proposer    withdraw  withdrawn
    proposed  proposer    withdraw  withdrawn
    proposed  respondent  reject    rejected
    proposed  system      lapse     lapsed
    `,
    () => ({ ...content, contractIsActive: false }),
  )
})

const refused = (why: string) => ({ ok: false, reason: `changeorders:refused.${why}` })
const fits: [DeductionFit, string | null][] = [
  ['none', null],
  ['fits', null],
  ['missing', 'milestoneMissing'],
  ['notPlanned', 'milestoneNotPlanned'],
  ['tooLarge', 'deductionTooLarge'],
]

it.each(fits)('a deduction that is %s: %s', (deduction, why) => {
  const facts = { ...content, deduction }
  const steps = [
    changeOrderMachine.next('draft', 'propose', 'proposer', facts),
    changeOrderMachine.next('proposed', 'accept', 'respondent', facts),
  ]
  for (const step of steps) expect(step).toEqual(why === null ? { ok: true, to: expect.any(String) } : refused(why))
})

it('extends no milestone that is delivered', () => {
  const facts = { ...content, extensionFits: false }
  expect(changeOrderMachine.next('draft', 'propose', 'proposer', facts)).toEqual(refused('extensionDelivered'))
  expect(changeOrderMachine.next('proposed', 'accept', 'respondent', facts)).toEqual(refused('extensionDelivered'))
})

it('changes nothing once the contract has ended, but can still be rejected or withdrawn', () => {
  const ended = { ...content, contractIsActive: false }
  expect(changeOrderMachine.next('draft', 'edit', 'proposer', ended)).toEqual(refused('contractNotActive'))
  expect(changeOrderMachine.next('draft', 'propose', 'proposer', ended)).toEqual(refused('contractNotActive'))
  expect(changeOrderMachine.next('proposed', 'accept', 'respondent', ended)).toEqual(refused('contractNotActive'))
  expect(changeOrderMachine.next('proposed', 'reject', 'respondent', ended).ok).toBe(true)
  expect(changeOrderMachine.next('proposed', 'withdraw', 'proposer', ended).ok).toBe(true)
})

it('is rejected with a reason', () => {
  for (const reason of [' ', null, undefined])
    expect(changeOrderMachine.next('proposed', 'reject', 'respondent', { ...content, reason })).toEqual(
      refused('reasonNeeded'),
    )
})

it('has a text for every refusal', () => {
  const facts = fits.flatMap(([deduction]) => [
    { contractIsActive: true, deduction, extensionFits: true, reason: '' },
    { contractIsActive: true, deduction, extensionFits: false },
    { contractIsActive: false, deduction, extensionFits: true },
  ])
  const reasons = [...refusalsOf(changeOrderMachine, all, facts)].map((key) => key.replace('changeorders:refused.', ''))
  expect(Object.keys(texts.refused)).toEqual(expect.arrayContaining(reasons))
})
