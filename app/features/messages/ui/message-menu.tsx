import {
  Bookmark,
  BookmarkX,
  Copy,
  Eye,
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
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageRights } from '#app/features/conversations/rights.ts'
import { type ShownMessage, useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { Button } from '#app/ui/button.tsx'
import { MenuButton, MenuLink, MenuSeparator } from '#app/ui/menu.tsx'
import { ReactionForm } from './reaction-form.tsx'
import { ActionForm, useThreadContext } from './thread-context.tsx'

/**
 * The menu of a message, beside its button. It needs scripts; without them the button is a link to the page of the message,
 * which has the same actions.
 */
export function MessageMenu({
  message,
  button,
  onClose,
}: {
  message: ShownMessage
  button: HTMLElement
  onClose: () => void
}) {
  const { t } = useTranslation(['chat', 'messageconfirm', 'ui'])
  const actions = useChatActions()
  const { conversation, viewerId, reply, edit } = useThreadContext()
  const [asking, setAsking] = useState<'unsend' | 'hide' | 'remove' | null>(null)
  const box = useMenuBeside(button, onClose)
  const to = `/messages/${conversation.id}/messages/${message.id}`
  const rights = messageRights(message, conversation, viewerId)
  const isSaved = conversation.savedIds.includes(message.id)
  const close = () => box.current?.hidePopover()
  const then =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      close()
      act(...given)
    }
  function react(emoji: string) {
    const form = new FormData()
    form.set('emoji', emoji)
    void actions?.submitForm(`${to}/react`, form)
  }
  return (
    <div
      ref={box}
      popover="auto"
      className="beside-button w-max max-w-[calc(100vw-1rem)] min-w-52 rounded-md border border-border bg-popover p-1 text-popover-foreground shadow backdrop:bg-transparent"
    >
      {asking ? (
        <ActionForm action={`${to}/${asking}`} onDone={close} className="w-64 p-2">
          <p className="text-sm font-medium">{t(`messageconfirm:ask.${asking}.title`)}</p>
          <p className="mt-1 text-sm text-muted-foreground">{t(`messageconfirm:ask.${asking}.text`)}</p>
          <div className="mt-3 flex gap-2">
            <Button type="submit" variant="destructive" size="sm" autoFocus>
              {t(`menu.${asking}`)}
            </Button>
            <Button variant="outline" size="sm" onClick={close}>
              {t('ui:cancel')}
            </Button>
          </div>
        </ActionForm>
      ) : (
        <>
          <ReactionForm
            conversationId={conversation.id}
            messageId={message.id}
            mine={message.reactions.filter(({ userId }) => userId === viewerId).map(({ emoji }) => emoji)}
            onPick={then(react)}
          />
          <MenuSeparator />
          <MenuButton type="button" icon={Reply} onClick={then(() => reply?.(message))}>
            {t('menu.reply')}
          </MenuButton>
          {rights.edit && (
            <MenuButton type="button" icon={Pencil} onClick={then(() => edit?.(message))}>
              {t('menu.edit')}
            </MenuButton>
          )}
          {message.text && (
            <MenuButton
              type="button"
              icon={Copy}
              onClick={then(() => void navigator.clipboard?.writeText(message.text))}
            >
              {t('menu.copy')}
            </MenuButton>
          )}
          {(message.replyTo !== null || message.replies.length > 0) && (
            <MenuLink to={`${to}/replies#m${message.seq}`} icon={MessagesSquare}>
              {t('messageconfirm:menu.replies')}
            </MenuLink>
          )}
          {conversation.canTranslate && message.text && (
            <MenuLink to={`${to}/translation`} icon={Languages}>
              {t('messageconfirm:menu.translate')}
            </MenuLink>
          )}
          {rights.forward && (
            <MenuLink to={`${to}/forward`} icon={Forward}>
              {t('messageconfirm:menu.forward')}
            </MenuLink>
          )}
          {conversation.contract?.isActive && (
            <>
              <MenuLink
                to={`/contracts/${conversation.contract.id}/changes/new?message=${message.id}`}
                icon={FilePlus2}
              >
                {t('messageconfirm:menu.change')}
              </MenuLink>
              <MenuLink to={`${to}/note`} icon={Milestone}>
                {t('messageconfirm:menu.note')}
              </MenuLink>
            </>
          )}
          <ActionForm action={`${to}/save`} onDone={close}>
            <input type="hidden" name="saved" value={isSaved ? 'false' : 'true'} />
            <MenuButton icon={isSaved ? BookmarkX : Bookmark}>
              {isSaved ? t('messageconfirm:menu.unsave') : t('messageconfirm:menu.save')}
            </MenuButton>
          </ActionForm>
          {rights.pin && (
            <ActionForm action={`${to}/pin`} onDone={close}>
              <input type="hidden" name="pinned" value={message.pinnedAt === null ? 'true' : 'false'} />
              <MenuButton icon={message.pinnedAt === null ? Pin : PinOff}>
                {message.pinnedAt === null ? t('menu.pin') : t('menu.unpin')}
              </MenuButton>
            </ActionForm>
          )}
          <MenuLink to={to} icon={Eye}>
            {t('menu.seenBy')}
          </MenuLink>
          <MenuSeparator />
          {rights.unsend && (
            <MenuButton type="button" icon={Undo2} destructive onClick={() => setAsking('unsend')}>
              {t('menu.unsend')}
            </MenuButton>
          )}
          {rights.hide && (
            <MenuButton type="button" icon={EyeOff} destructive onClick={() => setAsking('hide')}>
              {t('menu.hide')}
            </MenuButton>
          )}
          {rights.remove && (
            <MenuButton type="button" icon={ShieldX} destructive onClick={() => setAsking('remove')}>
              {t('menu.remove')}
            </MenuButton>
          )}
        </>
      )}
    </div>
  )
}

/** Opens a popover beside a button, within the window. On closing, the focus returns to the button. */
function useMenuBeside(button: HTMLElement, onClose: () => void) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = box.current
    if (!menu) return
    menu.showPopover({ source: button })
    menu.querySelector<HTMLElement>('button:not([tabindex="-1"])')?.focus({ preventScroll: true })
  }, [button])
  useEffect(() => {
    const menu = box.current
    if (!menu) return
    function toggled(event: Event) {
      if ((event as ToggleEvent).newState !== 'closed') return
      if (document.activeElement === document.body) button.focus()
      onClose()
    }
    menu.addEventListener('toggle', toggled)
    return () => menu.removeEventListener('toggle', toggled)
  }, [button, onClose])
  return box
}
