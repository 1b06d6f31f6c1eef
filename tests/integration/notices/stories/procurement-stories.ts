import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { askCompletion } from '#app/features/bids/qualification/ask-completion.server.ts'
import { completeBid } from '#app/features/bids/qualification/complete-bid.server.ts'
import { rejectBid } from '#app/features/bids/reject-bid.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { askExtension } from '#app/features/bids/validity/ask-extension.server.ts'
import { extendBid } from '#app/features/bids/validity/extend-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { declineContract } from '#app/features/contracts/decline-contract.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { declareNoConflict } from '#app/features/evaluation/declare-no-conflict.server.ts'
import { nameEvaluators } from '#app/features/evaluation/name-evaluators.server.ts'
import { getEvaluation } from '#app/features/evaluation/queries.server.ts'
import { reopenEvaluation } from '#app/features/evaluation/reopen-evaluation.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { submitEvaluation } from '#app/features/evaluation/submit-evaluation.server.ts'
import { declineInvitation } from '#app/features/invitations/decline-invitation.server.ts'
import { withdrawInvitation } from '#app/features/invitations/withdraw-invitation.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { answerQuestion } from '#app/features/tenders/answer-question.server.ts'
import { askQuestion } from '#app/features/tenders/ask-question.server.ts'
import { followProject } from '#app/features/tenders/follow-project.server.ts'
import { remindFollowers } from '#app/features/tenders/remind-followers.server.ts'
import { publishMinutes } from '#app/features/visits/publish-minutes.server.ts'
import { contractInput } from '#tests/factories/award.ts'
import { bidInput, createSubmittedBid } from '#tests/factories/bid.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { password, bidInput as sumInput, withPassword } from '#tests/factories/deal.ts'
import { ratioTerms, score } from '#tests/factories/evaluation.ts'
import { createInvitation } from '#tests/factories/invitation.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { lackingBid } from '#tests/factories/qualification.ts'
import { createVisit } from '#tests/factories/visit.ts'
import { later, type Stage } from './stage.ts'

/** An open project with the team of the world's. */
function opened({ client, cast }: Stage): string {
  const { id } = createOpenProject(client, { bidDeadline: client.now + 10 * day })
  cast(id)
  return id
}

async function isTendered(stage: Stage): Promise<void> {
  const { act, clock, client, provider, cast } = stage
  const { id: projectId } = createDraft(client, { bidDeadline: client.now + 10 * day })
  const { id: visitId } = createVisit(client, projectId)
  cast(projectId)
  publishProject(client, { projectId })
  const invitationId = await act('client.owner', () => createInvitation(client, projectId, provider))
  await act('client.owner', () => withdrawInvitation(client, { invitationId }))
  const again = createInvitation(client, opened(stage), provider)
  await act('provider.owner', () => declineInvitation(provider, { invitationId: again, reason: 'We are full.' }))
  const other = opened(stage)
  followProject(provider, { projectId: other })
  await act('clock', () => remindFollowers(clock(9)))
  createSubmittedBid(provider, other)
  createSubmittedBid(provider, projectId)
  const question = 'How wide is the door?'
  await act('provider.owner', () => askQuestion(provider, { projectId, question }))
  const asked = client.db.$client.prepare('SELECT id FROM tender_questions WHERE project_id = ?').pluck().get(projectId)
  const answer = { questionId: String(asked), question, answer: 'A metre.', isAddendum: false }
  await act('client.owner', () => answerQuestion(client, { projectId, ...answer, bidDeadline: client.now + 10 * day }))
  const summary = { summary: 'It is two kitchens.', projectId }
  const change = projectInput({ bidDeadline: client.now + 12 * day, description: 'Two kitchens.' })
  await act('client.owner', () => addAddendum(client, { ...change, ...summary }))
  const minutes = { projectId, visitId, text: 'Six came.' }
  await act('client.owner', () => publishMinutes(later(client, 3), minutes))
  await act('client.owner', () => cancelProject(client, { projectId, reason: 'No money.' }))
}

