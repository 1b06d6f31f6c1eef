let playing: HTMLMediaElement | null = null

/** Called as a player starts: whatever else was playing falls silent. */
export function playAlone(media: HTMLMediaElement): void {
  if (playing && playing !== media) playing.pause()
  playing = media
}
