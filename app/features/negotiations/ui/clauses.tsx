import { MessageSquarePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Negotiation } from '#app/features/negotiations/queries.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { CommentList } from './comment-list.tsx'

/** The terms of the draft clause by clause, with what was said about each. */
export function Clauses({ negotiation, path }: { negotiation: Negotiation; path: string }) {
  const { t } = useTranslation('negotiation')
  const { clauses, mayNegotiate, party, other } = negotiation
  return (
    <PageSection title={t('clauses.title')} description={t('clauses.text')}>
      {clauses.map((clause) => (
        <Card as="article" key={clause.position}>
          <div className="flex flex-col gap-4">
            <p className="max-w-prose text-sm leading-relaxed wrap-anywhere whitespace-pre-line">{clause.text}</p>
            <CommentList comments={clause.comments} path={path} party={party} other={other} />
            {mayNegotiate && (
              <div className="print:hidden">
                <ButtonLink
                  to={`${path}/comment?clause=${clause.position}`}
                  icon={MessageSquarePlus}
                  variant="outline"
                  size="sm"
                  aria-label={t('comment.addTo', { clause: clause.heading || t('clauses.title') })}
                >
                  {t('comment.addOrPropose')}
                </ButtonLink>
              </div>
            )}
          </div>
        </Card>
      ))}
    </PageSection>
  )
}
