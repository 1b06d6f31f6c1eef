import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  clampZoom,
  keepInside,
  nearestZoom,
  type Point,
  pinch,
  stepZoom,
  wholeImage,
  type ZoomView,
  zoomAt,
} from './zoom.ts'

/** Wheel movement (px) that makes one step; trackpads send many small ones. */
const wheelStep = 60
/** A press that moves farther than this (px) is a drag, not a click. */
const dragStart = 4

/**
 * Zooms and pans `image` on `stage` by steps, wheel, pinch and drag. A click on an enlarged image centres that point, and one beside
 * the image calls `onOutside`.
 */
export function useZoom(
  stage: RefObject<HTMLElement>,
  image: RefObject<HTMLImageElement>,
  imageId: string,
  onOutside: () => void,
) {
  const [view, setView] = useState<ZoomView>(wholeImage)
  const latest = useRef(view)
  const outside = useRef(onOutside)
  outside.current = onOutside

  const show = useCallback(
    (next: ZoomView) => {
      if (!stage.current || !image.current) return
      const fitted = { width: image.current.offsetWidth, height: image.current.offsetHeight }
      const room = { width: stage.current.clientWidth, height: stage.current.clientHeight }
      latest.current = keepInside(next, fitted, room)
      setView(latest.current)
    },
    [stage, image],
  )
  const step = useCallback(
    (direction: 1 | -1, at?: Point) => show(zoomAt(latest.current, stepZoom(latest.current.zoom, direction), at)),
    [show],
  )
  const move = useCallback(
    (x: number, y: number) => show({ ...latest.current, x: latest.current.x + x, y: latest.current.y + y }),
    [show],
  )
  const reset = useCallback(() => show(wholeImage), [show])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another image starts unzoomed
  useLayoutEffect(reset, [imageId])

  useLayoutEffect(() => {
    if (image.current) image.current.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`
  }, [image, view])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const beside = (event: MouseEvent) => !image.current || !covers(image.current, event)
    const pointers = listenToPointers(element, latest, show, (event) => beside(event) && outside.current())
    const release = [listenToWheel(element, step), pointers]
    const again = () => show(latest.current)
    window.addEventListener('resize', again)
    return () => {
      for (const each of release) each()
      window.removeEventListener('resize', again)
    }
  }, [stage, image, step, show])

  return { zoom: view.zoom, step, move, reset }
}

/** A point relative to the centre of the stage, as in ZoomView. */
function pointOn(element: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const box = element.getBoundingClientRect()
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

function covers(element: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}

function listenToWheel(element: HTMLElement, step: (direction: 1 | -1, at: Point) => void): () => void {
  let turned = 0
  function wheel(event: WheelEvent) {
    event.preventDefault()
    // Some mice report lines or pages instead of pixels.
    const delta = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40)
    if (Math.sign(delta) !== Math.sign(turned)) turned = 0
    turned += delta
    if (Math.abs(turned) < wheelStep) return
    step(turned < 0 ? 1 : -1, pointOn(element, event))
    turned = 0
  }
  element.addEventListener('wheel', wheel, { passive: false })
  return () => element.removeEventListener('wheel', wheel)
}

function listenToPointers(
  element: HTMLElement,
  latest: { readonly current: ZoomView },
  show: (view: ZoomView) => void,
  onClick: (event: MouseEvent) => void,
): () => void {
  const down = new Map<number, Point>()
  let travelled = 0
  let pinched = false

  function press(event: PointerEvent) {
    if (event.button !== 0 || down.size === 2) return
    if (down.size === 0) travelled = 0
    down.set(event.pointerId, pointOn(element, event))
    element.setPointerCapture(event.pointerId)
    pinched ||= down.size === 2
  }
  function drag(event: PointerEvent) {
    const from = down.get(event.pointerId)
    if (!from) return
    const to = pointOn(element, event)
    travelled += Math.hypot(to.x - from.x, to.y - from.y)
    const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    down.set(event.pointerId, to)
    if (other) show(pinch(latest.current, [from, other], [to, other]))
    else if (travelled > dragStart) {
      show({ ...latest.current, x: latest.current.x + to.x - from.x, y: latest.current.y + to.y - from.y })
    }
    element.toggleAttribute('data-dragging', travelled > dragStart)
  }
  function lift(event: PointerEvent) {
    const at = down.get(event.pointerId)
    if (!at || !down.delete(event.pointerId) || down.size > 0) return
    element.removeAttribute('data-dragging')
    const view = latest.current
    if (pinched) show(zoomAt(view, nearestZoom(view.zoom)))
    else if (event.type === 'pointerup' && travelled <= dragStart && clampZoom(view.zoom) > 1) {
      show({ ...view, x: view.x - at.x, y: view.y - at.y })
    }
    pinched = false
  }
  // Not when the finger is lifted: the click that follows would meet what is below a viewer that has closed.
  function click(event: MouseEvent) {
    if (travelled <= dragStart) onClick(event)
  }
  element.addEventListener('pointerdown', press)
  element.addEventListener('pointermove', drag)
  element.addEventListener('pointerup', lift)
  element.addEventListener('pointercancel', lift)
  element.addEventListener('click', click)
  return () => {
    element.removeEventListener('pointerdown', press)
    element.removeEventListener('pointermove', drag)
    element.removeEventListener('pointerup', lift)
    element.removeEventListener('pointercancel', lift)
    element.removeEventListener('click', click)
  }
}
