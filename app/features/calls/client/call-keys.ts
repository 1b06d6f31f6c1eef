export type CallKeyAction = 'mute' | 'camera' | 'share' | 'record' | 'minimize' | 'end'

const keys: Record<string, CallKeyAction> = {
  m: 'mute',
  ' ': 'mute',
  v: 'camera',
  c: 'camera',
  s: 'share',
  // Not with Ctrl or Cmd, which loads the page again.
  r: 'record',
  f: 'minimize',
  e: 'end',
  h: 'end',
}

type Press = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  repeat: boolean
  target: EventTarget | null
}

/** Where letters are typed or choose something. */
const typed = 'input:not([type=range],[type=checkbox]), textarea, select, [contenteditable]'
/** Where the space bar presses. */
const pressed = 'button, a, summary, input, [role=menuitem], video, audio'

/**
 * What a key does in a call; null for nothing. Beside a page (`minimized`) only muting and restoring, so that nobody hangs up while
 * they work there.
 */
export function keyAction(event: Press, minimized: boolean): CallKeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return null
  const action = keys[event.key.toLowerCase()]
  if (!action) return null
  const at = event.target as { closest?: (selector: string) => unknown } | null
  if (at?.closest?.(typed)) return null
  if (event.key === ' ' && (minimized || at?.closest?.(pressed))) return null
  if (minimized && action !== 'mute' && action !== 'minimize') return null
  return action
}
