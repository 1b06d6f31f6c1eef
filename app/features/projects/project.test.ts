import { describe, expect, test } from 'vitest'
import texts from '#app/i18n/locales/en/projects.json' with { type: 'json' }
import { type ProjectStatus, projectStatuses } from '#db/vocabulary/projects.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import {
  canDeleteProject,
  nextVersion,
  type ProjectRole,
  projectActions,
  projectMachine,
  projectRoles,
  projectVisibility,
} from './project.ts'

const all = { states: projectStatuses, actions: projectActions, roles: projectRoles }
const ahead = {
  now: 1000,
  bidDeadline: 1001,
  mayCloseEarly: true,
  signedByBoth: true,
  openMilestones: 0,
  reason: 'No money',
}
const passed = { ...ahead, now: 1001 }

describe('every state, role and action', () => {
  testEveryStep(
    projectMachine,
    all,
    `
    draft       owner   edit            draft
    draft       owner   publish         open
    draft       owner   cancel          cancelled
    open        owner   amend           open
    open        owner   close_bidding   evaluating
    open        owner   cancel          cancelled
    open        system  close_bidding   evaluating
    evaluating  owner   award           awarded
    evaluating  owner   cancel          cancelled
    awarded     system  activate        active
    awarded     system  signing_failed  evaluating
    awarded     owner   revoke_award    evaluating
    active      system  complete        completed
    active      system  terminate       terminated
    `,
    (role) => (role === 'system' ? passed : ahead),
  )
})

test.each([
  ['draft', 'publish', 'owner', passed, 'deadlinePassed'],
  ['open', 'amend', 'owner', passed, 'deadlinePassed'],
  ['open', 'close_bidding', 'system', ahead, 'deadlineAhead'],
  ['open', 'close_bidding', 'owner', { ...ahead, mayCloseEarly: false }, 'closesAtDeadline'],
  ['open', 'close_bidding', 'owner', { now: 0, bidDeadline: 1 }, 'closesAtDeadline'],
  ['awarded', 'activate', 'system', { ...ahead, signedByBoth: false }, 'notSigned'],
  ['awarded', 'activate', 'system', { now: 0, bidDeadline: 1 }, 'notSigned'],
  ['active', 'complete', 'system', { ...ahead, openMilestones: 1 }, 'milestonesOpen'],
  ['active', 'complete', 'system', { now: 0, bidDeadline: 1 }, 'milestonesOpen'],
  ['open', 'cancel', 'owner', { ...ahead, reason: ' ' }, 'reasonNeeded'],
  ['open', 'cancel', 'owner', { now: 0, bidDeadline: 1 }, 'reasonNeeded'],
] as const)('%s %s by %s is guarded', (state, action, role, facts, why) => {
  expect(projectMachine.next(state, action, role, facts)).toEqual({ ok: false, reason: `projects:refused.${why}` })
})

test('bidding ends at the deadline itself', () => {
  expect(projectMachine.next('open', 'close_bidding', 'system', { now: 5, bidDeadline: 5 }).ok).toBe(true)
  expect(projectMachine.next('open', 'close_bidding', 'system', { ...ahead, isAnswered: true }).ok).toBe(true)
  expect(
    projectMachine.next('open', 'close_bidding', 'owner', { ...ahead, mayCloseEarly: false, isAnswered: true }).ok,
  ).toBe(false)
  expect(projectMachine.next('open', 'close_bidding', 'owner', { now: 5, bidDeadline: 5 }).ok).toBe(true)
  expect(projectMachine.next('draft', 'publish', 'owner', { now: 5, bidDeadline: 5 }).ok).toBe(false)
})

test('the cancel button is shown before a reason is typed', () => {
  expect(projectMachine.allowed('open', 'owner', { now: 0, bidDeadline: 1 })).toContain('cancel')
})

test('every refusal has a text', () => {
  const found = refusalsOf(projectMachine, all, [
    { now: 1, bidDeadline: 0 },
    { now: 0, bidDeadline: 1 },
  ])
  const known = Object.keys(texts.refused).map((key) => `projects:refused.${key}`)
  expect([...found].filter((key) => !known.includes(key))).toEqual([])
  expect(found.size).toBe(8)
})

test('only an addendum increments the version', () => {
  expect(projectActions.filter((action) => nextVersion(3, action) === 4)).toEqual(['amend'])
  expect(projectActions.every((action) => [3, 4].includes(nextVersion(3, action)))).toBe(true)
})

const seenBy = (given: { role: ProjectRole; status: ProjectStatus; invitedOnly?: boolean }, isAdmin?: boolean) =>
  projectVisibility({ invitedOnly: false, ...given }, isAdmin)

test('what each role can see', () => {
  const seen = Object.fromEntries(
    projectRoles.map((role) => [role, projectStatuses.map((status) => seenBy({ role, status })).join(' ')]),
  )
  //         draft  open   evaluating awarded active completed terminated cancelled
  expect(seen).toEqual({
    owner: 'full full full full full full full full',
    member: 'full full full full full full full full',
    system: 'full full full full full full full full',
    provider: 'none public public public full full full public',
    bidder: 'none public public public public public public public',
    invited: 'none public public public public public public public',
    other: 'none public none none none none none none',
    guest: 'none none none none none none none none',
  })
})

test('what is by invitation only is hidden from others, but not from admins while it is open', () => {
  const given = projectRoles.flatMap((role) => projectStatuses.map((status) => ({ role, status })))
  const hidden = given.filter((one) => seenBy(one) !== seenBy({ ...one, invitedOnly: true }))
  expect(hidden).toEqual([{ role: 'other', status: 'open' }])
  expect(given.filter((one) => seenBy(one) !== seenBy({ ...one, invitedOnly: true }, true))).toEqual([])
})

test('only drafts can be deleted, by their owner', () => {
  const pairs = projectStatuses.flatMap((status) => projectRoles.map((role) => [status, role] as const))
  expect(pairs.filter(([status, role]) => canDeleteProject(status, role))).toEqual([['draft', 'owner']])
})
