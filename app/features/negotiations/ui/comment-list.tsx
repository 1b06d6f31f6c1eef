import { useTranslation } from 'react-i18next'
import type { ClauseComment } from '#app/features/negotiations/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import { AnswerButtons } from './answer-buttons.tsx'

/** Comments in their order, each with the wording that it proposes and the answers to it. */
export function CommentList({
  comments,
  path,
  party,
  other,
  showHeading = false,
}: {
  comments: readonly ClauseComment[]
  path: string
  party: ContractParty
  other: string
  showHeading?: boolean
}) {
  const { t } = useTranslation('negotiation')
  const format = useFormat()
  if (comments.length === 0) return null
  return (
    <ul className="flex flex-col gap-3">
      {comments.map((comment) => (
        <li key={comment.id} className="flex flex-col gap-2 border-s-2 border-border ps-4 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
            <span className="font-medium text-foreground wrap-anywhere">{comment.author}</span>
            <span className="wrap-anywhere">{comment.party === party ? t('yourCompany') : other}</span>
            <time dateTime={new Date(comment.createdAt).toISOString()}>{format.dateTime(comment.createdAt)}</time>
            {comment.state && <StatusBadge status={comment.state}>{t(`proposalState.${comment.state}`)}</StatusBadge>}
          </p>
          {showHeading && comment.heading && <p className="text-muted-foreground">{comment.heading}</p>}
          {comment.comment && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{comment.comment}</p>}
          {comment.wording && (
            <figure className="flex flex-col gap-1">
              <figcaption className="text-muted-foreground">{t('comment.proposed')}</figcaption>
              <blockquote className="max-w-prose rounded-md bg-muted px-3 py-2 wrap-anywhere whitespace-pre-line">
                {comment.wording}
              </blockquote>
            </figure>
          )}
          {comment.isOutdated && comment.state !== 'accepted' && (
            <p className="text-muted-foreground">{t('comment.outdated')}</p>
          )}
          <AnswerButtons action={`${path}/comments/${comment.id}`} actions={comment.actions} />
        </li>
      ))}
    </ul>
  )
}
