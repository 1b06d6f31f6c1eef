import type { AttachmentKind } from '#db/vocabulary/chat.ts'

/** A stored file as it is shown, `StoredAttachment` of the schema. Its address is `/files/{id}`, its thumbnail `/files/{id}?size=small`. */
export type AttachmentView = {
  id: string
  name: string
  mime: string
  size: number
  kind: AttachmentKind
  width: number | null
  height: number | null
  durationMs: number | null
  waveform: number[] | null
  thumbnail: boolean
  voice: boolean
}
