/** A file as the players and viewers show it. Its address is `/files/{id}`, its thumbnail `/files/{id}?size=small`. */
export type MediaFile = {
  id: string
  name: string
  mime: string
  size: number
  kind: 'image' | 'video' | 'audio' | 'document'
  width: number | null
  height: number | null
  durationMs: number | null
  waveform: number[] | null
  thumbnail: boolean
  voice: boolean
}
