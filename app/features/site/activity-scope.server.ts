import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { ReadRight } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { ActivityAction } from './activity.ts'

type Noun = ActivityAction extends `${infer Subject}.${string}` ? Subject : never

/** What the reader needs to be told of what was done to a project, a bid … */
const rightOf: Record<Noun, ReadRight> = {
  project: 'projects.read',
  bid: 'bids.read',
  contract: 'contracts.read',
  milestone: 'escrow.read',
  invoice: 'invoices.read',
}

/** Of these actions, those that belong to modules which are open to the reader (ACC-8). */
export function actionsInScope(ctx: CompanyContext, actions: readonly ActivityAction[]): ActivityAction[] {
  return actions.filter((action) => can(ctx, rightOf[action.split('.')[0] as Noun]))
}
