import { invalid } from '#app/platform/errors.ts'
import { isBlank, wellFormed } from '#app/platform/text/plain-text.ts'
import { maxTextLength } from '#app/realtime/protocol/limits.ts'

/** Nobody types them, and some of them end a text early. */
const control = /(?![\t\n\u0080-\u009f])\p{Cc}/gu

/**
 * What somebody wrote, as it is kept: trimmed, with plain line ends.
 * @throws AppError invalid when there is nothing (unless something else is sent), or too much.
 */
export function messageText(text: string, { mayBeEmpty }: { mayBeEmpty: boolean }): string {
  const kept = wellFormed(text).replace(/\r\n?/g, '\n').replace(control, '').trim()
  if (isBlank(kept) && !mayBeEmpty) throw invalid('chat:composer.empty', { field: 'text' })
  if (kept.length > maxTextLength)
    throw invalid('chat:composer.tooLong', { field: 'text', params: { count: maxTextLength } })
  return kept
}
