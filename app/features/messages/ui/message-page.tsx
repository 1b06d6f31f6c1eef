import { Form } from '@remix-run/react'
import {
  Bookmark,
  BookmarkX,
  EyeOff,
  FilePlus2,
  Forward,
  Languages,
  MessagesSquare,
  Milestone,
  Pencil,
  Pin,
  PinOff,
  Reply,
  ShieldX,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import { messageRights } from '#app/features/conversations/rights.ts'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { ShownAlone } from './pages/shown-alone.tsx'
import { ReactionForm } from './reaction-form.tsx'

type Destructive = 'unsend' | 'hide' | 'remove'
const icons = { unsend: Undo2, hide: EyeOff, remove: ShieldX }

/** A message with all its actions: the menu for pages without scripts, and the confirmation of what cannot be undone. */
export function MessagePage({
  message,
  conversation,
  viewerId,
  seenBy,
}: {
  message: ShownMessage
  conversation: ConversationDetail
  viewerId: string
  seenBy: Array<{ userId: string; name: string; at: number | null }>
}) {
  const { t } = useTranslation(['chat', 'messageconfirm'])
  const base = `/messages/${conversation.id}`
  const to = `${base}/messages/${message.id}`
  const rights = messageRights(message, conversation, viewerId)
  const destructive = (['unsend', 'hide', 'remove'] as const).filter((act) => rights[act])
  const isSaved = conversation.savedIds.includes(message.id)
  const mine = message.reactions.filter(({ userId }) => userId === viewerId).map(({ emoji }) => emoji)
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <p>
        <TextLink block to={`${base}?around=${message.seq}#m${message.seq}`}>
          {t('screen.message.back', { name: conversation.name })}
        </TextLink>
      </p>
      <ShownAlone conversation={conversation} viewerId={viewerId} messages={[message]} />
      <div className="flex flex-wrap gap-2">
        {rights.reply && (
          <ButtonLink to={`${base}?reply=${message.id}#composer`} icon={Reply} variant="outline">
            {t('menu.reply')}
          </ButtonLink>
        )}
        {rights.edit && (
          <ButtonLink to={`${base}?edit=${message.id}#composer`} icon={Pencil} variant="outline">
            {t('menu.edit')}
          </ButtonLink>
        )}
        {(message.replyTo !== null || message.replies.length > 0) && (
          <ButtonLink to={`${to}/replies#m${message.seq}`} icon={MessagesSquare} variant="outline">
            {t('messageconfirm:menu.replies')}
          </ButtonLink>
        )}
        {rights.save && conversation.canTranslate && message.text && (
          <ButtonLink to={`${to}/translation`} icon={Languages} variant="outline">
            {t('messageconfirm:menu.translate')}
          </ButtonLink>
        )}
        {rights.forward && (
          <ButtonLink to={`${to}/forward`} icon={Forward} variant="outline">
            {t('messageconfirm:menu.forward')}
          </ButtonLink>
        )}
        {rights.save && conversation.contract?.isActive && (
          <>
            <ButtonLink
              to={`/contracts/${conversation.contract.id}/changes/new?message=${message.id}`}
              icon={FilePlus2}
              variant="outline"
            >
              {t('messageconfirm:menu.change')}
            </ButtonLink>
            <ButtonLink to={`${to}/note`} icon={Milestone} variant="outline">
              {t('messageconfirm:menu.note')}
            </ButtonLink>
          </>
        )}
        {rights.save && (
          <Form method="post" action={`${to}/save`}>
            <input type="hidden" name="saved" value={isSaved ? 'false' : 'true'} />
            <Button type="submit" variant="outline" icon={isSaved ? BookmarkX : Bookmark}>
              {isSaved ? t('messageconfirm:menu.unsave') : t('messageconfirm:menu.save')}
            </Button>
          </Form>
        )}
        {rights.pin && (
          <Form method="post" action={`${to}/pin`}>
            <input type="hidden" name="pinned" value={message.pinnedAt === null ? 'true' : 'false'} />
            <Button type="submit" variant="outline" icon={message.pinnedAt === null ? Pin : PinOff}>
              {message.pinnedAt === null ? t('menu.pin') : t('menu.unpin')}
            </Button>
          </Form>
        )}
      </div>
      {rights.react && (
        <Part id="react" title={t('menu.react')}>
          <ReactionForm conversationId={conversation.id} messageId={message.id} mine={mine} />
        </Part>
      )}
      <Part id="seen" title={t('menu.seenBy')}>
        <SeenBy people={seenBy} />
      </Part>
      {destructive.map((act) => (
        <Destructive key={act} act={act} action={`${to}/${act}`} />
      ))}
    </div>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex scroll-mt-20 flex-col gap-3">
      <h2 id={`${id}-title`} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Destructive({ act, action }: { act: Destructive; action: string }) {
  const { t } = useTranslation(['chat', 'messageconfirm'])
  return (
    <section
      id={act}
      aria-labelledby={`${act}-title`}
      className="scroll-mt-20 rounded-lg border border-destructive/40 p-4"
    >
      <h2 id={`${act}-title`} className="text-base font-semibold">
        {t(`messageconfirm:ask.${act}.title`)}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted-foreground">{t(`messageconfirm:ask.${act}.text`)}</p>
      <Form method="post" action={action}>
        <SubmitButton variant="destructive" icon={icons[act]}>
          {t(`menu.${act}`)}
        </SubmitButton>
      </Form>
    </section>
  )
}

/** The members who have read a message, and when each last read the conversation. */
export function SeenBy({ people }: { people: Array<{ userId: string; name: string; at: number | null }> }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  if (people.length === 0) return <p className="text-sm text-muted-foreground">{t('screen.message.seenByNobody')}</p>
  return (
    <ul className="flex flex-col gap-2">
      {people.map(({ userId, name, at }) => (
        <li key={userId} className="flex items-center gap-3">
          <Avatar id={userId} name={name} />
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{name}</span>
          {at !== null && (
            <time dateTime={new Date(at).toISOString()} className="shrink-0 text-xs text-muted-foreground">
              {format.dateTime(at)}
            </time>
          )}
        </li>
      ))}
    </ul>
  )
}
