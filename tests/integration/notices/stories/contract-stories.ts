import { rejectChangeOrder, withdrawChangeOrder } from '#app/features/change-orders/reject-change-order.server.ts'
import { signChangeOrder } from '#app/features/change-orders/sign-change-order.server.ts'
import { declineContract } from '#app/features/contracts/decline-contract.server.ts'
import { expireContracts } from '#app/features/contracts/expire-contracts.server.ts'
import { remindSigners } from '#app/features/contracts/remind-signers.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { voidContract } from '#app/features/contracts/void-contract.server.ts'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { returnFinalAccount } from '#app/features/final-accounts/return-final-account.server.ts'
import { signFinalAccount } from '#app/features/final-accounts/sign-final-account.server.ts'
import { updateFinalAccount } from '#app/features/final-accounts/update-final-account.server.ts'
import { attachToDefect } from '#app/features/handover/attach-to-defect.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { changeDefect } from '#app/features/handover/change-defect.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { returnHandover } from '#app/features/handover/return-handover.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { answerPaymentTerms } from '#app/features/negotiations/answer-payment-terms.server.ts'
import { answerWording } from '#app/features/negotiations/answer-wording.server.ts'
import { commentOnClause } from '#app/features/negotiations/comment-on-clause.server.ts'
import { openNegotiation } from '#app/features/negotiations/open-negotiation.server.ts'
import { proposePaymentTerms } from '#app/features/negotiations/propose-payment-terms.server.ts'
import { changeSecurity } from '#app/features/securities/change-security.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { remindSecurities } from '#app/features/securities/remind-securities.server.ts'
import { changeTermination } from '#app/features/terminations/change-termination.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import { remindTerminations } from '#app/features/terminations/remind-terminations.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { proposedChange } from '#tests/factories/change-order.ts'
import { password, terminateContract } from '#tests/factories/deal.ts'
import { storedFile } from '#tests/factories/document.ts'
import { approvedDeal, handoverInput } from '#tests/factories/handover.ts'
import { securityInput } from '#tests/factories/security.ts'
import { later, type Stage } from './stage.ts'

const signing = ({ actor }: Stage['client']) => ({ typedName: actor.name, password })

async function isSigned({ act, drafted, client, provider }: Stage): Promise<void> {
  const { contractId } = await drafted()
  await act('client.owner', () => sendContract(client, { contractId }))
  await act('provider.owner', () => signContract(provider, { contractId, ...signing(provider) }))
  await act('client.owner', () => signContract(client, { contractId, ...signing(client) }))
}

async function isNotSigned({ act, drafted, clock, client, provider }: Stage): Promise<void> {
  const sent = async () => {
    const { contractId } = await drafted()
    sendContract(client, { contractId })
    return contractId
  }
  const declined = await sent()
  await act('provider.owner', () => declineContract(provider, { contractId: declined, reason: 'Too late for us.' }))
  const void_ = await sent()
  await act('client.owner', () => voidContract(client, { contractId: void_, reason: 'The plans have changed.' }))
  const contractId = await sent()
  await signContract(client, { contractId, ...signing(client) })
  await act('clock', () => remindSigners(clock(25)))
  await act('clock', () => expireContracts(clock(60)))
}

async function isTerminated({ act, signed, clock, client, provider }: Stage): Promise<void> {
  const breach = { ground: 'breach' as const, facts: 'Nobody has come for a month.' }
  const claimed = async () => {
    const { contractId } = await signed()
    claimTermination(client, { contractId, ...breach })
    return contractId
  }
  const { contractId } = await signed()
  await act('client.owner', () => claimTermination(client, { contractId, ...breach }))
  await act('provider.owner', () =>
    changeTermination(provider, { contractId, action: 'remedy', reason: 'We are back.' }),
  )
  await act('client.owner', () => changeTermination(client, { contractId, action: 'withdraw' }))
  const contested = await claimed()
  await act('provider.owner', () =>
    changeTermination(provider, { contractId: contested, action: 'contest', reason: 'It rained.' }),
  )
  await act('clock', () => remindTerminations(clock(15)))
  const ended = await claimed()
  await act('client.owner', () => changeTermination(later(client, 20), { contractId: ended, action: 'confirm' }))
  await act('provider.owner', () => changeTermination(later(provider, 21), { contractId: ended, action: 'accept' }))
}

