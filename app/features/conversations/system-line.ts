type Line = { text: string; params: Record<string, string | number> | null }

/** What a call that was not connected is to its caller, by why it ended; others were answered, and failed. */
const toCaller: Record<string, string> = {
  declined: 'callOutDeclined',
  cancelled: 'callOutCancelled',
  no_answer: 'callOutUnanswered',
  busy: 'callOutUnanswered',
  do_not_disturb: 'callOutUnanswered',
  offline: 'callOutUnanswered',
}

/**
 * The key of a system message's text under `chat:system.`, for one reader. Only a call that was not connected reads differently: to its caller,
 * to whoever declined it, and to whoever missed it. Without a reader, as in a copy for others, it says what is true for all.
 */
export function systemLineOf({ text, params }: Line, readerId: string | null): string {
  if (text !== 'callUnconnected' || readerId === null) return text
  const { callerId, reason, declined, missed } = params ?? {}
  if (callerId === readerId) return toCaller[String(reason)] ?? text
  if (String(declined).split(' ').includes(readerId)) return 'callDeclined'
  return String(missed).split(' ').includes(readerId) ? 'callMissed' : text
}
