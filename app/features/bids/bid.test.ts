import { describe, expect, test } from 'vitest'
import texts from '#app/i18n/locales/en/bids.json' with { type: 'json' }
import { type BidStatus, bidStatuses, liveBidStatuses } from '#db/vocabulary/bids.ts'
import { projectStatuses } from '#db/vocabulary/projects.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import { bidActions, bidMachine, bidRoles, canSeeBid, isConfirmed } from './bid.ts'

const all = { states: bidStatuses, actions: bidActions, roles: bidRoles }
const bidding = {
  now: 1000,
  bidDeadline: 1001,
  projectStatus: 'open',
  ownProject: false,
  hasOtherLiveBid: false,
  isConfirmed: true,
  requestChanged: false,
  boundUntil: null,
  timeZone: 'Europe/Helsinki',
  reason: 'Too dear',
} as const
const evaluating = { ...bidding, now: 1001, projectStatus: 'evaluating' } as const

describe('every state, role and action', () => {
  testEveryStep(
    bidMachine,
    all,
    `
    draft        bidder  edit            draft
    draft        bidder  submit          submitted
    draft        bidder  withdraw        withdrawn
    submitted    bidder  revise          submitted
    submitted    bidder  confirm         submitted
    submitted    bidder  withdraw        withdrawn
    submitted    system  open            opened
    opened       bidder  withdraw        withdrawn
    opened       owner   shortlist       shortlisted
    opened       owner   reject          rejected
    opened       owner   award           awarded
    opened       system  not_select      not_selected
    shortlisted  bidder  withdraw        withdrawn
    shortlisted  owner   reject          rejected
    shortlisted  owner   award           awarded
    shortlisted  system  not_select      not_selected
    awarded      system  win             won
    awarded      system  signing_failed  opened
    awarded      owner   revoke          opened
    awarded      owner   exclude         rejected
    won          system  terminate       terminated
    `,
    (role, state) => (role !== 'system' && (state === 'draft' || state === 'submitted') ? bidding : evaluating),
  )
})

const late = { ...bidding, now: 1001 }
test.each([
  ['draft', 'submit', 'bidder', late, 'deadlinePassed'],
  ['draft', 'submit', 'bidder', { ...bidding, projectStatus: 'cancelled' }, 'projectNotOpen'],
  ['draft', 'submit', 'bidder', { ...bidding, ownProject: true }, 'ownProject'],
  ['draft', 'submit', 'bidder', { ...bidding, hasOtherLiveBid: true }, 'oneBidPerCompany'],
  ['submitted', 'confirm', 'bidder', { ...bidding, requestChanged: true }, 'requestChanged'],
  ['opened', 'award', 'owner', { ...evaluating, isConfirmed: false }, 'notConfirmed'],
  ['shortlisted', 'award', 'owner', { ...evaluating, isConfirmed: false }, 'notConfirmed'],
  ['opened', 'award', 'owner', { ...evaluating, boundUntil: '1969-12-31' }, 'expired'],
  ['shortlisted', 'award', 'owner', { ...evaluating, boundUntil: '1969-12-31' }, 'expired'],
  ['draft', 'submit', 'bidder', { ...bidding, boundUntil: '1969-12-31' }, 'validityTooShort'],
  ['submitted', 'confirm', 'bidder', { ...bidding, boundUntil: '1969-12-31' }, 'validityTooShort'],
  ['draft', 'edit', 'bidder', late, 'deadlinePassed'],
  ['submitted', 'revise', 'bidder', late, 'deadlinePassed'],
  ['submitted', 'revise', 'bidder', { ...bidding, projectStatus: 'evaluating' }, 'projectNotOpen'],
  ['submitted', 'confirm', 'bidder', late, 'deadlinePassed'],
  ['submitted', 'open', 'system', bidding, 'sealed'],
  ['submitted', 'open', 'system', late, 'sealed'],
  ['opened', 'shortlist', 'owner', { ...evaluating, projectStatus: 'awarded' }, 'notEvaluating'],
  ['opened', 'award', 'owner', { ...evaluating, projectStatus: 'awarded' }, 'notEvaluating'],
  ['shortlisted', 'award', 'owner', { ...evaluating, projectStatus: 'cancelled' }, 'notEvaluating'],
  ['opened', 'reject', 'owner', { ...evaluating, reason: '' }, 'reasonNeeded'],
  ['opened', 'reject', 'owner', { ...evaluating, projectStatus: 'awarded' }, 'notEvaluating'],
  ['shortlisted', 'reject', 'owner', { ...evaluating, reason: null }, 'reasonNeeded'],
  ['awarded', 'revoke', 'owner', { ...evaluating, reason: ' ' }, 'reasonNeeded'],
  ['awarded', 'exclude', 'owner', { ...evaluating, reason: undefined }, 'reasonNeeded'],
  ['opened', 'withdraw', 'bidder', { ...evaluating, reason: undefined }, 'reasonNeeded'],
  ['submitted', 'withdraw', 'bidder', { ...late, reason: undefined }, 'reasonNeeded'],
  ['shortlisted', 'withdraw', 'bidder', { ...evaluating, projectStatus: 'awarded' }, 'alreadyAwarded'],
  ['opened', 'withdraw', 'bidder', { ...evaluating, projectStatus: 'active' }, 'alreadyAwarded'],
] as const)('%s %s by %s is guarded', (state, action, role, facts, why) => {
  expect(bidMachine.next(state, action, role, facts)).toEqual({ ok: false, reason: `bids:refused.${why}` })
})

