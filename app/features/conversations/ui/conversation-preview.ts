import { type ConversationSummary, previewLength } from '#app/features/conversations/conversation-view.ts'
import { systemLineOf } from '#app/features/conversations/system-line.ts'
import { parseLight } from '#app/platform/text/light-format.ts'
import { truncate } from '#app/platform/text/truncate.ts'

/** The line under a conversation's name: its last message, or the viewer's draft. */
export type Preview =
  | { kind: 'nothing' }
  | { kind: 'gone' }
  | { kind: 'draft'; text: string }
  | { kind: 'system'; name: string; params: Record<string, string | number> }
  | { kind: 'own'; content: Content }
  | { kind: 'plain'; content: Content }
  | { kind: 'theirs'; name: string; content: Content }

/** The text of a message, or the kind of its file if it has no text. */
type Content = { text: string } | { file: 'image' | 'video' | 'audio' | 'file' }

export function previewOf(
  { type, draft, lastMessage }: Pick<ConversationSummary, 'type' | 'draft' | 'lastMessage'>,
  viewerId: string,
): Preview {
  if (draft?.trim()) return { kind: 'draft', text: shortened(draft) }
  if (!lastMessage) return { kind: 'nothing' }
  const { authorId, authorName, kind, state, text, params } = lastMessage
  if (state !== 'live') return { kind: 'gone' }
  if (kind === 'system') return { kind: 'system', name: systemLineOf(lastMessage, viewerId), params: params ?? {} }
  const file = kind === 'text' ? 'file' : kind
  const content = text.trim() ? { text: shortened(text) } : { file }
  if (authorId === viewerId) return { kind: 'own', content }
  if (type === 'direct') return { kind: 'plain', content }
  return { kind: 'theirs', name: firstName(authorName), content }
}

/** The message as one line without formatting, of at most `length` characters. */
export function shortened(text: string, length = previewLength): string {
  const plain = parseLight(text.slice(0, 4 * length)).map((token) => token.text)
  return truncate(plain.join('').replace(/\s+/g, ' ').trim(), length)
}

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name
