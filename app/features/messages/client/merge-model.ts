import { type ConversationSummary, maxListed } from '#app/features/conversations/conversation-view.ts'
import type { ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import type { ChatState, OpenEntry } from './chat-state.ts'
import { mergeReloaded, windowOf, withLatest } from './message-window.ts'

/** How many conversations keep their messages in memory, so that going back to them is instant. */
const maxOpened = 5

/**
 * `partial`: the list has only its first rows, or the results of a search. `list`: the model has only the list, no open conversation. `keepPlace`:
 * messages that are far from those of the model stay.
 */
export type ModelOptions = { partial?: boolean; list?: boolean; keepPlace?: boolean }

/** Merges a model that was loaded with a page or by the client. */
export function withModel(
  state: ChatState,
  model: ChatModel,
  { partial = false, list = false, keepPlace = false }: ModelOptions = {},
): ChatState {
  const conversations = new Map(partial ? state.conversations : beyond(model.conversations, state))
  for (const each of model.conversations) {
    const known = state.conversations.get(each.id)
    const merged = latest(known, each)
    conversations.set(each.id, known && saysTheSame(merged, known) ? known : merged)
  }
  const { open } = model
  const next = {
    ...state,
    viewer: model.viewer,
    conversations,
    isListed: state.isListed || !partial,
    presence: { ...state.presence, ...model.presence },
  }
  if (list) return next
  if (!open) return { ...next, openId: null, firstUnreadSeq: null, removed: null }
  const { conversation } = open
  if (!conversations.has(conversation.id))
    conversations.set(conversation.id, latest(state.conversations.get(conversation.id), conversation))
  const page = windowOf(open, conversation.lastRev)
  const before = state.opened.get(conversation.id)?.window
  const window = keepPlace && before?.hasNewer ? withLatest(before, page.latest) : mergeReloaded(before, page)
  const again = state.openId === conversation.id && state.viewer !== null
  return {
    ...withOpened(next, conversation.id, { detail: conversation, window, held: open.held }),
    openId: conversation.id,
    removed: null,
    // The "new messages" line does not move while the conversation stays open.
    firstUnreadSeq: again ? state.firstUnreadSeq : open.firstUnreadSeq,
    seenSeq: again ? state.seenSeq : 0,
  }
}

/** The known conversations for which the list, which has only the latest, had no room. */
function beyond(listed: readonly ConversationSummary[], { conversations }: ChatState) {
  if (listed.length < maxListed) return []
  const oldest = Math.min(...listed.filter(({ pinnedAt }) => pinnedAt === null).map((each) => each.lastMessageAt))
  return [...conversations].filter(([, known]) => known.lastMessageAt < oldest)
}

function withOpened(state: ChatState, id: string, entry: OpenEntry): ChatState {
  const opened = new Map(state.opened)
  opened.delete(id)
  opened.set(id, entry)
  for (const old of opened.keys()) {
    if (opened.size <= maxOpened) break
    if (old !== state.openId) opened.delete(old)
  }
  return { ...state, opened }
}

/** Whether `known` has all that `summary` says. Rows whose object stays the same do not render again. */
export function saysTheSame(summary: ConversationSummary, known: ConversationSummary): boolean {
  const facts = known as Record<string, unknown>
  return Object.entries(summary).every(
    ([name, fact]) => fact === facts[name] || JSON.stringify(fact) === JSON.stringify(facts[name]),
  )
}

/** The later of two summaries. A loaded one may be older than events since: positions and revisions never go back. */
function latest(known: ConversationSummary | undefined, incoming: ConversationSummary): ConversationSummary {
  if (!known || incoming.lastRev > known.lastRev) return incoming
  const lastReadSeq = Math.max(known.lastReadSeq, incoming.lastReadSeq)
  if (incoming.lastRev === known.lastRev && lastReadSeq === incoming.lastReadSeq) return incoming
  const { lastSeq, lastRev, lastMessage, lastMessageAt } = known
  const unread = Math.max(0, lastSeq - lastReadSeq)
  return { ...incoming, lastSeq, lastRev, lastMessage, lastMessageAt, lastReadSeq, unread }
}
