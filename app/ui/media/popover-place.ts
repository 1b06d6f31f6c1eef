import type { Size } from './fit.ts'

type Box = { top: number; bottom: number; left: number; right: number }

/** From the edge of the window and from the button (px). */
const edge = 8

/** Where a popover stands: above the button where there is room, else below, and always inside the window. */
export function placeBy(button: Box, popover: Size, view: Size): { top: number; left: number } {
  const above = button.top - edge - popover.height
  const below = Math.min(button.bottom + edge, view.height - edge - popover.height)
  const left = Math.min(button.left, view.width - edge - popover.width)
  return { top: Math.max(edge, above >= edge ? above : below), left: Math.max(edge, left) }
}