async function isNegotiated({ act, drafted, client, provider }: Stage): Promise<void> {
  const { contractId } = await drafted()
  const terms = { contractId, paymentDays: 14, lateInterestBp: null, conditions: 'Half of it in advance.' }
  await act('client.owner', () => openNegotiation(client, { contractId }))
  const comment = { contractId, clause: 'What was said holds.', comment: 'Only what is written counts.' }
  await act('provider.owner', () => commentOnClause(provider, { ...comment, wording: null }))
  const { id: commentId } = commentOnClause(provider, { ...comment, wording: 'What was written holds.' })
  const { id: proposalId } = await act('provider.owner', () => proposePaymentTerms(provider, terms))
  await act('provider.owner', () => answerPaymentTerms(provider, { contractId, proposalId, action: 'withdraw' }))
  const again = proposePaymentTerms(provider, terms).id
  await act('client.owner', () => answerPaymentTerms(client, { contractId, proposalId: again, action: 'reject' }))
  await act('client.owner', () => answerWording(client, { contractId, commentId, action: 'accept' }))
}

async function isChanged({ act, signed, client, provider }: Stage): Promise<void> {
  const deal = await signed()
  const { contractId } = deal
  const first = await act('provider.owner', () => proposedChange(provider, deal))
  await act('client.owner', () => signChangeOrder(client, { contractId, changeOrderId: first, ...signing(client) }))
  const second = await proposedChange(provider, deal)
  const reason = 'It is in the bid already.'
  await act('client.owner', () => rejectChangeOrder(client, { contractId, changeOrderId: second, reason }))
  const third = await proposedChange(provider, deal)
  await act('provider.owner', () => withdrawChangeOrder(provider, { contractId, changeOrderId: third, reason }))
  await proposedChange(provider, deal)
  await act('client.owner', () => terminateContract(client, { contractId, reason: 'Bankrupt' }))
}

async function isHandedOver({ act, signed, client, provider }: Stage): Promise<void> {
  const contractId = approvedDeal(await signed())
  const of = { contractId }
  const write = () => updateHandover(provider, { ...handoverInput(provider.now), ...of })
  await act('provider.owner', () => callHandover(provider, of))
  await act('provider.owner', write)
  // Whoever goes on writing has told it.
  write()
  await act('provider.owner', () => signHandover(provider, { ...of, ...signing(provider) }))
  await act('client.owner', () => returnHandover(client, { ...of, reason: 'The attic is missing.' }))
  write()
  await signHandover(provider, { ...of, ...signing(provider) })
  await act('client.owner', () => signHandover(client, { ...of, ...signing(client) }))
  const defectId = getHandover(client, contractId)?.handover?.defects[0]?.id ?? ''
  const files = [storedFile('gutter.pdf', 'what the gutter looks like')]
  await act('provider.owner', () => attachToDefect(provider, { ...of, defectId, files }))
  for (const action of ['fix', 'reopen', 'fix', 'accept'] as const) {
    const [by, ctx] = action === 'fix' ? (['provider.owner', provider] as const) : (['client.owner', client] as const)
    await act(by, () => changeDefect(ctx, { ...of, defectId, action }))
  }
}

async function isAccountedFor({ act, signed, client, provider }: Stage): Promise<void> {
  const { contractId } = await signed()
  terminateContract(provider, { contractId, reason: 'Bankrupt' })
  await act('provider.owner', () => beginFinalAccount(provider, { contractId }))
  const lift = { kind: 'claim' as const, description: 'The lift that never came', amountCents: 50_000 }
  const claim = () => updateFinalAccount(provider, { contractId, items: [lift], answers: [] })
  await act('provider.owner', claim)
  await act('provider.owner', () => signFinalAccount(provider, { contractId, ...signing(provider) }))
  await act('client.owner', () => returnFinalAccount(client, { contractId, reason: 'The lift came.' }))
  await signFinalAccount(provider, { contractId, ...signing(provider) })
  await act('client.owner', () => signFinalAccount(client, { contractId, ...signing(client) }))
}

async function isSecured({ act, signed, clock, client, provider }: Stage): Promise<void> {
  const { contractId } = await signed()
  const day = businessDay(client.now)
  const soon = { ...securityInput(), contractId, validUntil: businessDay(clock(20).now) }
  const { securityId } = await act('provider.owner', () => recordSecurity(provider, soon))
  const of = { contractId, securityId, day, person: 'Aino Aho', note: 'The roof leaks.' }
  const step = (action: 'receive' | 'claim' | 'return') =>
    act('client.owner', () =>
      changeSecurity(client, { ...of, action, amountCents: action === 'claim' ? 10_000 : null }),
    )
  await step('receive')
  await act('clock', () => remindSecurities(clock(1)))
  await step('claim')
  await step('return')
}

/** What happens with a contract, by the verbs of both parties and the clock. */
export const contractStories: Record<string, (stage: Stage) => Promise<void>> = {
  ...{ 'a contract is signed': isSigned, 'a contract is not signed': isNotSigned },
  ...{ 'a contract is terminated': isTerminated, 'a draft is negotiated': isNegotiated },
  ...{ 'a contract is changed': isChanged, 'work is handed over': isHandedOver },
  ...{ 'a contract is accounted for': isAccountedFor, 'a contract is secured': isSecured },
}
