import { Pencil, SendHorizontal, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Scheduled } from '#app/features/messages/scheduled/scheduled-queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useText } from '#app/ui/text.ts'

/** A message that is still to be sent, or was refused: where, when and what, with its buttons. */
export function ScheduledRow({ scheduled }: { scheduled: Scheduled }) {
  const { t } = useTranslation('scheduledmessages')
  const said = useText()
  const format = useFormat()
  const { id, conversationName: name, sendAt, text, status, refusal } = scheduled
  const waits = status === 'pending'
  return (
    <li className="flex flex-col gap-2 px-4 py-3 sm:px-5">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-medium wrap-anywhere">{name}</span>
        <time dateTime={new Date(sendAt).toISOString()} className="text-sm text-muted-foreground">
          {format.deadline(sendAt)}
        </time>
      </p>
      {refusal && (
        <p className="text-sm text-destructive">
          {t('list.refused')} {said(refusal.key, refusal.params ?? {})}
        </p>
      )}
      <p className="line-clamp-6 whitespace-pre-line wrap-anywhere">{text}</p>
      <PostForm action="/messages/scheduled" className="flex flex-wrap gap-1">
        <input type="hidden" name="id" value={id} />
        {waits && (
          <>
            <ButtonLink to={`/messages/scheduled/${id}`} variant="outline" size="sm" icon={Pencil}>
              {t('list.edit')}
            </ButtonLink>
            <SubmitButton name="act" value="send" variant="outline" size="sm" icon={SendHorizontal}>
              {t('list.sendNow')}
            </SubmitButton>
          </>
        )}
        <SubmitButton name="act" value="cancel" variant="ghost" size="sm" icon={X}>
          {t(waits ? 'list.cancel' : 'list.dismiss')}
        </SubmitButton>
      </PostForm>
    </li>
  )
}
