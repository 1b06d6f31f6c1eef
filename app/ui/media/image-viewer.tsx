import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import type { MediaFile } from './media-file.ts'
import { useClosedByBack } from './use-closed-by-back.ts'
import { useZoom } from './use-zoom.ts'
import { ViewerToolbar } from './viewer-toolbar.tsx'

/** Distance that an arrow key moves an enlarged image (px). */
const keyMove = 60

/** Keeps the viewer's events from the thread, because portals bubble them through React. */
const stop = (event: SyntheticEvent) => event.stopPropagation()
const keptInside = { onClick: stop, onKeyUp: stop, onPointerDown: stop, onPointerMove: stop, onPointerUp: stop }

export type ImageViewerProps = { images: MediaFile[]; startId: string; onClose(): void }

/** A full-window viewer for one image at a time: browse, zoom and download. Escape, Back and a tap beside the image close it. */
export function ImageViewer({ images, startId, onClose }: ImageViewerProps) {
  const close = useClosedByBack(onClose)
  const [id, setId] = useState(startId)
  const index = images.findIndex((each) => each.id === id)
  const image = images[index]

  // The message was unsent while its image was open.
  const gone = !image
  useEffect(() => {
    if (gone) close()
  }, [gone, close])
  if (!image) return null

  const leaf = (step: number) => setId(images[index + step]?.id ?? id)
  return createPortal(
    <OpenViewer image={image} index={index} count={images.length} onLeaf={leaf} onClose={close} />,
    document.body,
  )
}

type OpenViewerProps = {
  image: MediaFile
  index: number
  count: number
  onLeaf(step: number): void
  onClose(): void
}

function OpenViewer({ image, index, count, onLeaf, onClose }: OpenViewerProps) {
  const { t } = useTranslation(['chat', 'imageviewer'])
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [failedId, setFailedId] = useState<string | null>(null)
  const { zoom, step, move, reset } = useZoom(stage, picture, image.id, () => dialog.current?.close())

  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    stage.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [opener])

  function press(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const sideways = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (event.key === '+' || event.key === '=') step(1)
    else if (event.key === '-' || event.key === '_') step(-1)
    else if (event.key === '0') reset()
    else if (event.key === 'ArrowUp') move(0, keyMove)
    else if (event.key === 'ArrowDown') move(0, -keyMove)
    else if (sideways && event.shiftKey) move(-sideways * keyMove, 0)
    else if (sideways) onLeaf(document.documentElement.dir === 'rtl' ? -sideways : sideways)
    else if (event.key === 'Escape') dialog.current?.close()
    else return
    // Marks the event as handled for listeners on the whole page: this Escape already closed something.
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={t('imageviewer:viewer', { name: image.name })}
      onClose={onClose}
      onKeyDown={press}
      {...keptInside}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-background text-foreground"
    >
      <div className="flex h-full flex-col">
        <ViewerToolbar
          image={image}
          place={t('imageviewer:place', { index: index + 1, count })}
          zoom={zoom}
          onStep={step}
          onReset={reset}
          onClose={() => dialog.current?.close()}
        />
        <div className="relative min-h-0 flex-1">
          <div
            ref={stage}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it needs the focus for the viewer's keys, which its label names
            tabIndex={0}
            role="group"
            aria-label={t('imageviewer:stage')}
            // The focus ring is drawn above the image, not below it.
            className="group relative h-full touch-none overflow-hidden outline-none after:pointer-events-none after:absolute after:inset-0 after:-outline-offset-2 after:outline-ring focus-visible:after:outline-2 data-dragging:cursor-grabbing"
          >
            {failedId === image.id ? (
              <p role="status" className="p-6 text-center">
                {t('imageviewer:imageFailed')}
              </p>
            ) : (
              <img
                key={image.id}
                ref={picture}
                src={`/files/${image.id}`}
                alt={image.name}
                width={image.width ?? undefined}
                height={image.height ?? undefined}
                draggable={false}
                onError={() => setFailedId(image.id)}
                className="absolute inset-0 m-auto h-auto max-h-full w-auto max-w-full object-contain transition-transform duration-150 select-none group-data-dragging:transition-none"
              />
            )}
          </div>
          {count > 1 && (
            <div className="pointer-events-none absolute inset-x-2 top-1/2 flex -translate-y-1/2 justify-between">
              <LeafButton
                icon={ChevronLeft}
                label={t('imageviewer:previous')}
                last={index === 0}
                onClick={() => onLeaf(-1)}
              />
              <LeafButton
                icon={ChevronRight}
                label={t('imageviewer:next')}
                last={index === count - 1}
                onClick={() => onLeaf(1)}
              />
            </div>
          )}
        </div>
      </div>
    </dialog>
  )
}

type LeafButtonProps = { icon: LucideIcon; label: string; last: boolean; onClick(): void }

/** Stays in place, disabled, at the last image, so that it keeps the focus. */
function LeafButton({ icon, label, last, onClick }: LeafButtonProps) {
  return (
    <Button
      variant="secondary"
      size="icon"
      icon={icon}
      aria-disabled={last}
      onClick={onClick}
      className="pointer-events-auto border-border shadow"
    >
      {label}
    </Button>
  )
}
