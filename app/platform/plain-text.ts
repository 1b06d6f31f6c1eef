/** Half of a sign, which no encoding knows. */
const halves = /\p{Cs}/gu
/** What ends a text early, or turns around what stands after it. */
const unruly = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** Of what nobody sees: spaces, format characters, and letters that are drawn as nothing. */
const invisible = /^[\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** Whether there is anything to see in a text. */
export const isBlank = (text: string) => invisible.test(text)

/** A text that every encoding can carry: halves of signs are replaced. */
export const wellFormed = (text: string) => text.replace(halves, '\ufffd')

/** A name, a tag, a status: one line without control characters; what joins the parts of an emoji stays. */
export const plainLine = (text: string) => wellFormed(text).replace(/\s+/g, ' ').replace(unruly, '').trim()

/** The same of several lines. */
export const plainLines = (text: string) => wellFormed(text).replace(/\r\n?/g, '\n').replace(unruly, '').trim()
