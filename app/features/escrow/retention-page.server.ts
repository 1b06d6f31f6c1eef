import type { UserContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { getRetention } from './queries.server.ts'
import type { RetentionAction } from './retention.ts'

/**
 * Loads the page of an action on a contract's retention.
 * @throws Response 404 for strangers and for contracts without one; redirects to the contract if the action is not possible now
 */
export async function loadRetentionPage(request: Request, contractId: string | undefined, action: RetentionAction) {
  const ctx = await requireUser(request, 'escrow.read')
  const { contract, retentionCents, actions } = orNotFound(getRetention(ctx, contractId ?? ''))
  if (!actions.includes(action)) leavePage(`/escrow/${contract.id}`)
  return { contract, retentionCents, submissionId: newSubmissionId() }
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
