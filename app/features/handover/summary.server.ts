import type { Summary } from '#app/features/contracts/ui/summary-card.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { PartOfWork } from './handover-scope.server.ts'
import type { getHandover } from './queries.server.ts'

/**
 * For the page of a contract: how far its handover is, and what began and ends with it; null where it has none. In the reader's words, so
 * that the page loads no texts of handovers.
 */
export function summarizeHandover(found: ReturnType<typeof getHandover>, { locale, format }: Reader): Summary | null {
  if (!found) return null
  const t = i18nFor(locale).getFixedT(null, 'handover')
  const { contract, handover, openMilestones } = found
  const waiting = openMilestones > 0 ? t('summary.milestones', { count: openMilestones }) : t('summary.notCalled')
  const named = (parts: readonly PartOfWork[]) => parts.map(({ position, title }) => `${position}. ${title}`).join(', ')
  const dates = handover?.status === 'signed' ? handover : null
  return {
    title: t('title'),
    to: `/contracts/${contract.id}/handover`,
    view: t('summary.view'),
    items: [
      { term: t('summary.status'), description: handover ? t(`status.${handover.status}`) : waiting },
      ...(handover && handover.parts.length > 0
        ? [{ term: t('field.parts'), description: named(handover.parts) }]
        : []),
      ...(found.left && found.left.length > 0 ? [{ term: t('part.left'), description: named(found.left) }] : []),
      ...(dates?.result ? [{ term: t('field.result'), description: t(`result.${dates.result}`) }] : []),
      ...(dates && dates.openDefects > 0
        ? [{ term: t('field.defects'), description: t('summary.openDefects', { count: dates.openDefects }) }]
        : []),
      ...(dates && dates.overdueDefects > 0
        ? [{ term: t('defect.overdue'), description: t('summary.overdue', { count: dates.overdueDefects }) }]
        : []),
      ...(['heldOn', 'warrantyUntil', 'securityUntil'] as const).flatMap((name) => {
        const day = dates?.[name]
        return day ? [{ term: t(`field.${name}`), description: format.date(day) }] : []
      }),
    ],
  }
}
