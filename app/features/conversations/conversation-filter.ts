import type { ConversationSummary } from './conversation-view.ts'

/** Which conversations a list shows (MSG-16). Those of companies are groups; those of projects and contracts are projects. */
export const conversationFilters = ['all', 'unread', 'direct', 'groups', 'projects'] as const
export type ConversationFilter = (typeof conversationFilters)[number]

/** The filter that a URL asks for: `?filter=`. */
export const filterIn = (searchParams: URLSearchParams): ConversationFilter =>
  conversationFilters.find((filter) => filter === searchParams.get('filter')) ?? 'all'

/** The query of a URL that keeps the filter. */
export const filterQuery = (filter: ConversationFilter) => (filter === 'all' ? '' : `?filter=${filter}`)

/** Whether a list with this filter shows a conversation; the server's queries (`listConversations`) say the same. */
export function isShownBy(
  filter: ConversationFilter,
  { type, subject, unread, markedUnread }: Pick<ConversationSummary, 'type' | 'subject' | 'unread' | 'markedUnread'>,
): boolean {
  const ofProject = subject !== null && subject.type !== 'company'
  if (filter === 'unread') return unread > 0 || markedUnread
  if (filter === 'direct') return type === 'direct'
  if (filter === 'groups') return type !== 'direct' && !ofProject
  return filter === 'all' || ofProject
}

/** Pinned ones first, then the one with the latest message. */
export function byPlace(
  one: Pick<ConversationSummary, 'pinnedAt' | 'lastMessageAt'>,
  other: Pick<ConversationSummary, 'pinnedAt' | 'lastMessageAt'>,
): number {
  return Number(other.pinnedAt !== null) - Number(one.pinnedAt !== null) || other.lastMessageAt - one.lastMessageAt
}