test('a bid binds to the end of its last day in the project’s zone', () => {
  const at = (now: number) =>
    bidMachine.next('opened', 'award', 'owner', { ...evaluating, now, boundUntil: '2026-03-31' }).ok
  const midnight = Date.UTC(2026, 2, 31, 21)
  expect([at(midnight - 1), at(midnight)]).toEqual([true, false])
})

test('a bid may be withdrawn freely before the deadline', () => {
  const facts = { ...bidding, reason: undefined }
  expect(bidMachine.next('submitted', 'withdraw', 'bidder', facts)).toEqual({ ok: true, to: 'withdrawn' })
  expect(bidMachine.next('draft', 'withdraw', 'bidder', { ...facts, now: 2000 })).toEqual({ ok: true, to: 'withdrawn' })
})

test('every refusal has a text', () => {
  const facts = projectStatuses.flatMap((projectStatus) =>
    [true, false].flatMap((flag) =>
      [0, 2000].map((now) => ({
        ...{ now, bidDeadline: 1000, projectStatus, ownProject: flag, hasOtherLiveBid: flag },
        ...{ isConfirmed: flag, requestChanged: !flag },
      })),
    ),
  )
  const other = facts.map((one) => ({ ...one, ownProject: false }))
  const found = refusalsOf(bidMachine, all, [...facts, ...other])
  const known = Object.keys(texts.refused).map((key) => `bids:refused.${key}`)
  expect([...found].filter((key) => !known.includes(key))).toEqual([])
  expect(found.size).toBe(12)
})

test('a closed bid does not prevent a new one', () => {
  expect(bidStatuses.filter((status) => !(liveBidStatuses as readonly BidStatus[]).includes(status))).toEqual([
    'withdrawn',
    'rejected',
    'terminated',
    'not_selected',
  ])
})

describe('the seal', () => {
  const sees = (role: (typeof bidRoles)[number], bidsOpenedAt: number | null, withdrawnAt: number | null = null) =>
    bidStatuses.filter((status) => canSeeBid({ status, withdrawnAt, bidsOpenedAt }, role))

  test('bidders always see their own bid', () => {
    expect(sees('bidder', null)).toEqual(bidStatuses)
    expect(sees('bidder', 5)).toEqual(bidStatuses)
  })

  test('nobody else sees anything before the opening, whatever the state', () => {
    expect(sees('owner', null)).toEqual([])
    expect(sees('other', null)).toEqual([])
  })

  test('after the opening the owner sees the opened bids', () => {
    expect(sees('owner', 5)).toEqual([
      'opened',
      'shortlisted',
      'rejected',
      'awarded',
      'won',
      'terminated',
      'not_selected',
    ])
    expect(sees('other', 5)).toEqual([])
  })

  test('a bid withdrawn before the opening stays hidden, one withdrawn later is visible', () => {
    expect(sees('owner', 5, 4)).not.toContain('withdrawn')
    expect(sees('owner', 5, 5)).not.toContain('withdrawn')
    expect(sees('owner', 5, 6)).toContain('withdrawn')
  })
})

test('a bid is confirmed for the project version it names', () => {
  expect(isConfirmed({ projectVersion: 2 }, { version: 2 })).toBe(true)
  expect(isConfirmed({ projectVersion: 1 }, { version: 2 })).toBe(false)
})
