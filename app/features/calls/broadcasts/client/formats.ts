import type { BroadcastFormat } from '#db/vocabulary/broadcasts.ts'

/** How browsers name the formats of broadcasts. */
export const mimeTypes: Record<BroadcastFormat, string> = {
  vp8: 'video/webm;codecs=vp8,opus',
  vp9: 'video/webm;codecs=vp9,opus',
}
