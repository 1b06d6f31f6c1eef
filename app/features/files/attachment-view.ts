import type { AttachmentKind } from '#db/vocabulary/chat.ts'

/** A stored file for players and viewers. Its URL is `/files/{id}`, that of its thumbnail `/files/{id}?size=small`. */
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
