import { Eraser } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { countPoints, drawingGrid, maxDrawingPoints } from '#app/documents/drawing.ts'
import { DrawnLines } from '#app/documents/drawn-lines.tsx'
import { Button } from '#app/ui/button.tsx'

/** The least distance between two points of a stroke, on the grid. */
const step = 4

/** Where one draws with a finger, a pen or the mouse. Who has asked for it is brought to it. */
export function SignaturePad({ drawing, onDraw }: { drawing: string; onDraw: (drawing: string) => void }) {
  const { t } = useTranslation('signaturepad')
  const pad = useRef<HTMLDivElement>(null)
  // Several points may come before React renders one.
  const latest = useRef(drawing)
  const stroke = useRef<{ pointer: number; x: number; y: number } | null>(null)
  const isFull = countPoints(drawing) > maxDrawingPoints - 2
  const wasEmpty = useRef(drawing === '')
  useEffect(() => {
    if (wasEmpty.current) pad.current?.focus()
  }, [])

  function draw(next: string) {
    latest.current = next
    onDraw(next)
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (stroke.current || event.button !== 0 || countPoints(latest.current) > maxDrawingPoints - 2) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { x, y } = pointOf(event.nativeEvent, event.currentTarget)
    stroke.current = { pointer: event.pointerId, x, y }
    // A line to itself is a dot.
    draw(`${latest.current}M${x} ${y}L${x} ${y}`)
  }

  function go(event: PointerEvent<SVGSVGElement>) {
    const { nativeEvent, currentTarget, pointerId } = event
    if (stroke.current?.pointer !== pointerId) return
    // What the pen did since the last frame; Safari before 18.2 does not say.
    const between = nativeEvent.getCoalescedEvents?.() ?? []
    let path = ''
    let room = maxDrawingPoints - countPoints(latest.current)
    for (const each of between.length > 0 ? between : [nativeEvent]) {
      const { x, y } = pointOf(each, currentTarget)
      if (room <= 0 || Math.hypot(x - stroke.current.x, y - stroke.current.y) < step) continue
      stroke.current = { pointer: pointerId, x, y }
      path += `L${x} ${y}`
      room -= 1
    }
    if (path) draw(latest.current + path)
  }

  function end({ pointerId }: PointerEvent) {
    if (stroke.current?.pointer === pointerId) stroke.current = null
  }

  return (
    <div
      ref={pad}
      role="group"
      tabIndex={-1}
      aria-label={t('pad')}
      className="flex w-full max-w-xl flex-col items-start gap-2"
    >
      <DrawnLines
        path={drawing}
        label={t(drawing === '' ? 'empty' : 'drawn')}
        className="w-full cursor-crosshair touch-none rounded-md border border-input bg-background select-none"
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d="M60 230H840" strokeWidth={2} className="stroke-border" />
      </DrawnLines>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button variant="outline" size="sm" icon={Eraser} onClick={() => draw('')}>
          {t('clear')}
        </Button>
        <p role="status" className="text-sm text-muted-foreground">
          {isFull && t('full')}
        </p>
      </div>
    </div>
  )
}

/** A point on the grid: where a line leaves the pad, it goes along its edge. */
function pointOf({ clientX, clientY }: { clientX: number; clientY: number }, pad: Element): { x: number; y: number } {
  const { left, top, width, height } = pad.getBoundingClientRect()
  return {
    x: onGrid((clientX - left) / width, drawingGrid.width),
    y: onGrid((clientY - top) / height, drawingGrid.height),
  }
}

const onGrid = (share: number, size: number) => Math.min(Math.max(Math.floor(share * size), 0), size - 1)
