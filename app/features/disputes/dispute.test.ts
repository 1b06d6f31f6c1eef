import { expect, it } from 'vitest'
import texts from '#app/i18n/locales/en/disputes.json' with { type: 'json' }
import { disputeOfferStatuses } from '#db/vocabulary/disputes.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import {
  disputeActions,
  disputeMachine,
  disputeRoles,
  disputeStates,
  offerActions,
  offerMachine,
  offerRoles,
} from './dispute.ts'

const disputes = { states: disputeStates, actions: disputeActions, roles: disputeRoles }
const offers = { states: disputeOfferStatuses, actions: offerActions, roles: offerRoles }
const content = { disputeIsOpen: true, expiresOn: '2026-06-30', today: '2026-06-30' }

testEveryStep(
  disputeMachine,
  disputes,
  `
  open  client    state   open
  open  provider  state   open
  open  client    offer   open
  open  provider  offer   open
  open  admin     ask     open
  open  admin     decide  closed
  `,
  () => ({}),
)

testEveryStep(
  offerMachine,
  offers,
  `
  open  respondent  accept    accepted
  open  respondent  decline   declined
  open  proposer    withdraw  withdrawn
  `,
  () => content,
)

it('accepts an offer up to its last day, and takes no answer once the dispute is over', () => {
  const next = (action: 'accept' | 'decline', facts: Partial<typeof content>) =>
    offerMachine.next('open', action, 'respondent', { ...content, ...facts })
  expect(next('accept', { today: '2026-07-01' })).toMatchObject({ reason: 'disputes:refused.offerLapsed' })
  expect(next('decline', { today: '2026-07-01' }).ok).toBe(true)
  for (const action of ['accept', 'decline'] as const)
    expect(next(action, { disputeIsOpen: false })).toMatchObject({ reason: 'disputes:refused.disputeClosed' })
})

it('has a text for every refusal', () => {
  const facts = [content, { ...content, disputeIsOpen: false }, { ...content, today: '2027-01-01' }]
  const keys = [...refusalsOf(disputeMachine, disputes, [{}]), ...refusalsOf(offerMachine, offers, facts)]
  expect(keys.filter((key) => !(key.replace('disputes:refused.', '') in texts.refused))).toEqual([])
})
