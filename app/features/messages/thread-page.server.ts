import type { UserContext } from '#app/features/accounts/context.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { findMembership } from '#app/features/conversations/access.server.ts'
import { type ConversationFilter, filterIn } from '#app/features/conversations/conversation-filter.ts'
import { getConversation, listConversations } from '#app/features/conversations/conversation-queries.server.ts'
import {
  type ConversationDetail,
  type ConversationSummary,
  listedBeside,
} from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { ChatModel, OpenConversation, ThreadExtras } from '#app/features/conversations/ui/chat-model.ts'
import { presenceFor } from '#app/features/presence/presence.server.ts'
import { newId } from '#db/ids.ts'
import { heldInThread, messagesPerPage } from './limits.ts'
import { getMessage, listMessages, listPendingMessages, listPinned } from './message-queries.server.ts'
import { searchMessages } from './search-messages.server.ts'
import { tickOf } from './ticks.ts'

export type AskedList = { q: string; filter: ConversationFilter }

/** Which conversations the list of a page shows: those that `?q=` finds, or those of `?filter=`. */
export const askedList = (searchParams: URLSearchParams): AskedList => ({
  q: searchParams.get('q')?.slice(0, 100) ?? '',
  filter: filterIn(searchParams),
})

/** The model of a chat page: the conversation list, and the open conversation if there is one. */
export function chatModel(ctx: UserContext, asked: AskedList, open: OpenConversation | null): ChatModel {
  return modelOf(ctx, listConversations(ctx, asked), open)
}

/**
 * The model of a page with an open conversation. The list beside it begins with the latest ones, and `hasMore` says whether
 * there are others; a filter and a search show what they find.
 */
export function threadModel(
  ctx: UserContext,
  asked: AskedList,
  open: OpenConversation,
): { model: ChatModel; hasMore: boolean } {
  if (asked.q !== '' || asked.filter !== 'all') return { model: chatModel(ctx, asked, open), hasMore: false }
  const latest = listConversations(ctx, { limit: listedBeside + 1 })
  const hasMore = latest.length > listedBeside
  const beside = latest.slice(0, listedBeside)
  const isListed = beside.some(({ id }) => id === open.conversation.id)
  return { model: modelOf(ctx, isListed || !hasMore ? beside : [...beside, open.conversation], open), hasMore }
}

function modelOf(ctx: UserContext, conversations: ConversationSummary[], open: OpenConversation | null): ChatModel {
  const others = conversations.flatMap(({ otherUserId }) => otherUserId ?? [])
  if (open?.conversation.otherUserId) others.push(open.conversation.otherUserId)
  return {
    viewer: { id: ctx.actor.id, name: ctx.actor.name },
    conversations,
    open,
    removed: null,
    presence: presenceFor(ctx, [...new Set(others)]),
    typing: [],
    connection: 'static',
  }
}

/**
 * A conversation at the position that the URL names: its end, or before, after or around a message.
 * @throws Response 404 if the caller is not a member.
 */
export function openConversation(ctx: UserContext, id: string, searchParams: URLSearchParams): OpenConversation {
  const conversation = orNotFound(getConversation(ctx, id))
  const { messages, ...page } = listMessages(ctx, id, readPosition(searchParams))
  const shown = messages.map((message) => ({ ...message, tick: tickOf(message, conversation.members, ctx.actor.id) }))
  // None for members who cannot decide them.
  const held = conversation.pendingMessageCount > 0 ? listPendingMessages(ctx, id, heldInThread) : []
  const firstUnreadSeq = firstUnread(conversation, messages, ctx.actor.id)
  return { conversation, messages: shown, ...page, held, firstUnreadSeq }
}

/** The `seq` of the first unread message by others; if it is on an earlier page, the one after the read position. */
function firstUnread({ unread, lastReadSeq }: ConversationDetail, messages: MessageView[], me: string): number | null {
  if (unread === 0) return null
  if ((messages[0]?.seq ?? 0) > lastReadSeq + 1) return lastReadSeq + 1
  return messages.find(({ seq, authorId }) => seq > lastReadSeq && authorId !== me)?.seq ?? null
}

/**
 * Where a page opens that names no place: at the first unread message if the last page begins below it, because what stands between
 * would count as read unseen (MSG-7). `?latest` asks for the end.
 */
export function placeToOpen(ctx: UserContext, id: string, searchParams: URLSearchParams): URLSearchParams {
  const named = searchParams.has('latest') || Object.keys(readPosition(searchParams)).length > 0
  const membership = named ? null : findMembership(ctx.db, ctx.actor.id, id)
  if (!membership) return searchParams
  const { conversation, member } = membership
  if (conversation.lastSeq - member.lastReadSeq <= messagesPerPage) return searchParams
  const place = new URLSearchParams(searchParams)
  place.set('around', String(member.lastReadSeq + 1))
  return place
}

/** `?around=`, `?before=` or `?after=` of a URL, if it is a valid `seq`. */
function readPosition(searchParams: URLSearchParams): { before?: number; after?: number; around?: number } {
  for (const name of ['around', 'before', 'after'] as const) {
    const seq = Number(searchParams.get(name) ?? Number.NaN)
    if (Number.isSafeInteger(seq) && seq > 0) return { [name]: seq }
  }
  return {}
}

/** The state of the composer and the search that the URL asks for. */
export function threadExtras(ctx: UserContext, open: OpenConversation, searchParams: URLSearchParams): ThreadExtras {
  const { id, draftReplyToId } = open.conversation
  const own = (messageId: string | null) => {
    const message = messageId ? getMessage(ctx, messageId) : null
    return message?.conversationId === id && message.state === 'live' && message.kind !== 'system' ? message : null
  }
  const editing = own(searchParams.get('edit'))
  return {
    clientId: newId(),
    replyTo: own(searchParams.get('reply') ?? draftReplyToId),
    editing: editing?.authorId === ctx.actor.id ? editing : null,
    pinned: listPinned(ctx, id),
    search: searchedIn(ctx, id, searchParams),
    frame: frameUrl(id, searchParams),
  }
}

/** The search that the URL asks for: `?search=`, with `&found-after=` from its second page on. */
function searchedIn(ctx: UserContext, conversationId: string, searchParams: URLSearchParams): ThreadExtras['search'] {
  const q = searchParams.get('search')?.slice(0, 100) ?? null
  if (q === null) return null
  const after = searchParams.get('found-after')
  const page = q.trim() ? searchMessages(ctx, { q, conversationId, after: after ?? undefined }) : null
  return { q, after, page }
}

/** The URL of the message frame: at the same position as the page, or at the end. */
function frameUrl(id: string, searchParams: URLSearchParams): string {
  const place = readPosition(searchParams)
  const [name, seq] = Object.entries(place)[0] ?? []
  return `/messages/${id}/frame${name ? `?${name}=${seq}` : ''}${place.around ? `#m${seq}` : name ? '' : '#end'}`
}

/** The URL of a message: the conversation itself if that opens at its end and the message is there, else the page around the message. */
export function messageUrl(ctx: UserContext, { conversationId, seq }: { conversationId: string; seq: number }) {
  const membership = findMembership(ctx.db, ctx.actor.id, conversationId)
  const lastSeq = membership?.conversation.lastSeq ?? seq
  const unread = lastSeq - (membership?.member.lastReadSeq ?? lastSeq)
  const around = lastSeq - seq >= messagesPerPage / 2 || unread > messagesPerPage ? `?around=${seq}` : ''
  return `/messages/${conversationId}${around}#m${seq}`
}
