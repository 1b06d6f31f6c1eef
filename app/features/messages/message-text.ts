import { invalid } from '#app/platform/errors.ts'
import { isBlank, wellFormed } from '#app/platform/text/plain-text.ts'
import { maxTextLength } from '#app/realtime/protocol/limits.ts'

/** Control characters other than tab, newline and C1. Nobody types them, and some end a text early. */
const control = /(?![\t\n\u0080-\u009f])\p{Cc}/gu

/**
 * Cleans the text of a message: well-formed, trimmed, with \n as line break.
 * @throws AppError invalid if it is blank (unless `mayBeEmpty`) or too long.
 */
export function messageText(text: string, { mayBeEmpty }: { mayBeEmpty: boolean }): string {
  const cleanText = wellFormed(text).replace(/\r\n?/g, '\n').replace(control, '').trim()
  if (isBlank(cleanText) && !mayBeEmpty) throw invalid('chat:composer.empty', { field: 'text' })
  if (cleanText.length > maxTextLength)
    throw invalid('chat:composer.tooLong', { field: 'text', params: { count: maxTextLength } })
  return cleanText
}
