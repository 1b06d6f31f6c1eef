import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of messages and groups. */
export const chatPlaces: Record<string, (world: World) => Place[]> = {
  messages: () => [
    // Without the filter, a wide screen goes on to the first conversation.
    ['client', '/messages?filter=groups'],
    ['client', '/messages?q=nothing+like+this'],
  ],
  'messages/:conversationId': ({ chat }) => [
    ['client', `/messages/${chat.site}`],
    ['provider', `/messages/${chat.site}?reply=${chat.answer}`],
    ['client', `/messages/${chat.site}?edit=${chat.answer}`],
    ['client', `/messages/${chat.site}?search=monday`],
    ['client', `/messages/${chat.direct}`],
    ['colleague', `/messages/${chat.moderated}`],
  ],
  'messages/:conversationId/messages/:messageId': ({ chat }) => [
    ['client', `/messages/${chat.site}/messages/${chat.answer}`],
    ['client', `/messages/${chat.site}/messages/${chat.question}`],
  ],
  'messages/:conversationId/messages/:messageId/replies': ({ chat }) => [
    ['client', `/messages/${chat.site}/messages/${chat.question}/replies`],
    ['provider', `/messages/${chat.site}/messages/${chat.answer}/replies?to=${chat.question}`],
  ],
  'messages/:conversationId/messages/:messageId/forward': ({ chat }) => [
    ['client', `/messages/${chat.site}/messages/${chat.answer}/forward`],
    ['client', `/messages/${chat.site}/messages/${chat.answer}/forward?q=nothing+like+this`],
  ],
  'messages/:conversationId/frame': ({ chat }) => [
    ['client', `/messages/${chat.site}/frame`],
    ['client', `/messages/${chat.direct}/frame`],
  ],
  'messages/new': () => [
    ['client', '/messages/new'],
    ['client', '/messages/new?q=nobody+like+this'],
  ],
  'messages/scheduled': () => [['client', '/messages/scheduled']],
  'messages/scheduled/:scheduledId': ({ chat }) => [['client', `/messages/scheduled/${chat.scheduled}`]],
  'messages/:conversationId/messages/:messageId/note': ({ chat }) => [
    ['client', `/messages/${chat.ofContract}/messages/${chat.agreed}/note`],
  ],
  'messages/:conversationId/schedule': ({ chat }) => [['client', `/messages/${chat.site}/schedule`]],
  'messages/:conversationId/poll': ({ chat }) => [['client', `/messages/${chat.site}/poll`]],
  'messages/:conversationId/messages/:messageId/poll': ({ chat }) => [
    ['client', `/messages/${chat.site}/messages/${chat.poll}/poll`],
    ['provider', `/messages/${chat.site}/messages/${chat.poll}/poll`],
  ],
  'messages/:conversationId/messages/:messageId/translation': ({ chat }) => [
    ['client', `/messages/${chat.site}/messages/${chat.question}/translation`],
  ],
  'messages/saved': () => [['client', '/messages/saved']],
  'messages/groups': () => [
    ['provider', '/messages/groups'],
    ['client', '/messages/groups?q=nothing+like+this'],
  ],
  'messages/groups/new': () => [['client', '/messages/groups/new']],
  'messages/groups/:conversationId': ({ chat }) => [['provider', `/messages/groups/${chat.moderated}`]],
  'messages/:conversationId/details': ({ chat, colleague }) => [
    ['client', `/messages/${chat.moderated}/details`],
    ['provider', `/messages/${chat.site}/details`],
    ['client', `/messages/${chat.moderated}/details?confirm=leave`],
    ['client', `/messages/${chat.moderated}/details?confirm=remove&user=${colleague.actor.id}`],
  ],
  'messages/:conversationId/export': ({ chat }) => [['client', `/messages/${chat.site}/export`]],
  'messages/:conversationId/details/files': ({ chat }) => [
    ['client', `/messages/${chat.site}/details/files`],
    ['client', `/messages/${chat.direct}/details/files`],
  ],
  'messages/:conversationId/pending/:pendingMessageId/unsend': ({ chat }) => [
    ['colleague', `/messages/${chat.moderated}/pending/${chat.pending}/unsend`],
  ],
  'messages/:conversationId/invite': ({ chat }) => [['client', `/messages/${chat.moderated}/invite`]],
  'messages/:conversationId/settings': ({ chat }) => [['client', `/messages/${chat.moderated}/settings`]],
}
