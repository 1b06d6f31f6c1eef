type Swipe = { pointerId: number; row: HTMLElement; x: number; y: number; forward: 1 | -1; moving: boolean }

/** Moves a swiped message with the finger, and calls `reply` if it was swiped far enough. Returns a function that stops it. */
export function followSwipes(element: HTMLElement, reply: (messageId: string) => void): () => void {
  let current: Swipe | null = null

  function press(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    // A second finger is a different gesture.
    if (current) return settle()
    const target = event.target as Element
    const row = target.closest<HTMLElement>('[data-swipe]')
    if (!row || target.closest('input, audio, video, [data-no-swipe]')) return
    const forward = getComputedStyle(row).direction === 'rtl' ? -1 : 1
    current = { pointerId: event.pointerId, row, x: event.clientX, y: event.clientY, forward, moving: false }
  }
  function move(event: PointerEvent) {
    if (!current || event.pointerId !== current.pointerId) return
    const [dx, dy] = [event.clientX - current.x, event.clientY - current.y]
    if (!current.moving) {
      const intent = swipeIntent(dx, dy, current.forward)
      if (intent === 'scroll') return settle()
      if (intent === 'undecided') return
      current.moving = true
      current.row.setPointerCapture(current.pointerId)
    }
    current.row.style.transform = `translateX(${swipeOffset(dx, current.forward) * current.forward}px)`
    current.row.toggleAttribute('data-swiped', isReply(dx, current.forward))
  }
  function lift(event: PointerEvent) {
    if (!current || event.pointerId !== current.pointerId) return
    const { row, moving, forward, x } = current
    settle()
    if (moving && event.type === 'pointerup' && isReply(event.clientX - x, forward)) {
      reply(row.dataset.swipe ?? '')
    }
  }
  function settle() {
    if (!current) return
    current.row.style.transform = ''
    current.row.removeAttribute('data-swiped')
    current = null
  }

  element.addEventListener('pointerdown', press)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', lift)
  element.addEventListener('pointercancel', lift)
  return () => {
    settle()
    element.removeEventListener('pointerdown', press)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', lift)
    element.removeEventListener('pointercancel', lift)
  }
}

/** How far a message has to be swiped for a reply, and how far it moves at most (px). */
const swipe = { threshold: 80, max: 120 } as const

/** A movement up to this distance is neither a swipe nor a scroll (px). */
const undecided = 10

/** Classifies a movement; scrolling wins unless it is clearly sideways. `forward` is 1 to the right, -1 to the left. */
export function swipeIntent(dx: number, dy: number, forward: 1 | -1): 'undecided' | 'swipe' | 'scroll' {
  if (Math.abs(dy) > undecided) return 'scroll'
  const along = dx * forward
  if (along < -undecided) return 'scroll'
  return along > undecided && along > Math.abs(dy) * 2 ? 'swipe' : 'undecided'
}

/** How far the message moves with the finger, 0–120 px. */
export const swipeOffset = (dx: number, forward: 1 | -1) => Math.min(swipe.max, Math.max(0, dx * forward))

/** Whether releasing here starts a reply. */
export const isReply = (dx: number, forward: 1 | -1) => swipeOffset(dx, forward) >= swipe.threshold
