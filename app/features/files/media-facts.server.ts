import { type IAudioMetadata, parseFile } from 'music-metadata'
import { CostlyPicture, readPictureHeader, refusalOf, writeThumbnail } from '#app/platform/decode-picture.server.ts'
import { AppError, fullDisk, invalid } from '#app/platform/errors.ts'
import { fairQueue } from '#app/platform/files/fair-queue.ts'
import type { ArrivedFile } from '#app/platform/files/receive-upload.server.ts'
import { imageKinds } from '#app/platform/files/sniff-file.server.ts'
import { stripPicture } from '#app/platform/files/strip-picture.server.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import type { AttachmentKind } from '#db/vocabulary/chat.ts'

export type MediaFacts = {
  mime: string
  kind: AttachmentKind
  width: number | null
  height: number | null
  durationMs: number | null
  thumbnail: boolean
  /** In bytes; 0 without a thumbnail. */
  thumbnailSize: number
  /** Of the file as stored, in bytes. */
  size: number
  sha256: string
}

/** The longer side of a thumbnail, in pixels. */
const thumbnailSide = 480

/** Images are decoded one at a time, to limit the memory. */
const inTurn = fairQueue()

/** Not drawings, whose types begin in the same way. */
const pictures = new Set<string>(Object.values(imageKinds))

/**
 * Reads the metadata of a received file. An image is decoded completely, gets a thumbnail, and loses its own metadata, because
 * not everyone who sees it should learn where and by whom it was taken. Other files are not changed. `sound`: a file whose
 * tracks cannot be read is audio. `owner`: the user id for the fair queue of images.
 * @throws AppError invalid for an image that cannot be decoded, or would take too much time or memory; storage_full when the disk is.
 */
export async function readMediaFacts(
  file: ArrivedFile & { mime: string },
  { sound = false, owner }: { sound?: boolean; owner: string },
): Promise<MediaFacts> {
  const { mime, size, sha256 } = file
  const unknown = {
    mime,
    size,
    sha256,
    width: null,
    height: null,
    durationMs: null,
    thumbnail: false,
    thumbnailSize: 0,
  }
  if (pictures.has(mime)) return { ...unknown, ...(await inTurn(owner, () => readPicture(file))) }
  if (!/^(audio|video)\//.test(mime)) return { ...unknown, kind: 'document' }
  const format = await readFormat(file.path)
  const film = format ? hasFilm(mime, format) : !sound && mime.startsWith('video/')
  const durationMs = format?.duration ? Math.round(format.duration * 1000) : null
  const kind = film ? 'video' : 'audio'
  return { ...unknown, mime: mime.replace(/^(audio|video)/, kind), kind, durationMs }
}

/** WebM, MP4 and Ogg contain video or only audio under the same name. Without a known track the media type decides. */
function hasFilm(mime: string, { hasAudio, hasVideo, codec }: IAudioMetadata['format']): boolean {
  if (hasVideo || mime === 'video/quicktime') return true
  return !(hasAudio && codec) && mime.startsWith('video/')
}

async function readPicture(file: ArrivedFile & { mime: string }) {
  const refuse = (why: 'broken' | 'tooManyPixels' | 'tooCostly') =>
    invalid(`chatrefused:files.${why}`, { field: file.field, params: { name: file.name } })
  try {
    const header = await readPictureHeader(file.path)
    if (header.mediaType !== file.mime) throw new Error(`a picture of ${header.mediaType}`)
    const refusal = refusalOf(header)
    if (refusal) throw refuse(refusal)
    const { size, sha256 } = await stripPicture(file.path, { mime: file.mime, orientation: header.orientation })
    // The thumbnail is made from the stored image, which proves that it can be decoded completely.
    const thumbnail = { to: file.beside('small'), side: thumbnailSide }
    const { size: thumbnailSize } = await writeThumbnail(file.path, thumbnail)
    return { kind: 'image' as const, ...header.upright, thumbnail: true, thumbnailSize, size, sha256 }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof CostlyPicture) countRefusal('picture')
    throw fullDisk(error) ?? refuse(error instanceof CostlyPicture ? 'tooCostly' : 'broken')
  }
}

/** Null if the tracks cannot be read; such a file is sent as it is. */
async function readFormat(path: string): Promise<IAudioMetadata['format'] | null> {
  try {
    return (await parseFile(path, { duration: true, skipCovers: true })).format
  } catch {
    return null
  }
}
