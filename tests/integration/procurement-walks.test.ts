// Random sequences of actions of everybody on one project, from the bids to the last payment: whatever is refused or done, in whatever
// order, every document still matches its hash and its rows, and every posting balances. `WALKS=1000` walks a thousand of them.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { confirmBid } from '#app/features/bids/confirm-bid.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { rejectBid } from '#app/features/bids/reject-bid.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { getChain } from '#app/features/chain/chain.server.ts'
import { verifyDatabase } from '#app/features/chain/verify-database.server.ts'
import { rejectChangeOrder } from '#app/features/change-orders/reject-change-order.server.ts'
import { signChangeOrder } from '#app/features/change-orders/sign-change-order.server.ts'
import { declineContract } from '#app/features/contracts/decline-contract.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { voidContract } from '#app/features/contracts/void-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { releaseMilestone, retentionOfRelease } from '#app/features/escrow/release-milestone.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { requestChanges } from '#app/features/escrow/request-changes.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { changeTermination } from '#app/features/terminations/change-termination.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { proposedChange } from '#tests/factories/change-order.ts'
import { bidInput, createParties, fund, type Parties, password, withPassword } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'

let db: Database
let people: Parties & { rival: CompanyContext }
beforeAll(async () => {
  db = testDatabase()
  people = { ...(await createParties(db)), rival: await withPassword(createPerson(db)) }
})

/** What an action finds: the newest records of the project, '' where there are none. */
type Place = { projectId: string; who: CompanyContext; pick: number }
const one = (sql: string, ...ids: string[]): string => {
  const row = db.$client
    .prepare<string[], string>(sql)
    .pluck()
    .get(...ids)
  return row ?? ''
}
const contractOf = ({ projectId }: Place) =>
  one('SELECT id FROM contracts WHERE project_id = ? ORDER BY id DESC LIMIT 1', projectId)
const bidOf = ({ projectId, pick }: Place) =>
  one(`SELECT id FROM bids WHERE project_id = ? ORDER BY id LIMIT 1 OFFSET ${pick % 2}`, projectId)
const ofContract = (table: string, place: Place) =>
  one(`SELECT id FROM ${table} WHERE contract_id = ? ORDER BY id LIMIT 1 OFFSET ${place.pick % 2}`, contractOf(place))
const milestoneOf = (place: Place) => ofContract('contract_milestones', place)
const deal = (place: Place) => ({
  ...people,
  milestoneIds: [],
  bidId: '',
  contractId: contractOf(place),
  projectId: place.projectId,
})
const file = () => ({
  name: 'plan.pdf',
  mime: 'application/pdf',
  size: 4,
  sha256: newId(),
  storedAs: newId(),
  keep: () => undefined,
})
const half = { description: '', netCents: 500_000, vatRateBp: 2550, dueDate: null }

type Action = (place: Place) => unknown
const reason = 'For a reason.'
const actions = {
  bid: ({ projectId, who, pick }) =>
    createBid(who, { ...bidInput, amount: 1_000_000, timelineWeeks: pick + 1, projectId, submit: true }),
  revise: (place) => updateBid(place.who, { ...bidInput, bidId: bidOf(place), approach: `Otherwise, ${place.pick}` }),
  confirm: (place) => confirmBid(place.who, { bidId: bidOf(place) }),
  withdraw: (place) => withdrawBid(place.who, { bidId: bidOf(place), reason }),
  addendum: ({ projectId, who }) =>
    addAddendum(who, { ...projectInput({ bidDeadline: who.now + 20 * day }), projectId, summary: 'One door more.' }),
  close: ({ projectId, who }) => closeBidding(who, { projectId }),
  cancel: ({ projectId, who }) => cancelProject(who, { projectId, reason }),
  reject: (place) => rejectBid(place.who, { bidId: bidOf(place), reason }),
  award: (place) => awardBid(place.who, { bidId: bidOf(place), reason }),
  draft: ({ projectId, who }) =>
    draftContract(who, {
      ...{
        projectId,
        title: 'Kitchen',
        terms: 'What was said holds.',
        paymentMethod: 'secure_escrow',
        retentionBp: 500,
      },
      milestones: [
        { ...half, title: 'Demolition' },
        { ...half, title: 'Installation' },
      ],
    }),
  send: (place) => sendContract(place.who, { contractId: contractOf(place) }),
  sign: (place) =>
    signContract(place.who, { contractId: contractOf(place), typedName: place.who.actor.name, password }),
  decline: (place) => declineContract(place.who, { contractId: contractOf(place), reason }),
  void: (place) => voidContract(place.who, { contractId: contractOf(place), reason }),
  fund: (place) => {
    const milestoneId = milestoneOf(place)
    if (one('SELECT funding_reference FROM contract_milestones WHERE id = ?', milestoneId))
      fund(deal(place), milestoneId)
  },
  submit: (place) =>
    submitMilestone(place.who, { milestoneId: milestoneOf(place), note: 'Done.', files: [file() as never] }),
  correct: (place) => requestChanges(place.who, { milestoneId: milestoneOf(place), reason }),
  approve: (place) => approveMilestone(place.who, { milestoneId: milestoneOf(place) }),
  release: (place) => {
    const milestoneId = milestoneOf(place)
    const expectedRetentionCents = retentionOfRelease(place.who, milestoneId)
    return releaseMilestone(place.who, { milestoneId, password, expectedRetentionCents })
  },
  refund: (place) => requestRefund(place.who, { milestoneId: milestoneOf(place), reason }),
  consent: (place) => consentRefund(place.who, { milestoneId: milestoneOf(place), password }),
  dispute: (place) => disputeMilestone(place.who, { milestoneId: milestoneOf(place), reason }),
  resolve: (place) => {
    const milestoneId = milestoneOf(place)
    const held = Number(one('SELECT amount_cents FROM contract_milestones WHERE id = ?', milestoneId))
    const clientCents = Math.min(held, place.pick * 1000)
    return resolveDispute(people.admin, {
      milestoneId,
      split: { clientCents, providerCents: held - clientCents },
      reason,
    })
  },
  propose: (place) => proposedChange(place.who, { contractId: contractOf(place) }),
  accept: (place) => {
    const changeOrderId = ofContract('change_orders', place)
    const typedName = place.who.actor.name
    return signChangeOrder(place.who, { contractId: contractOf(place), changeOrderId, typedName, password })
  },
  refuse: (place) =>
    rejectChangeOrder(place.who, {
      contractId: contractOf(place),
      changeOrderId: ofContract('change_orders', place),
      reason,
    }),
  invoice: (place) => {
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
    const { id } = createInvoice(place.who, { ...invoiceInput, lines, milestoneId: milestoneOf(place) })
    return issueInvoice(place.who, { invoiceId: id })
  },
  credit: (place) =>
    creditInvoice(place.who, {
      ...{ invoiceId: ofContract('invoices', place), amountCents: place.pick % 3 ? 1000 : null },
      ...{ reason, lineText: 'Credit', unit: 'pcs' },
    }),
  notice: (place) => claimTermination(place.who, { contractId: contractOf(place), ground: 'agreement', facts: reason }),
  agree: (place) => changeTermination(place.who, { contractId: contractOf(place), action: 'accept' }),
  retention: (place) => releaseRetention(place.who, { contractId: contractOf(place), password }),
} satisfies Record<string, Action>
type Name = keyof typeof actions

