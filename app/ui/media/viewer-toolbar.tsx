import { Download, Maximize, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '#app/ui/button.tsx'
import type { MediaFile } from './media-file.ts'
import { zoom as limits } from './zoom.ts'

type ViewerToolbarProps = {
  image: MediaFile
  place: string
  zoom: number
  onStep(direction: 1 | -1): void
  onReset(): void
  onClose(): void
}

/** The bar above the image: its place in the series, zoom controls, download and close. */
export function ViewerToolbar({ image, place, zoom, onStep, onReset, onClose }: ViewerToolbarProps) {
  const { t } = useTranslation(['chat', 'imageviewer', 'ui'])
  return (
    <header className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 border-b border-border bg-card p-2 text-card-foreground">
      <p className="min-w-0 flex-1 basis-40 truncate ps-2 text-sm font-medium">{image.name}</p>
      <p className="pe-2 text-sm text-muted-foreground tabular-nums" aria-live="polite">
        {place}
      </p>
      <div className="flex items-center">
        <Button
          variant="ghost"
          size="icon"
          icon={ZoomOut}
          aria-disabled={zoom <= limits.min}
          onClick={() => onStep(-1)}
        >
          {t('imageviewer:zoomOut')}
        </Button>
        <output className="w-11 text-center text-sm tabular-nums" aria-label={t('imageviewer:zoom')}>
          {t('media.zoomValue', { percent: Math.round(zoom * 100) })}
        </output>
        <Button variant="ghost" size="icon" icon={ZoomIn} aria-disabled={zoom >= limits.max} onClick={() => onStep(1)}>
          {t('imageviewer:zoomIn')}
        </Button>
        <Button variant="ghost" size="icon" icon={Maximize} aria-disabled={zoom === 1} onClick={onReset}>
          {t('imageviewer:zoomReset')}
        </Button>
        <a
          href={`/files/${image.id}`}
          download={image.name}
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
        >
          <Download aria-hidden className="size-4" />
          <span className="sr-only">{t('media.download')}</span>
        </a>
        <Button variant="ghost" size="icon" icon={X} onClick={onClose}>
          {t('ui:close')}
        </Button>
      </div>
    </header>
  )
}
