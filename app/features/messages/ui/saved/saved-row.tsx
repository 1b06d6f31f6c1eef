import { BookmarkX, MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { Quoted } from '#app/features/messages/ui/reply-quote.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** A saved message: who said it where and when, with a link to it, and a button to take it off the list. */
export function SavedRow({ message, conversationName }: { message: MessageView; conversationName: string }) {
  const { t } = useTranslation('messagepages')
  const format = useFormat()
  const { id, conversationId, seq, authorId, authorName, createdAt, text, attachments } = message
  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-3 sm:px-5">
      <Avatar id={authorId} name={authorName} />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="font-medium wrap-anywhere">{authorName}</span>
          <span className="text-sm text-muted-foreground wrap-anywhere">
            {conversationName} · <time dateTime={new Date(createdAt).toISOString()}>{format.dateTime(createdAt)}</time>
          </span>
        </p>
        <p className="mt-0.5 line-clamp-3 wrap-anywhere">{text || <Quoted text="" file={attachments[0]} />}</p>
      </div>
      <div className="flex gap-1">
        <ButtonLink
          to={`/messages/${conversationId}?around=${seq}#m${seq}`}
          variant="ghost"
          size="sm"
          icon={MessageSquare}
          aria-label={t('saved.showNamed', { name: authorName })}
        >
          {t('saved.show')}
        </ButtonLink>
        <PostForm action="/messages/saved">
          <input type="hidden" name="messageId" value={id} />
          <SubmitButton
            variant="ghost"
            size="sm"
            icon={BookmarkX}
            aria-label={t('saved.removeNamed', { name: authorName })}
          >
            {t('saved.remove')}
          </SubmitButton>
        </PostForm>
      </div>
    </li>
  )
}
