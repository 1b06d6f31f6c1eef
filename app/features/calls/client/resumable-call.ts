import type { CallMedia } from '#app/realtime/protocol/call-events.ts'
import type { CallType } from '#db/vocabulary/calls.ts'

/** The call that this tab has, so that it goes on after a reload. */
export type ResumableCall = { callId: string; callType: CallType; name: string; own: CallMedia }

const key = 'call'

/** The call that this tab had before it was loaded; null if it had none. */
export function readResumable(): ResumableCall | null {
  try {
    const found: ResumableCall | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof found?.callId === 'string' ? found : null
  } catch {
    return null
  }
}

export function writeResumable(call: ResumableCall | null): void {
  if (call) sessionStorage.setItem(key, JSON.stringify(call))
  else sessionStorage.removeItem(key)
}
