/** Lone surrogates, which no encoding can represent. */
const halves = /\p{Cs}/gu
/** Control characters that end a text early, and characters that change the direction of the text after them. */
const unruly = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** Invisible text: spaces, format characters, and letters without a glyph. */
const invisible = /^[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** Whether a text has no visible character. */
export const isBlank = (text: string) => invisible.test(text)

/** Replaces lone surrogates, so that every encoding can carry the text. */
export const wellFormed = (text: string) => text.replace(halves, '\ufffd')

/** Cleans a one-line text such as a name or a tag: no control characters, but emoji joiners stay. */
export const plainLine = (text: string) => wellFormed(text).replace(/\s+/g, ' ').replace(unruly, '').trim()

/** Cleans a text of several lines in the same way. */
export const plainLines = (text: string) => wellFormed(text).replace(/\r\n?/g, '\n').replace(unruly, '').trim()
