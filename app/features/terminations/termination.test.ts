import { describe, expect, it } from 'vitest'
import texts from '#app/i18n/locales/en/terminations.json' with { type: 'json' }
import { terminationGrounds, terminationStatuses } from '#db/vocabulary/contracts.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import {
  grounds,
  groundsOf,
  hasEnded,
  isOpen,
  terminationActions,
  terminationMachine,
  terminationRoles,
} from './termination.ts'

const all = { states: terminationStatuses, actions: terminationActions, roles: terminationRoles }
const content = { now: 1000, ground: 'breach' as const, remedyUntil: 1000, contractIsActive: true, reason: 'It leaks' }

describe('every state, role and action', () => {
  testEveryStep(
    terminationMachine,
    all,
    `
    claimed    respondent  accept    accepted
    claimed    respondent  contest   contested
    claimed    respondent  remedy    remedied
    claimed    claimant    confirm   declared
    claimed    claimant    withdraw  withdrawn
    remedied   respondent  accept    accepted
    remedied   respondent  contest   contested
    remedied   claimant    confirm   disputed
    remedied   claimant    withdraw  withdrawn
    contested  respondent  accept    accepted
    contested  respondent  remedy    remedied
    contested  claimant    confirm   disputed
    contested  claimant    withdraw  withdrawn
    declared   respondent  accept    accepted
    declared   respondent  contest   disputed
    disputed   respondent  accept    accepted
    `,
    () => content,
  )
})

const next = (
  state: (typeof terminationStatuses)[number],
  action: (typeof terminationActions)[number],
  facts: Partial<Parameters<typeof terminationMachine.next>[3]>,
) =>
  terminationMachine.next(state, action, action === 'confirm' || action === 'withdraw' ? 'claimant' : 'respondent', {
    ...content,
    ...facts,
  })
const refused = (why: string) => ({ ok: false, reason: `terminations:refused.${why}` })

it.each(['claimed', 'remedied', 'contested'] as const)('%s: confirmed only after the time to remedy', (state) => {
  expect(next(state, 'confirm', { now: 999 })).toEqual(refused('remedyRunning'))
  expect(next(state, 'confirm', { now: 1000 }).ok).toBe(true)
})

it('ends a contract by agreement only when the other party accepts', () => {
  const proposal = { ground: 'agreement' as const, now: 9999 }
  expect(next('claimed', 'confirm', proposal)).toEqual(refused('agreementNeeded'))
  expect(next('claimed', 'contest', proposal)).toEqual({ ok: true, to: 'refused' })
  expect(next('claimed', 'accept', proposal)).toEqual({ ok: true, to: 'accepted' })
})

it('gives no time to remedy an insolvency', () => {
  expect(next('claimed', 'remedy', { ground: 'insolvency' })).toEqual(refused('nothingToRemedy'))
})

it('needs the reason of an answer', () => {
  for (const action of ['contest', 'remedy'] as const)
    expect(next('claimed', action, { reason: ' ' })).toEqual(refused('reasonNeeded'))
  expect(next('declared', 'contest', { reason: null })).toEqual(refused('reasonNeeded'))
})

it('lapses with the contract, but can still be accepted or contested once it has ended the contract', () => {
  for (const action of terminationActions)
    expect(next('claimed', action, { contractIsActive: false })).toEqual(refused('contractNotActive'))
  expect(next('declared', 'contest', { contractIsActive: false })).toEqual({ ok: true, to: 'disputed' })
  expect(next('disputed', 'accept', { contractIsActive: false })).toEqual({ ok: true, to: 'accepted' })
})

it('knows a delay of the provider only, and a failure to pay of the client only', () => {
  expect(groundsOf('client')).toEqual(['breach', 'delay', 'insolvency', 'agreement'])
  expect(groundsOf('provider')).toEqual(['breach', 'non_payment', 'insolvency', 'agreement'])
  expect(Object.keys(grounds)).toEqual([...terminationGrounds])
})

it('is open, has ended the contract, or has come to nothing', () => {
  const sorted = terminationStatuses.map((status) => [isOpen(status), hasEnded(status)])
  expect(sorted.some(([open, ended]) => open && ended)).toBe(false)
  expect(terminationStatuses.filter((status) => !isOpen(status) && !hasEnded(status))).toEqual(['withdrawn', 'refused'])
})

it('has a text for every refusal, ground and status', () => {
  const facts = [
    content,
    { ...content, now: 1, reason: '' },
    { ...content, contractIsActive: false },
    { ...content, ground: 'insolvency' as const },
    { ...content, ground: 'agreement' as const },
  ]
  const found = [...refusalsOf(terminationMachine, all, facts)].map((key) => key.replace('terminations:refused.', ''))
  expect(found.filter((key) => !(key in texts.refused))).toEqual([])
  expect(terminationGrounds.filter((ground) => !(ground in texts.ground && ground in texts.groundHint))).toEqual([])
  expect(terminationStatuses.filter((status) => !(status in texts.status))).toEqual([])
})
