import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldMessage } from '#app/features/conversations/ui/chat-model.ts'
import { PersonLine } from '#app/features/conversations/ui/people-picker.tsx'
import type { JoinRequestView } from '#app/features/groups/group-view.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Pending requests to join, for an admin to decide. */
export function RequestQueue({
  base,
  requests,
  now,
}: {
  base: string
  requests: readonly JoinRequestView[]
  now: number
}) {
  const { t } = useTranslation('groups')
  const format = useFormat()
  return (
    <Card flush id="requests" title={t('details.requests', { count: requests.length })}>
      <ul className="divide-y divide-border border-t border-border">
        {requests.map((request) => (
          <QueueRow
            key={request.id}
            action={`${base}/requests/${request.id}`}
            approve={t('details.approveRequest', { name: request.name })}
            deny={t('details.denyRequest', { name: request.name })}
          >
            <Avatar id={request.userId} name={request.name} size="md" />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{request.name}</p>
              <PersonLine person={request} />
              <p className="text-xs text-muted-foreground">
                {t('discover.asked', { when: format.relative(request.createdAt, now) })}
              </p>
            </div>
          </QueueRow>
        ))}
      </ul>
    </Card>
  )
}

/** Messages pending approval, for an admin to decide. */
export function PendingMessageQueue({
  base,
  pending,
  now,
}: {
  base: string
  pending: readonly HeldMessage[]
  now: number
}) {
  const { t } = useTranslation('groups')
  const format = useFormat()
  return (
    <Card
      flush
      id="pending"
      title={t('details.pending', { count: pending.length })}
      description={t('details.pendingHint')}
    >
      <ul className="divide-y divide-border border-t border-border">
        {pending.map(({ id, authorName, text, createdAt, attachments }) => (
          <QueueRow
            key={id}
            action={`${base}/pending/${id}`}
            approve={t('details.approveMessage', { name: authorName })}
            deny={t('details.denyMessage', { name: authorName })}
          >
            <Avatar name={authorName} size="md" />
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-2">
                <span className="font-medium wrap-anywhere">{authorName}</span>
                <span className="text-sm text-muted-foreground">{format.relative(createdAt, now)}</span>
              </p>
              <p className="max-h-60 overflow-y-auto text-sm wrap-anywhere whitespace-pre-line">{text}</p>
              {attachments.map((file) => (
                <p key={file.id} className="mt-1 flex items-center gap-1.5 text-sm">
                  <Paperclip aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
                  <TextLink to={`/files/${file.id}`} reloadDocument className="wrap-anywhere">
                    {file.name}
                  </TextLink>
                </p>
              ))}
            </div>
          </QueueRow>
        ))}
      </ul>
    </Card>
  )
}

function QueueRow({
  action,
  approve,
  deny,
  children,
}: {
  action: string
  approve: string
  deny: string
  children: ReactNode
}) {
  const { t } = useTranslation('groups')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-3">{children}</div>
      <PostForm action={action} className="flex flex-wrap gap-2">
        <SubmitButton name="approve" value="true" size="sm" aria-label={approve}>
          {t('details.approve')}
        </SubmitButton>
        <SubmitButton name="approve" value="false" size="sm" variant="outline" aria-label={deny}>
          {t('details.deny')}
        </SubmitButton>
      </PostForm>
    </li>
  )
}
