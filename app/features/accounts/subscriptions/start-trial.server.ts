// verb-rule: a part of the verbs that create a company, which write the audit row
import type { Transaction } from '#db/client.server.ts'
import { subscriptions } from '#db/schema/plans.ts'
import type { PlanCycle, PlanId } from '#db/vocabulary/plans.ts'
import { trialTime } from './plan.ts'

/** What was chosen on the pricing page; nothing binds anybody to it. */
export type ChosenPlan = { plan: PlanId; cycle: PlanCycle }

/** Starts the trial of a new company (PLAN-1), with the plan that its owner had in mind. */
export function startTrial(tx: Transaction, now: number, companyId: string, chosen: ChosenPlan | null = null): void {
  const trialEndsAt = now + trialTime
  tx.insert(subscriptions)
    .values({
      ...{
        companyId,
        status: 'trialing',
        plan: chosen?.plan ?? null,
        cycle: chosen?.cycle ?? 'monthly',
        currency: 'EUR',
      },
      ...{ trialStartedAt: now, trialEndsAt, accessUntil: trialEndsAt, updatedAt: now },
    })
    .run()
}
