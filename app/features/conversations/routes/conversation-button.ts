import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import {
  chooseNotificationLevel,
  levelOf,
  unmuteConversation,
} from '#app/features/conversations/choose-notification-level.server.ts'
import {
  markConversationRead,
  markConversationUnread,
} from '#app/features/conversations/mark-conversation-read.server.ts'
import { pinConversation } from '#app/features/conversations/pin-conversation.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { readBoolean } from '#app/platform/forms/posted-values.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

/** The buttons that only affect the member's own view of a conversation: read, unread, mute, notifications and pin. */
export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  const conversation = `/messages/${conversationId}`
  const button = lastPathSegment(request)
  return answerChat(
    request,
    button === 'mute' || button === 'notifications' ? `${conversation}/details` : conversation,
    (ctx, form) => {
      switch (button) {
        case 'read': {
          const messageId = String(form.get('messageId') ?? '') || undefined
          return { data: markConversationRead(ctx, { conversationId, messageId }) }
        }
        case 'unread':
          markConversationUnread(ctx, { conversationId })
          // Back to the list, because opening the conversation would mark it as read.
          return { to: '/messages', flash: { key: 'chat:screen.markedUnread' } }
        case 'mute': {
          const muted = readBoolean(form, 'muted')
          if (muted) chooseNotificationLevel(ctx, { conversationId, level: 'none' })
          else unmuteConversation(ctx, { conversationId })
          return { flash: { key: muted ? 'groups:details.muted' : 'groups:details.unmuted' }, data: { muted } }
        }
        case 'notifications':
          chooseNotificationLevel(ctx, { conversationId, level: levelOf(form.get('level')) })
          return { flash: { key: 'groups:details.levelSaved' } }
        case 'pin': {
          const pinned = readBoolean(form, 'pinned')
          pinConversation(ctx, { conversationId, pinned })
          return { flash: { key: pinned ? 'chat:screen.pinnedOnTop' : 'chat:screen.notPinned' }, data: { pinned } }
        }
        default:
          throw notFound()
      }
    },
  )
}
