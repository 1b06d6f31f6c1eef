import { redirect } from '@remix-run/node'
import type { UserContext } from '#app/features/accounts/context.ts'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { AppError, isFormConflict } from '#app/platform/errors.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { MilestoneAction } from './milestone.ts'
import { getMilestone } from './queries.server.ts'

/**
 * Loads the page of a milestone action.
 * @throws Response 404 for strangers; redirects to the contract if none of the actions is possible now
 */
export async function loadActionPage(request: Request, milestoneId: string | undefined, ...actions: MilestoneAction[]) {
  const ctx = await requireUser(request, 'escrow.read')
  const { milestone, contract, role } = orNotFound(getMilestone(ctx, milestoneId ?? ''))
  const open = actions.filter((action) => milestone.actions.includes(action))
  if (open.length === 0) throw redirect(`/escrow/${contract.id}`)
  return { milestone, contract, role, open, submissionId: newSubmissionId() }
}

/** Runs the action and redirects to the contract's page; if it is no longer possible, with the reason as a flash message. */
export async function handleMilestoneAction(
  request: Request,
  ctx: UserContext,
  milestoneId: string,
  flash: string,
  step: () => unknown,
): Promise<Response> {
  const { contract } = orNotFound(getMilestone(ctx, milestoneId))
  const to = `/escrow/${contract.id}`
  try {
    await step()
  } catch (error) {
    const isStale = error instanceof AppError && (error.code === 'conflict' || error.code === 'forbidden')
    if (!isStale || isFormConflict(error)) throw error
    return redirectWithFlash(request, to, { tone: 'danger', text: error.text })
  }
  return redirectWithFlash(request, to, { tone: 'success', text: { key: `escrow:flash.${flash}` } })
}
