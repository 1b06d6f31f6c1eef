import { describe, expect, it } from 'vitest'
import { milestoneStatuses } from '#db/vocabulary/escrow.ts'
import { contractSteps, type StepFacts, sortSteps } from './contract-step.ts'

type Contract = StepFacts['contract']
type Milestone = Contract['milestones'][number]

const milestone = (position: number, status: Milestone['status'], dueDate: string | null = null): Milestone => ({
  ...{ id: `m${position}`, position, title: 'Works', status, dueDate, extendedDueDate: null },
})

const facts = (contract: Partial<Contract> = {}, more: Partial<Omit<StepFacts, 'contract'>> = {}): StepFacts => ({
  contract: {
    ...{ id: 'c', number: 'C-1', status: 'active', paymentMethod: 'secure_escrow', expiresAt: null },
    ...{ retentionStatus: null, actions: [], signatures: [], milestones: [], ...contract },
  },
  ...{ proposedChanges: [], handover: null, securities: null, finalAccount: null, ...more },
})

const by = (party: 'client' | 'provider') => ({ party })
const told = (asked: StepFacts) => contractSteps(asked).map(({ kind, by, to }) => `${by ?? 'either'} ${kind} ${to}`)
const terms = { handoverDue: null, warrantyMonths: null }
type Handover = NonNullable<StepFacts['handover']>['standing'][number]
const handover = (status: Handover['status'], more: Partial<Handover> = {}, mayCall = false) => ({
  handover: {
    ...{ mayCall, isTakenOver: false },
    standing: [
      { name: 'HO-1', number: 1, isLatest: true, status, writtenBy: null, signatures: [], defects: [], ...more },
    ],
  },
})
type Account = NonNullable<NonNullable<StepFacts['finalAccount']>['account']>
const account = (status: Account['status'], more: Partial<Account> = {}) => ({
  finalAccount: { isAsked: false, account: { name: 'FA-1', status, writtenBy: null, signatures: [], ...more } },
})
const toCall = { mayCall: true, isTakenOver: false, standing: [] }
const change = { id: 'x', name: 'CO-2', title: 'Piles', proposer: 'provider' as const }
const lacking = { purpose: 'performance' as const, amountCents: 5, until: null, lack: 'missing', isOver: false }
const ofWarranty = { terms, demanded: [{ ...lacking, purpose: 'warranty' as const }], securities: [] }
const advance = { purpose: 'advance' as const, amountCents: 7, validUntil: '2026-12-31' }
const taken = { handover: { mayCall: false, isTakenOver: true, standing: [] } }

