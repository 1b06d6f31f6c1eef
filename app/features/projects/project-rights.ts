import type { Right } from '#app/features/accounts/rights.ts'

/** The right that each button of a project page requires. */
export const projectRights = {
  edit: 'projects.update',
  publish: 'projects.publish',
  amend: 'projects.amend',
  close_bidding: 'projects.closeBidding',
  cancel: 'projects.cancel',
  delete: 'projects.delete',
  retender: 'projects.create',
  draft_contract: 'contracts.draft',
} as const satisfies Record<string, Right>
export type ProjectButton = keyof typeof projectRights
export const projectButtons = Object.keys(projectRights) as ProjectButton[]

/** What can be done with a sample (decision 174). */
export const sampleButtons: readonly ProjectButton[] = ['edit', 'delete']
