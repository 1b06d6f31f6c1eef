import { type ConversationSummary, previewLength } from '#app/features/conversations/conversation-view.ts'
import { parseLight } from '#app/platform/text/light-format.ts'
import { truncate } from '#app/platform/text/truncate.ts'

/** What stands under a conversation's name: what its last message said, or what of mine waits to be sent. */
export type Preview =
  | { of: 'nothing' }
  | { of: 'gone' }
  | { of: 'draft'; text: string }
  | { of: 'system'; name: string; params: Record<string, string | number> }
  | { of: 'own'; content: Content }
  | { of: 'plain'; content: Content }
  | { of: 'theirs'; name: string; content: Content }

/** The text of a message, or what kind of file it is where it says nothing. */
type Content = { text: string } | { file: 'image' | 'video' | 'audio' | 'file' }

export function previewOf(
  { type, draft, lastMessage }: Pick<ConversationSummary, 'type' | 'draft' | 'lastMessage'>,
  viewerId: string,
): Preview {
  if (draft?.trim()) return { of: 'draft', text: shortened(draft) }
  if (!lastMessage) return { of: 'nothing' }
  const { authorId, authorName, kind, state, text, params } = lastMessage
  if (state !== 'live') return { of: 'gone' }
  if (kind === 'system') return { of: 'system', name: text, params: params ?? {} }
  const file = kind === 'text' ? 'file' : kind
  const content = text.trim() ? { text: shortened(text) } : { file }
  if (authorId === viewerId) return { of: 'own', content }
  if (type === 'direct') return { of: 'plain', content }
  return { of: 'theirs', name: firstName(authorName), content }
}

/** One line of a message, without its formatting. */
export function shortened(text: string, length = previewLength): string {
  const plain = parseLight(text.slice(0, 4 * length)).map((token) => token.text)
  return truncate(plain.join('').replace(/\s+/g, ' ').trim(), length)
}

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