async function isBidOn(stage: Stage): Promise<void> {
  const { act, client, provider } = stage
  const projectId = opened(stage)
  const validUntil = new Date(client.now + 60 * day).toISOString().slice(0, 10)
  const input = bidInput(provider, projectId, 100, { validUntil })
  const { id: bidId } = await act('provider.owner', () => createBid(provider, { ...input, projectId, submit: true }))
  await act('provider.owner', () => updateBid(provider, { ...input, bidId, approach: 'By our own people.' }))
  await act('client.owner', () => closeBidding(client, { projectId }))
  const until = new Date(client.now + 120 * day).toISOString().slice(0, 10)
  await act('client.owner', () => askExtension(client, { projectId, until }))
  const extension = client.db.$client.prepare('SELECT id FROM bid_extensions WHERE bid_id = ?').pluck().get(bidId)
  await act('provider.owner', () => extendBid(provider, { bidId, extensionId: String(extension) }))
  await act('client.owner', () => rejectBid(client, { bidId, reason: 'Too late.' }))
  const other = opened(stage)
  const { id: withdrawn } = createSubmittedBid(provider, other)
  closeBidding(client, { projectId: other })
  await act('provider.owner', () => withdrawBid(later(provider, 1), { bidId: withdrawn, reason: 'We are full.' }))
}

async function isCompleted({ act, client, provider, cast }: Stage): Promise<void> {
  const { projectId, bidId } = lackingBid({ client, bidder: provider })
  cast(projectId)
  await act('client.owner', () => askCompletion(client, { bidId, days: 5, message: 'The certificate is missing.' }))
  const { certificateId } = createCertificate(provider, { kind: 'tax_debt', validUntil: null })
  await act('provider.owner', () =>
    completeBid(provider, { bidId, answers: [], certificates: [{ kind: 'tax_debt', label: null, certificateId }] }),
  )
}

async function isAwarded(stage: Stage): Promise<void> {
  const { act, client, provider, third } = stage
  await withPassword(third)
  const projectId = opened(stage)
  const { id: bidId } = createBid(provider, { ...sumInput, projectId, submit: true })
  createSubmittedBid(third, projectId)
  closeBidding(client, { projectId })
  const others = { awardDecision: ['third'], awardRevoked: ['third'] } as const
  await act('client.owner', () => awardBid(client, { bidId, reason: 'It fits best.' }), others)
  const first = draftContract(client, { ...contractInput(projectId), submissionId: undefined })
  sendContract(client, first)
  await act('provider.owner', () => declineContract(provider, { ...first, reason: 'Too late for us.' }), others)
  awardBid(client, { bidId, reason: 'It fits best.' })
  const second = draftContract(client, { ...contractInput(projectId), submissionId: undefined })
  sendContract(client, second)
  await signContract(provider, { ...second, typedName: provider.actor.name, password })
  await act('client.owner', () => signContract(client, { ...second, typedName: client.actor.name, password }))
}

async function isEvaluated(stage: Stage): Promise<void> {
  const { act, client, provider, lead, cast } = stage
  const { id: projectId } = createDraft(client, { bidDeadline: client.now + 10 * day })
  setAwardTerms(client, { projectId, terms: ratioTerms() })
  cast(projectId)
  publishProject(client, { projectId })
  const { id: bidId } = createSubmittedBid(provider, projectId)
  closeBidding(client, { projectId })
  const userIds = [lead.actor.id, client.actor.id]
  await act('client.owner', () => nameEvaluators(client, { projectId, userIds }), {
    evaluationAsked: ['client.lead', 'client.owner'],
  })
  for (const by of [client, lead]) {
    declareNoConflict(by, { projectId })
    score(by, projectId, bidId, 'A plan that keeps the school open.')
  }
  submitEvaluation(client, { projectId })
  await act('client.lead', () => submitEvaluation(lead, { projectId }))
  const { id: evaluatorId = '' } =
    getEvaluation(client, projectId)?.evaluators.find(({ userId }) => userId === lead.actor.id) ?? {}
  await act(
    'client.owner',
    () => reopenEvaluation(client, { projectId, evaluatorId, reason: 'A bid was overlooked.' }),
    {
      evaluationReopened: ['client.lead'],
    },
  )
}

async function hasATeam(stage: Stage): Promise<void> {
  const { act, client, lead } = stage
  const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day })
  const member = { projectId, userId: lead.actor.id }
  await act('client.owner', () => setProjectRole(client, { ...member, role: 'lead' }))
  await act('client.owner', () => setProjectRole(client, { ...member, role: null }))
}

/** What happens with a project before its contract. */
export const procurementStories: Record<string, (stage: Stage) => Promise<void>> = {
  ...{ 'a project is tendered': isTendered, 'a project is bid on': isBidOn, 'a bid is completed': isCompleted },
  ...{ 'a bid is awarded': isAwarded, 'bids are evaluated': isEvaluated, 'a project has a team': hasATeam },
}
