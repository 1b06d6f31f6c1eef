import { type IAudioMetadata, parseFile } from 'music-metadata'
import sharp from 'sharp'
import { invalid } from '#app/platform/errors.ts'
import { fairQueue } from '#app/platform/files/fair-queue.ts'
import type { ArrivedFile } from '#app/platform/files/receive-upload.server.ts'
import { stripPicture } from '#app/platform/files/strip-picture.server.ts'
import type { AttachmentKind } from '#db/vocabulary/chat.ts'

export type MediaFacts = {
  mime: string
  kind: AttachmentKind
  width: number | null
  height: number | null
  durationMs: number | null
  thumbnail: boolean
  /** Of the file as it is kept. */
  size: number
  sha256: string
}

/** The longer side of a thumbnail, in pixels. */
const thumbnailSide = 480
/** More than any camera takes that people carry; a picture of this size needs a quarter of a gigabyte while it is read. */
const maxPixels = 64_000_000

// Of what the library reads, these four: whatever a file pretends to be, no other reader opens it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
  ],
})
sharp.cache(false)

/** Pictures are read one after the other: ten big ones together would need the memory of ten. */
const inTurn = fairQueue()

/**
 * What is known of a file beyond its name. A picture is read from end to end, its thumbnail is written beside it, and where it
 * was taken and by whom is taken out of it: not everybody who sees it is to learn that. Film, sound and documents stay as they
 * are. `sound` says what a file is whose tracks cannot be told, `owner` in whose turn a picture is read.
 * @throws AppError invalid for a picture that cannot be read as one
 */
export async function readMediaFacts(
  file: ArrivedFile & { mime: string },
  { sound = false, owner }: { sound?: boolean; owner: string },
): Promise<MediaFacts> {
  const { mime, size, sha256 } = file
  const unknown = { mime, size, sha256, width: null, height: null, durationMs: null, thumbnail: false }
  if (mime.startsWith('image/')) return { ...unknown, ...(await inTurn(owner, () => readPicture(file))) }
  if (!/^(audio|video)\//.test(mime)) return { ...unknown, kind: 'document' }
  const format = await readFormat(file.path)
  const film = format ? hasFilm(mime, format) : !sound && mime.startsWith('video/')
  const durationMs = format?.duration ? Math.round(format.duration * 1000) : null
  const kind = film ? 'video' : 'audio'
  return { ...unknown, mime: mime.replace(/^(audio|video)/, kind), kind, durationMs }
}

/** WebM, MP4 and Ogg are named alike with film and without it; what has no track that is known is what its name says. */
function hasFilm(mime: string, { hasAudio, hasVideo, codec }: IAudioMetadata['format']): boolean {
  if (hasVideo || mime === 'video/quicktime') return true
  return !(hasAudio && codec) && mime.startsWith('video/')
}

async function readPicture(file: ArrivedFile & { mime: string }) {
  try {
    const read = () => sharp(file.path, { limitInputPixels: maxPixels, failOn: 'error' })
    const { autoOrient, mediaType, orientation = 1 } = await read().metadata()
    if (mediaType !== file.mime) throw new Error(`a picture of ${mediaType}`)
    const { size, sha256 } = await stripPicture(file.path, { mime: file.mime, orientation })
    // Made of what is kept: that it can be read from end to end is what counts.
    await read()
      .autoOrient()
      .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toFile(file.beside('small'))
    return { kind: 'image' as const, width: autoOrient.width, height: autoOrient.height, thumbnail: true, size, sha256 }
  } catch {
    throw invalid('chat:files.broken', { field: file.field, params: { name: file.name } })
  }
}

/** Null where the tracks cannot be told: such a file is sent as it is, and played where somebody can. */
async function readFormat(path: string): Promise<IAudioMetadata['format'] | null> {
  try {
    return (await parseFile(path, { duration: true, skipCovers: true })).format
  } catch {
    return null
  }
}
