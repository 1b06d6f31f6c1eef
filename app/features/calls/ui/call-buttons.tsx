import { Phone, Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#app/ui/button.tsx'

/**
 * Calls somebody, or a conversation. The links are for those without scripts: they lead to the page that says what can be done instead.
 * What catches them is call-clicks.ts.
 */
export function CallButtons({
  conversationId,
  userId,
  name,
}: {
  conversationId?: string
  userId?: string
  name: string
}) {
  const { t } = useTranslation('callbuttons')
  const query = conversationId ? `conversation=${conversationId}` : `user=${userId}`
  const links = (['voice', 'video'] as const).map((callType) => (
    <a
      key={callType}
      href={`/calls?${query}&type=${callType}`}
      data-call={callType}
      data-conversation={conversationId}
      data-user={userId}
      data-call-name={name}
      className={buttonClass({ variant: 'outline' })}
    >
      {callType === 'video' ? <Video aria-hidden /> : <Phone aria-hidden />}
      {t(callType)}
    </a>
  ))
  return <>{links}</>
}

/** Calls the members of a contract's conversation, once there is one. */
export function ContractCall({ chat }: { chat: { id: string; name: string } | null }) {
  return chat && <CallButtons conversationId={chat.id} name={chat.name} />
}
