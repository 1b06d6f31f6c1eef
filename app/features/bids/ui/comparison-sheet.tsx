import { ComparisonCards } from './comparison-cards.tsx'
import { ComparisonRanking } from './comparison-ranking.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { type ComparisonView, isWide } from './comparison-view.ts'

/** The comparison as it suits the screen: on a narrow one the ranking comes first, and a few bids are cards. On paper it is the table. */
export function ComparisonSheet(view: ComparisonView) {
  const wide = isWide(view.bidders)
  return (
    <>
      <div className="md:hidden print:hidden">
        <ComparisonRanking {...view} />
        {!wide && <ComparisonCards {...view} />}
      </div>
      <div className={wide ? undefined : 'hidden md:block print:block'}>
        <ComparisonTable {...view} />
      </div>
    </>
  )
}
