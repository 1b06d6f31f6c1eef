import { idleAfter } from '#app/features/presence/presence-status.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Tells when this tab was not used for five minutes, and when it is used again. Gives the way to stop. */
export function watchActivity(told: (idle: boolean) => void): () => void {
  let idle = false
  let timer: ReturnType<typeof setTimeout>
  function become(next: boolean) {
    if (next === idle) return
    idle = next
    told(idle)
  }
  function used() {
    become(false)
    clearTimeout(timer)
    timer = setTimeout(() => become(true), idleAfter)
  }
  used()
  for (const sign of signs) window.addEventListener(sign, used, { passive: true })
  return () => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, used)
  }
}
