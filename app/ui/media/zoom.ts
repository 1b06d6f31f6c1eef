import type { Size } from './media-file.ts'

export const zoom = { min: 0.5, max: 4, step: 0.5 } as const

/**
 * How an image is shown: its zoom relative to the size that fits the stage, and its centre's offset from the stage's
 * centre (px).
 */
export type ZoomView = { zoom: number; x: number; y: number }
export type Point = { x: number; y: number }

export const wholeImage: ZoomView = { zoom: 1, x: 0, y: 0 }

export const clampZoom = (value: number) => Math.min(zoom.max, Math.max(zoom.min, value))

/** The nearest step, to which a pinch snaps. */
export const nearestZoom = (value: number) => clampZoom(Math.round(value / zoom.step) * zoom.step)

export const stepZoom = (value: number, direction: 1 | -1) => nearestZoom(nearestZoom(value) + direction * zoom.step)

/** Zooms so that the point at `at` (relative to the stage's centre) stays in place. */
export function zoomAt(view: ZoomView, value: number, at: Point = { x: 0, y: 0 }): ZoomView {
  const next = clampZoom(value)
  const scale = next / view.zoom
  return { zoom: next, x: at.x - (at.x - view.x) * scale, y: at.y - (at.y - view.y) * scale }
}

/** Keeps the image on the stage: a smaller image is centred, a larger one leaves no gap at its edges. */
export function keepInside(view: ZoomView, fitted: Size, stage: Size): ZoomView {
  const reach = (image: number, room: number) => Math.max(0, (image * view.zoom - room) / 2)
  const within = (value: number, limit: number) => (limit === 0 ? 0 : Math.min(limit, Math.max(-limit, value)))
  return {
    zoom: view.zoom,
    x: within(view.x, reach(fitted.width, stage.width)),
    y: within(view.y, reach(fitted.height, stage.height)),
  }
}

/** Two fingers moving from `from` to `to`: their distance zooms, and their midpoint moves the image. */
export function pinch(view: ZoomView, from: [Point, Point], to: [Point, Point]): ZoomView {
  const apart = ([a, b]: [Point, Point]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
  const middle = ([a, b]: [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const [before, after] = [middle(from), middle(to)]
  const zoomed = zoomAt(view, view.zoom * (apart(to) / apart(from)), before)
  return { ...zoomed, x: zoomed.x + after.x - before.x, y: zoomed.y + after.y - before.y }
}
