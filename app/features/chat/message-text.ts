import { invalid } from '#app/platform/errors.ts'
import { maxTextLength } from './limits.ts'

/** Nobody types them, and some of them end a text early. */
const control = /(?![\t\n\u0080-\u009f])\p{Cc}/gu
/** Half of a sign, which no encoding knows. */
const halves = /\p{Cs}/gu
/** What ends a text early, or turns around what stands after it. */
const unruly = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** Of what nobody sees: spaces, format characters, and letters that are drawn as nothing. */
const invisible = /^[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** Whether there is anything to see in a text. */
export const isBlank = (text: string) => invisible.test(text)

const whole = (text: string) => text.replace(halves, '\ufffd')

/** A name, a tag, a status: one line without control characters; what joins the parts of an emoji stays. */
export const plainLine = (text: string) => whole(text).replace(/\s+/g, ' ').replace(unruly, '').trim()

/** The same of several lines. */
export const plainLines = (text: string) => whole(text).replace(/\r\n?/g, '\n').replace(unruly, '').trim()

/**
 * What somebody wrote, as it is kept: trimmed, with plain line ends.
 * @throws AppError invalid when there is nothing (unless something else is sent), or too much.
 */
export function messageText(text: string, { mayBeEmpty }: { mayBeEmpty: boolean }): string {
  const kept = whole(text).replace(/\r\n?/g, '\n').replace(control, '').trim()
  if (isBlank(kept) && !mayBeEmpty) throw invalid('chat:refused.empty', { field: 'text' })
  if (kept.length > maxTextLength)
    throw invalid('chat:refused.tooLong', { field: 'text', params: { count: maxTextLength } })
  return kept
}
