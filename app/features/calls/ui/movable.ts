import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react'

type Point = { x: number; y: number }
type Box = { left: number; top: number; width: number; height: number }

/** How near to the edge of the window it may come, and how far a press of an arrow key takes it (px). */
const margin = 8
const step = 24

/** Moves what lies at `box`, but not out of the window: by how much it is away from its first place then. */
export function moved(from: Point, by: Point, box: Box, window: { width: number; height: number }): Point {
  const within = (wanted: number, at: number, size: number, room: number) =>
    Math.max(margin - at, Math.min(wanted, room - margin - size - at))
  return {
    x: from.x + within(by.x, box.left, box.width, window.width),
    y: from.y + within(by.y, box.top, box.height, window.height),
  }
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

/** For the next call of this page too. */
let kept: Point = { x: 0, y: 0 }

/** Lets a handle move a box with pointer and arrow keys; it stays inside the window, whatever size that gets. */
export function useMovable(box: RefObject<HTMLElement>) {
  const [away, setAway] = useState(kept)
  function move(by: Point) {
    const element = box.current
    if (!element) return
    const room = { width: document.documentElement.clientWidth, height: window.innerHeight }
    kept = moved(kept, by, element.getBoundingClientRect(), room)
    // At once, so that the next movement is counted from where it is.
    element.style.translate = `${kept.x}px ${kept.y}px`
    setAway(kept)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only reads the box
  useEffect(() => {
    const stay = () => move({ x: 0, y: 0 })
    stay()
    window.addEventListener('resize', stay)
    return () => window.removeEventListener('resize', stay)
  }, [])
  return {
    style: { translate: `${away.x}px ${away.y}px` },
    handle: {
      onKeyDown(event: KeyboardEvent) {
        const by = arrows[event.key]
        if (!by) return
        event.preventDefault()
        move(by)
      },
      onPointerDown: (event: PointerEvent) => event.currentTarget.setPointerCapture(event.pointerId),
      onPointerMove(event: PointerEvent) {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) move({ x: event.movementX, y: event.movementY })
      },
    },
  }
}
