import { createContext, type MouseEvent, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#app/ui/classes.ts'
import type { MediaFile } from './media-file.ts'
import { fitInto } from './media-file.ts'

/** The whole conversation's images, oldest first, for the viewer. Without it the viewer shows the message's own. */
export const GalleryContext = createContext<MediaFile[] | null>(null)

type Viewer = typeof import('./image-viewer.tsx').ImageViewer

const box = { width: 320, height: 320 }

/** A message's images as thumbnails. They link to the full image, or open it in the viewer when scripts run. */
export function ImageTiles({ images }: { images: MediaFile[] }) {
  const { t } = useTranslation('chat')
  const gallery = useContext(GalleryContext)
  const [open, setOpen] = useState<{ id: string; Viewer: Viewer } | null>(null)
  const several = images.length > 1

  async function view(event: MouseEvent<HTMLAnchorElement>, image: MediaFile) {
    // Modified clicks open a new tab or window as usual.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    try {
      const { ImageViewer } = await import('./image-viewer.tsx')
      setOpen({ id: image.id, Viewer: ImageViewer })
    } catch {
      // The viewer failed to load, but the image itself may still be reachable.
      window.location.assign(`/files/${image.id}`)
    }
  }

  const shown = open && gallery?.some(({ id }) => id === open.id) ? gallery : images
  return (
    <>
      <div className={classes(several ? 'grid w-80 max-w-full gap-1' : 'flex', several && columns(images.length))}>
        {images.map((image) => {
          const size = sizeOf(image)
          return (
            <a
              key={image.id}
              href={`/files/${image.id}`}
              onClick={(event) => void view(event, image)}
              className="block min-w-0 overflow-hidden rounded-md border border-border bg-muted"
            >
              <img
                src={image.thumbnail ? `/files/${image.id}?size=small` : `/files/${image.id}`}
                alt={image.name}
                width={size.width}
                height={size.height}
                loading="lazy"
                decoding="async"
                className={several ? 'aspect-square h-full w-full object-cover' : 'h-auto max-w-full'}
              />
              <span className="sr-only">{t('media.openImage')}</span>
            </a>
          )
        })}
      </div>
      {open && <open.Viewer images={shown} startId={open.id} onClose={() => setOpen(null)} />}
    </>
  )
}

const columns = (count: number) => (count === 2 || count === 4 ? 'grid-cols-2' : 'grid-cols-3')

/** Reserves the image's space, so that nothing moves when it loads. */
function sizeOf({ width, height }: MediaFile) {
  return width && height ? fitInto({ width, height }, box) : { width: 200, height: 200 }
}
