import type { UserContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { defectsLeft } from '#app/features/contracts/closing-days.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { MilestoneAction } from './milestone.ts'
import { getMilestone, getRetention } from './queries.server.ts'
import type { RetentionAction } from './retention.ts'

/**
 * Loads the page of a milestone action.
 * @throws Response 404 for strangers; redirects to the contract if none of the actions is possible now
 */
export async function loadActionPage(request: Request, milestoneId: string | undefined, ...actions: MilestoneAction[]) {
  const ctx = await requireUser(request, 'escrow.read')
  const { milestone, contract, role, dispute } = orNotFound(getMilestone(ctx, milestoneId ?? ''))
  const open = actions.filter((action) => milestone.actions.includes(action))
  if (open.length === 0) leavePage(`/escrow/${contract.id}`)
  return { milestone, contract, role, dispute, open, submissionId: newSubmissionId() }
}

/** Runs the action and redirects to the contract's page. A refusal is thrown, so that the form shows it with what was typed. */
export async function handleMilestoneAction(
  request: Request,
  ctx: UserContext,
  milestoneId: string,
  flash: string,
  step: () => unknown,
): Promise<Response> {
  const { contract } = orNotFound(getMilestone(ctx, milestoneId))
  await step()
  return redirectWithFlash(request, `/escrow/${contract.id}`, {
    tone: 'success',
    text: { key: `escrow:flash.${flash}` },
  })
}

/**
 * Loads the page of an action on a contract's retention.
 * @throws Response 404 for strangers and for contracts without one; redirects to the contract if the action is not possible now
 */
export async function loadRetentionPage(request: Request, contractId: string | undefined, action: RetentionAction) {
  const ctx = await requireUser(request, 'escrow.read')
  const { contract, retentionCents, actions, dispute, awaitsHandover } = orNotFound(getRetention(ctx, contractId ?? ''))
  if (!actions.includes(action)) leavePage(`/escrow/${contract.id}`)
  const left = defectsLeft(ctx.db, contract.id)
  return { contract, retentionCents, dispute, awaitsHandover, defectsLeft: left, submissionId: newSubmissionId() }
}

/** Runs the action and redirects to the contract's page. A refusal is thrown, so that the form shows it with what was typed. */
export async function handleRetentionAction(
  request: Request,
  ctx: UserContext,
  contractId: string,
  flash: 'retentionReleased' | 'disputed' | 'resolved',
  step: () => unknown,
): Promise<Response> {
  orNotFound(getRetention(ctx, contractId))
  await step()
  return redirectWithFlash(request, `/escrow/${contractId}`, {
    tone: 'success',
    text: { key: `escrow:flash.${flash}` },
  })
}