/** A usual course of things, into which the walks put the rest. */
const course: readonly (readonly [Name, 'client' | 'provider' | 'rival', pick: number])[] = [
  ['bid', 'provider', 0],
  ['bid', 'rival', 1],
  ['close', 'client', 0],
  ['award', 'client', 0],
  ['draft', 'client', 0],
  ['send', 'client', 0],
  ['sign', 'provider', 0],
  ['sign', 'client', 0],
  ['propose', 'provider', 0],
  ['fund', 'client', 0],
  ['submit', 'provider', 0],
  ['accept', 'client', 0],
  ['approve', 'client', 0],
  ['release', 'client', 0],
  ['invoice', 'provider', 0],
  ['fund', 'client', 1],
  ['credit', 'provider', 0],
  ['dispute', 'provider', 1],
  ['resolve', 'client', 1],
  ['notice', 'client', 0],
  ['agree', 'provider', 0],
  ['retention', 'client', 0],
]

/** What the provider's side does; the rest is the client's. */
const providers: readonly Name[] = [
  'bid',
  'revise',
  'confirm',
  'withdraw',
  'submit',
  'decline',
  'consent',
  'propose',
  'invoice',
  'credit',
  'agree',
]
const step = fc.record({
  name: fc.constantFrom(...(Object.keys(actions) as Name[])),
  pick: fc.nat(9),
  astray: fc.nat(9),
})

/** Mostly who can do it, sometimes the other side or a stranger to the contract. */
function actorOf(name: Name, astray: number): CompanyContext {
  if (astray === 0) return people.rival
  return providers.includes(name) === astray > 1 ? people.provider : people.client
}
const done = new Map<Name, number>()

async function act(name: Name, place: Place): Promise<void> {
  try {
    await actions[name](place)
    done.set(name, (done.get(name) ?? 0) + 1)
  } catch (error) {
    // Refused, as most of it is: out of turn, by the wrong side, or about what is not there.
    if (!(error instanceof AppError)) throw error
  }
}

/** How many walks `WALKS` asks for. */
const asked = Number(process.env.WALKS ?? 0)

it(
  'leaves every document verified, whatever is done in whatever order',
  async () => {
    // Little before the award, where most of what is done ends the project, and more after it.
    const walk = fc.tuple(
      ...course.map((_, index) =>
        fc.record({ before: fc.array(step, { maxLength: index < 5 ? 1 : 4 }), skipped: fc.nat(19) }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const { id: projectId } = createOpenProject(people.client, { bidDeadline: people.client.now + 10 * day })
        for (const [index, { before, skipped }] of steps.entries()) {
          for (const { name, pick, astray } of before) await act(name, { projectId, who: actorOf(name, astray), pick })
          const [name, who, pick] = course[index] ?? (['bid', 'rival', 0] as const)
          if (skipped > 0) await act(name, { projectId, who: people[who], pick })
        }
        const contracts = db.$client.prepare<string[], string>('SELECT id FROM contracts WHERE project_id = ?').pluck()
        for (const contractId of contracts.all(projectId))
          expect(getChain(people.client, contractId)?.links.filter(({ findings }) => findings.length > 0)).toEqual([])
      }),
      // The same walks each time, unless a number is asked for.
      asked > 0 ? { numRuns: asked } : { numRuns: 50, seed: 9 },
    )
    expect([...verifyDatabase(db)].flatMap(({ findings }) => findings)).toEqual([])
    // The walks go all the way: next to nothing was never done.
    const never = (Object.keys(actions) as Name[]).filter((name) => !done.has(name))
    expect(never.length).toBeLessThan(3)
  },
  Math.max(120_000, asked * 2_000),
)
