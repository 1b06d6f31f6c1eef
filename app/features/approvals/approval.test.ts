import { describe, expect, it } from 'vitest'
import texts from '#app/i18n/locales/en/approvals.json' with { type: 'json' }
import { approvalActs, approvalStatuses, voidGrounds } from '#db/vocabulary/approvals.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import {
  type ApprovalFacts,
  approvalActions,
  approvalMachine,
  approvalRoles,
  approvalRules,
  voidGroundOf,
} from './approval.ts'

const all = { states: approvalStatuses, actions: approvalActions, roles: approvalRoles }
const stands: ApprovalFacts = {
  ...{ now: 1000, expiresAt: 2000, covers: true, askerMay: true, isUnchanged: true, reason: 'Too much' },
}

describe('every state, role and action of a request that stands', () => {
  testEveryStep(
    approvalMachine,
    all,
    `
    pending  colleague  approve   approved
    pending  colleague  refuse    refused
    pending  asker      withdraw  withdrawn
    `,
    () => stands,
  )
})

describe('every state, role and action of one that is void', () => {
  testEveryStep(
    approvalMachine,
    all,
    `
    pending  colleague  refuse    refused
    pending  asker      withdraw  withdrawn
    pending  system     void      voided
    `,
    () => ({ ...stands, isUnchanged: false }),
  )
})

describe('every state, role and action of one that has expired', () => {
  testEveryStep(
    approvalMachine,
    all,
    `
    pending  asker   withdraw  withdrawn
    pending  system  expire    expired
    `,
    () => ({ ...stands, now: 2000 }),
  )
})

/** Every combination of what is true of a request. */
const combinations = [0, 1].flatMap((time) =>
  [true, false].flatMap((covers) =>
    [true, false].flatMap((askerMay) =>
      [true, false].map((isUnchanged) => ({ ...stands, now: 1999 + time, covers, askerMay, isUnchanged })),
    ),
  ),
)

it('is approved only by a colleague whose mandate covers it, in time, unchanged, for somebody who may still ask', () => {
  const approved = combinations.filter((facts) => approvalMachine.next('pending', 'approve', 'colleague', facts).ok)
  expect(approved).toEqual([{ ...stands, now: 1999 }])
  for (const facts of combinations)
    for (const role of ['asker', 'system'] as const)
      expect(approvalMachine.next('pending', 'approve', role, facts).ok).toBe(false)
})

it('is refused only with a reason', () => {
  expect(approvalMachine.next('pending', 'refuse', 'colleague', { ...stands, reason: ' ' })).toEqual({
    ok: false,
    reason: 'approvals:refused.reasonNeeded',
  })
})

it('says why it is void, the asker first', () => {
  expect(voidGroundOf(stands)).toBeNull()
  expect(voidGroundOf({ ...stands, isUnchanged: false })).toBe('changed')
  expect(voidGroundOf({ ...stands, isUnchanged: false, askerMay: false })).toBe('asker')
})

it('has a text for every refusal, act, status and ground', () => {
  const found = [...refusalsOf(approvalMachine, all, [...combinations, { ...stands, reason: '' }])]
  expect(found.map((key) => key.replace('approvals:refused.', '')).filter((key) => !(key in texts.refused))).toEqual([])
  expect(approvalStatuses.filter((status) => !(status in texts.status))).toEqual([])
  expect(voidGrounds.filter((ground) => !(ground in texts.void))).toEqual([])
  expect(approvalActs.filter((act) => !(act in texts.act && act in texts.amount && act in texts.approve.text))).toEqual(
    [],
  )
  expect(Object.keys(approvalRules)).toEqual([...approvalActs])
})
