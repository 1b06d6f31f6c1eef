import type { ProjectDetail } from './queries.server.ts'

const weekMs = 7 * 86_400_000

/** What a draft lacks that bidders usually ask for; nothing of it has to be there. `now` in UTC epoch ms. */
export function publicationGaps(
  { lines, startDate, endDate, bidDeadline }: Pick<ProjectDetail, 'lines' | 'startDate' | 'endDate' | 'bidDeadline'>,
  { documents, hasVisits, now }: { documents: number; hasVisits: boolean; now: number },
) {
  return [
    lines.length === 0 && ('lines' as const),
    documents === 0 && ('documents' as const),
    startDate === null && endDate === null && ('dates' as const),
    bidDeadline - now < weekMs && ('deadline' as const),
    !hasVisits && ('visits' as const),
  ].filter((gap) => gap !== false)
}
