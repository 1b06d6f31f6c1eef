import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'

/** What of a message's menu is there for this reader; the verbs check it again. */
export function messagePowers(
  { authorId, state, kind }: Pick<MessageView, 'authorId' | 'state' | 'kind'>,
  { rights }: Pick<ConversationDetail, 'rights'>,
  viewerId: string,
) {
  const live = state === 'live' && kind !== 'system'
  const own = authorId === viewerId
  return {
    reply: live && rights.includes('send'),
    react: live,
    edit: live && own,
    unsend: live && own,
    hide: kind !== 'system' && !own,
    remove: live && !own && rights.includes('removeMessage'),
    pin: live && rights.includes('pin'),
  }
}
