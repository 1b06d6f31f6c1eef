import { idleAfter } from '#app/features/presence/presence-status.ts'

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Calls `onChange` when this tab has been idle for five minutes, and when it is used again. Returns a stop function. */
export function watchActivity(onChange: (idle: boolean) => void): () => void {
  let idle = false
  let timer: ReturnType<typeof setTimeout>
  function setIdle(next: boolean) {
    if (next === idle) return
    idle = next
    onChange(idle)
  }
  function used() {
    setIdle(false)
    clearTimeout(timer)
    timer = setTimeout(() => setIdle(true), idleAfter)
  }
  used()
  for (const event of activityEvents) window.addEventListener(event, used, { passive: true })
  return () => {
    clearTimeout(timer)
    for (const event of activityEvents) window.removeEventListener(event, used)
  }
}
