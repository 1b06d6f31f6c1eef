import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** A part of something larger in short, in the reader's words, with the way to its own page. */
export type Summary = { title: string; to: string; view: string; items: { term: string; description: string }[] }

export function SummaryCard({ summary: { title, to, view, items } }: { summary: Summary }) {
  return (
    <Card title={title} actions={<TextLink to={to}>{view}</TextLink>}>
      <DescriptionList items={items} />
    </Card>
  )
}