describe('what a contract waits for', () => {
  const table: [string, StepFacts, string[]][] = [
    [
      'a draft that can be sent',
      facts({ status: 'draft', actions: ['edit', 'send'] }),
      ['client send /contracts/c/send'],
    ],
    ['a draft in its standstill', facts({ status: 'draft', actions: ['edit'] }), []],
    ['a sent one', facts({ status: 'sent' }), ['client sign /contracts/c/sign', 'provider sign /contracts/c/sign']],
    [
      'one that the client has signed',
      facts({ status: 'partially_signed', signatures: [by('client')] }),
      ['provider sign /contracts/c/sign'],
    ],
    ['an expired one', facts({ status: 'expired' }), []],
    ['a proposed change', facts({}, { proposedChanges: [change] }), ['client answerChange /contracts/c/changes/x']],
    ['a proposed change after the end', facts({ status: 'completed' }, { proposedChanges: [change] }), []],
    ['a handover to be called', facts({}, { handover: toCall }), ['either callHandover /contracts/c/handover']],
    ['a completed one that needs no handover', facts({ status: 'completed' }, { handover: toCall }), []],
    [
      'a completed one with a warranty time',
      facts(
        { status: 'completed' },
        {
          handover: toCall,
          securities: { terms: { ...terms, warrantyMonths: 24 }, demanded: [], securities: [] },
        },
      ),
      ['either callHandover /contracts/c/handover'],
    ],
    ['a called handover', facts({}, handover('called')), ['either writeHandover /contracts/c/handover']],
    [
      'a handover that the provider wrote last',
      facts({}, handover('called', { writtenBy: 'provider' })),
      ['client answerHandover /contracts/c/handover'],
    ],
    [
      'a handover that the provider has signed',
      facts({}, handover('proposed', { signatures: [by('provider')] })),
      ['client signHandover /contracts/c/handover'],
    ],
    [
      'defects',
      facts(
        { status: 'completed' },
        handover('signed', {
          defects: [
            { responsible: 'provider', status: 'open', dueOn: null },
            { responsible: 'client', status: 'open', dueOn: '2026-05-01' },
            { responsible: 'provider', status: 'fixed', dueOn: null },
            { responsible: 'provider', status: 'accepted', dueOn: null },
          ],
        }),
      ),
      [
        'client fixDefects /contracts/c/handover',
        'provider fixDefects /contracts/c/handover',
        'client acceptDefects /contracts/c/handover',
      ],
    ],
    [
      'defects of a protocol that is not signed yet',
      facts({}, handover('called', { defects: [{ responsible: 'provider', status: 'open', dueOn: null }] })),
      ['either writeHandover /contracts/c/handover'],
    ],
    [
      'the handover of a part beside a later one',
      facts({}, handover('called', { name: 'HO-2', number: 2, isLatest: false })),
      ['either writeHandover /contracts/c/handover/2'],
    ],
    [
      'a handover that was refused',
      facts({}, handover('signed', {}, true)),
      ['either callHandover /contracts/c/handover'],
    ],
    [
      'securities to give and to receive',
      facts(
        {},
        {
          securities: {
            ...{ terms, demanded: [lacking, { ...lacking, lack: null }] },
            securities: [
              { ...advance, id: 's', status: 'recorded', standing: 'expires_soon' },
              { ...advance, id: 't', status: 'received', standing: 'received' },
              { ...advance, id: 'u', status: 'recorded', standing: 'expired' },
            ],
          },
        },
      ),
      ['provider giveSecurity /contracts/c/securities/new', 'client receiveSecurity /contracts/c/securities/s/receive'],
    ],
    ['a security for the warranty time while the work goes on', facts({}, { securities: ofWarranty }), []],
    [
      'a security for the warranty time from the handover on',
      facts({}, { ...handover('called'), securities: ofWarranty }),
      ['provider giveSecurity /contracts/c/securities/new', 'either writeHandover /contracts/c/handover'],
    ],
    [
      'a retention that was held until the handover',
      facts({ status: 'completed', retentionStatus: 'held' }, taken),
      ['client releaseRetention /escrow/c/release-retention'],
    ],
    [
      'a retention before the handover',
      facts({ status: 'completed', retentionStatus: 'held' }, { handover: { ...taken.handover, isTakenOver: false } }),
      [],
    ],
    [
      'a retention while the provider has a defect to put right',
      facts(
        { status: 'completed', retentionStatus: 'held' },
        {
          handover: {
            ...{ ...taken.handover, isTakenOver: true },
            standing: handover('signed', { defects: [{ responsible: 'provider', status: 'fixed', dueOn: null }] })
              .handover.standing,
          },
        },
      ),
      ['client acceptDefects /contracts/c/handover'],
    ],
    ['a retention that is disputed', facts({ status: 'completed', retentionStatus: 'disputed' }, taken), []],
    ['a retention that is released', facts({ status: 'completed', retentionStatus: 'released' }, taken), []],
    ['a retention while milestones are open', facts({ retentionStatus: null }, taken), []],
    [
      'a terminated one gives no more securities',
      facts({ status: 'terminated' }, { securities: { terms, demanded: [lacking], securities: [] } }),
      [],
    ],
    [
      'a final account to begin',
      facts({ status: 'completed' }, { finalAccount: { isAsked: true, account: null } }),
      ['either beginFinalAccount /contracts/c/final-account'],
    ],
    [
      'a final account that is written',
      facts({ status: 'completed' }, account('draft')),
      ['either writeFinalAccount /contracts/c/final-account'],
    ],
    [
      'a final account that the client wrote last',
      facts({ status: 'completed' }, account('draft', { writtenBy: 'client' })),
      ['provider answerFinalAccount /contracts/c/final-account'],
    ],
    [
      'a final account that the client has signed',
      facts({ status: 'completed' }, account('proposed', { writtenBy: 'client', signatures: [by('client')] })),
      ['provider signFinalAccount /contracts/c/final-account'],
    ],
    ['a signed final account', facts({ status: 'completed' }, account('signed')), []],
    [
      'milestones in escrow: only the first to pay in and to deliver, every one that waits for an answer',
      facts({
        milestones: [
          ...[milestone(1, 'released'), milestone(2, 'approved'), milestone(3, 'submitted')],
          ...[milestone(4, 'submitted'), milestone(5, 'changes_requested'), milestone(6, 'funded')],
          ...[milestone(7, 'funded'), milestone(8, 'planned'), milestone(9, 'planned')],
          ...[milestone(10, 'refund_requested'), milestone(11, 'disputed')],
        ],
      }),
      [
        'provider answerRefund /milestones/m10/refund',
        'client approve /milestones/m3/approve',
        'client approve /milestones/m4/approve',
        'client release /milestones/m2/release',
        'provider deliver /milestones/m5/submit',
        'provider deliver /milestones/m6/submit',
        'client payIn /escrow/c',
      ],
    ],
    [
      'milestones that are paid directly',
      facts({
        paymentMethod: 'direct_invoice',
        milestones: [milestone(1, 'approved'), milestone(2, 'planned'), milestone(3, 'planned')],
      }),
      ['provider deliver /milestones/m2/submit'],
    ],
    [
      'milestones of a terminated contract: what was submitted or approved is still settled, and what is held by both',
      facts({
        status: 'terminated',
        milestones: [
          milestone(1, 'approved'),
          milestone(2, 'submitted'),
          milestone(3, 'funded'),
          milestone(4, 'planned'),
        ],
      }),
      ['client approve /milestones/m2/approve', 'client release /milestones/m1/release', 'either settleHeld /escrow/c'],
    ],
    [
      'a terminated one that pays directly holds nothing to settle',
      facts({ status: 'terminated', paymentMethod: 'direct_invoice', milestones: [milestone(1, 'changes_requested')] }),
      [],
    ],
  ]
  it.each(table)('%s', (_name, asked, expected) => {
    expect(told(asked)).toEqual(expected)
  })
})

