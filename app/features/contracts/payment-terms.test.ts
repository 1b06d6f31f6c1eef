import { describe, expect, test } from 'vitest'
import texts from '#app/i18n/locales/en/contracts.json' with { type: 'json' }
import { amendmentStatuses, contractStatuses, paymentTermsStatuses } from '#db/vocabulary/contracts.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import { amendmentActions, amendmentMachine, amendmentRoles } from './amendment.ts'
import { contractActions, contractMachine, contractRoles } from './contract.ts'
import { paymentTermsActions, paymentTermsMachine, paymentTermsRoles, refuseProposal } from './payment-terms.ts'

const all = { states: paymentTermsStatuses, actions: paymentTermsActions, roles: paymentTermsRoles }

describe('every state, role and action', () => {
  testEveryStep(
    paymentTermsMachine,
    all,
    `
    proposed  addressee  accept    accepted
    proposed  addressee  reject    rejected
    proposed  addressee  counter   countered
    proposed  proposer   withdraw  withdrawn
    `,
    () => ({ contractIsDraft: true }),
  )
})

test('once the contract was sent, its terms are frozen', () => {
  const outcomes = paymentTermsActions.map((action) => {
    const role = action === 'withdraw' ? 'proposer' : 'addressee'
    const outcome = paymentTermsMachine.next('proposed', action, role, { contractIsDraft: false })
    return [action, outcome.ok ? outcome.to : outcome.reason]
  })
  expect(outcomes).toEqual([
    ['accept', 'contracts:refused.termsFrozen'],
    ['reject', 'rejected'],
    ['counter', 'contracts:refused.termsFrozen'],
    ['withdraw', 'withdrawn'],
  ])
})

test('one proposal is open at a time, and none follows an accepted one', () => {
  const made = (status: (typeof paymentTermsStatuses)[number]) => ({ id: status, by: 'client', status }) as const
  expect(refuseProposal([], true)).toBeNull()
  expect(refuseProposal([made('rejected'), made('countered'), made('withdrawn')], true)).toBeNull()
  expect(refuseProposal([made('countered'), made('proposed')], true)).toBe('contracts:refused.proposalOpen')
  expect(refuseProposal([made('accepted')], true)).toBe('contracts:refused.termsAccepted')
  expect(refuseProposal([], false)).toBe('contracts:refused.termsFrozen')
})

test('every refusal of contracts, amendments and payment terms has a text', () => {
  const facts = [true, false].flatMap((hasSigned) =>
    [true, false].flatMap((isSender) =>
      [
        { now: 1, expiresAt: 0 },
        { now: 0, expiresAt: 1 },
      ].map((time) => ({ ...time, hasSigned, isSender })),
    ),
  )
  const ofContracts = { states: contractStatuses, actions: contractActions, roles: contractRoles }
  const ofAmendments = { states: amendmentStatuses, actions: amendmentActions, roles: amendmentRoles }
  const found = new Set([
    ...refusalsOf(contractMachine, ofContracts, [...facts, ...facts.map((one) => ({ ...one, heldCents: 0 }))]),
    ...refusalsOf(amendmentMachine, ofAmendments, [
      { contractIsActive: false, hasSigned: true },
      { contractIsActive: true, hasSigned: true },
    ]),
    ...refusalsOf(paymentTermsMachine, all, [{ contractIsDraft: false }]),
    'contracts:refused.proposalOpen',
    'contracts:refused.termsAccepted',
  ])
  const known = Object.keys(texts.refused).map((key) => `contracts:refused.${key}`)
  expect([...found].filter((key) => !known.includes(key))).toEqual([])
  expect(found.size).toBe(13)
})
