import { FileDown } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

type DropZoneProps = {
  /** The element that accepts files. It must be `relative`. */
  target: RefObject<HTMLElement>
  /** Null if files cannot be shared; the browser still must not open a dropped file. */
  onFiles: ((files: File[]) => void) | null
}

/** Accepts files that are dropped anywhere on the thread. The button beside the composer does the same. */
export function DropZone({ target, onFiles }: DropZoneProps) {
  const { t } = useTranslation('chat')
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles

  useEffect(() => {
    const element = target.current
    if (!element) return
    // `dragenter` of a child fires before `dragleave` of its parent, so count them.
    let entered = 0
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    function enter(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      entered += 1
      setOver(take.current !== null)
    }
    function leave(event: DragEvent) {
      if (!carriesFiles(event)) return
      entered = Math.max(0, entered - 1)
      if (entered === 0) setOver(false)
    }
    function hover(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = take.current ? 'copy' : 'none'
    }
    function drop(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      entered = 0
      setOver(false)
      take.current?.([...(event.dataTransfer?.files ?? [])])
    }
    element.addEventListener('dragenter', enter)
    element.addEventListener('dragleave', leave)
    element.addEventListener('dragover', hover)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragenter', enter)
      element.removeEventListener('dragleave', leave)
      element.removeEventListener('dragover', hover)
      element.removeEventListener('drop', drop)
    }
  }, [target])

  if (!over) return null
  return (
    <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-lg border-2 border-dashed border-primary bg-background/90">
      <p className="flex flex-col items-center gap-2 p-4 text-center text-base font-medium">
        <FileDown aria-hidden className="size-8 text-primary" />
        {t('media.drop')}
      </p>
    </div>
  )
}