it('names every milestone at most once, in every state', () => {
  for (const paymentMethod of ['secure_escrow', 'direct_invoice'] as const)
    for (const status of milestoneStatuses) {
      const steps = contractSteps(facts({ paymentMethod, milestones: [milestone(1, status)] }))
      expect(steps.length).toBeLessThanOrEqual(1)
    }
})

it('tells what it is about and by when', () => {
  const sent = contractSteps(facts({ status: 'partially_signed', signatures: [by('client')], expiresAt: 5 }))
  expect(sent).toEqual([expect.objectContaining({ subject: 'C-1', dueAt: 5, dueOn: null })])
  const planned = contractSteps(facts({ milestones: [milestone(2, 'planned', '2026-07-01')] }))
  expect(planned).toEqual([expect.objectContaining({ subject: '2. Works', dueOn: '2026-07-01', dueAt: null })])
  const due = ['2026-07-02', null, '2026-07-01'].map((dueOn) => {
    return { responsible: 'provider' as const, status: 'open' as const, dueOn }
  })
  expect(contractSteps(facts({}, handover('signed', { defects: due })))).toEqual([
    expect.objectContaining({ subject: 'HO-1', count: 3, dueOn: '2026-07-01' }),
  ])
  expect(contractSteps(facts({}, { proposedChanges: [change] }))).toEqual([
    expect.objectContaining({ subject: 'CO-2: Piles' }),
  ])
})

it('sorts them by the reader: what either party can do is theirs', () => {
  const steps = contractSteps(facts({ status: 'sent' }, { finalAccount: { isAsked: true, account: null } }))
  for (const [reader, other] of [
    ['client', 'provider'],
    ['provider', 'client'],
  ] as const) {
    const { mine, theirs } = sortSteps(steps, reader)
    expect(mine.map(({ kind, by }) => [kind, by])).toEqual([
      ['sign', reader],
      ['beginFinalAccount', null],
    ])
    expect(theirs.map(({ kind, by }) => [kind, by])).toEqual([['sign', other]])
  }
})
