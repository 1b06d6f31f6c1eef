import { CircleSlash, Hourglass, Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import type { HeldMessage } from '#app/features/conversations/ui/chat-model.ts'
import { Button } from '#app/ui/button.tsx'
import { ActionForm, ThreadLink, useThreadContext } from './thread-context.tsx'

const look = 'max-w-[85%] rounded-lg border border-dashed border-border px-3 py-2 sm:max-w-[70%]'

/** What waits for approval below the messages: others' messages for the viewer to decide, and the viewer's own. */
export function WaitingMessages({
  base,
  held,
  pending,
}: {
  base: string
  held: readonly HeldMessage[]
  pending: ConversationDetail['ownPendingMessages']
}) {
  return (
    <>
      <HeldMessages base={base} held={held} />
      <PendingMessages base={base} pending={pending} />
    </>
  )
}

/** The viewer's own messages that are pending approval, or were denied: with their text, so that they can be written again. */
function PendingMessages({ base, pending }: { base: string; pending: ConversationDetail['ownPendingMessages'] }) {
  const { t } = useTranslation(['chat', 'livechat'])
  const { readOnly } = useThreadContext().conversation
  if (pending.length === 0) return null
  return (
    <ul aria-label={t('states.pendingMessages')} className="mt-2 flex flex-col items-end gap-1.5">
      {pending.map(({ id, text, status }) => (
        <li key={id} className={`${look} text-muted-foreground`}>
          <p className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            {text || t('livechat:file.file')}
          </p>
          <p className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-xs">
            {status === 'denied' ? (
              <span className="flex items-center gap-1 text-destructive">
                <CircleSlash aria-hidden className="size-3" />
                {t('states.denied')}
              </span>
            ) : (
              <span className="flex items-center gap-1">
                <Hourglass aria-hidden className="size-3" />
                {t('states.pendingApproval')}
              </span>
            )}
            {!readOnly && (
              <ThreadLink to={`${base}/pending/${id}/unsend`} className="ms-1 py-1 underline">
                {status === 'denied' ? t('menu.hide') : t('menu.unsend')}
              </ThreadLink>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Others' messages that wait for the viewer, an admin of the group, who approves or denies them here (GRP-2). */
function HeldMessages({ base, held }: { base: string; held: readonly HeldMessage[] }) {
  const { t } = useTranslation('chat')
  const { pendingMessageCount } = useThreadContext().conversation
  if (held.length === 0) return null
  return (
    <section aria-label={t('states.held', { count: pendingMessageCount })} className="mt-3">
      <p className="flex flex-wrap items-center gap-x-2 text-xs font-medium text-muted-foreground">
        <Hourglass aria-hidden className="size-3" />
        {t('states.held', { count: pendingMessageCount })}
        {pendingMessageCount > held.length && (
          <ThreadLink to={`${base}/details#pending`} className="py-1 underline">
            {t('states.heldAll')}
          </ThreadLink>
        )}
      </p>
      <ul className="mt-1.5 flex flex-col items-start gap-1.5">
        {held.map(({ id, authorName: name, text, attachments }) => (
          <li key={id} className={look}>
            <p className="text-xs font-medium text-muted-foreground">{name}</p>
            {text && <p className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{text}</p>}
            {attachments.map((file) => (
              <p key={file.id} className="flex items-center gap-1.5 py-1 wrap-anywhere">
                <Paperclip aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
                <ThreadLink to={`/files/${file.id}`} className="underline">
                  {file.name}
                </ThreadLink>
              </p>
            ))}
            <ActionForm action={`${base}/pending/${id}?from=thread`} className="mt-1.5 flex flex-wrap gap-2">
              <Button
                type="submit"
                size="sm"
                name="approve"
                value="true"
                aria-label={t('states.approveMessage', { name })}
              >
                {t('states.approve')}
              </Button>
              <Button
                type="submit"
                size="sm"
                variant="outline"
                name="approve"
                value="false"
                aria-label={t('states.denyMessage', { name })}
              >
                {t('states.deny')}
              </Button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
