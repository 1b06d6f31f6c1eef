/** How far a message is swiped to answer it, and at most (px). */
const swipe = { threshold: 80, max: 120 } as const

/** Until a finger has gone so far, it is not known what it wants (px). */
const undecided = 10

/** What a finger does that has moved so: scrolling wins unless it clearly goes sideways. `forward` is 1 to the right, -1 to the left. */
export function swipeIntent(dx: number, dy: number, forward: 1 | -1): 'undecided' | 'swipe' | 'scroll' {
  if (Math.abs(dy) > undecided) return 'scroll'
  const along = dx * forward
  if (along < -undecided) return 'scroll'
  return along > undecided && along > Math.abs(dy) * 2 ? 'swipe' : 'undecided'
}

/** How far the message goes with the finger, 0–120 px. */
export const swipeOffset = (dx: number, forward: 1 | -1) => Math.min(swipe.max, Math.max(0, dx * forward))

/** Whether letting go here starts a reply. */
export const isReply = (dx: number, forward: 1 | -1) => swipeOffset(dx, forward) >= swipe.threshold
