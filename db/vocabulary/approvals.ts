/** What waits for a second person when it is above somebody's mandate (TEAM-8). */
export const approvalActs = ['sign', 'sign_change', 'award', 'release', 'release_retention', 'bank'] as const
export type ApprovalAct = (typeof approvalActs)[number]

/** States of a request for approval. */
export const approvalStatuses = ['pending', 'approved', 'refused', 'withdrawn', 'expired', 'voided'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Why a request became void: what was asked for has changed, or who asked may not do it any more. */
export const voidGrounds = ['changed', 'asker'] as const
export type VoidGround = (typeof voidGrounds)[number]
