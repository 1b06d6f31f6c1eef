import { findClosingTerms } from '#app/features/contracts/closing-terms.server.ts'
import type { Database } from '#db/client.server.ts'

type Planned = { position: number; title: string; dueDate: string | null }

/**
 * The milestones of a draft that are due after the day of its handover, from which delay damages count; null without. Parties may mean it, such
 * as a last payment for planting in spring, so that it is said and not refused. Checks no right: the caller has.
 */
export function lateMilestones(
  db: Database,
  contract: { id: string; milestones: readonly Planned[] },
): { day: string; milestones: string[] } | null {
  const day = findClosingTerms(db, contract.id)?.handoverDue ?? null
  if (day === null) return null
  const late = contract.milestones.filter(({ dueDate }) => dueDate !== null && dueDate > day)
  return late.length > 0 ? { day, milestones: late.map(({ position, title }) => `${position}. ${title}`) } : null
}
