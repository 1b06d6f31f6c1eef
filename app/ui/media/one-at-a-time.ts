let playing: HTMLMediaElement | null = null

/** Called when a player starts; pauses any other player. */
export function playAlone(media: HTMLMediaElement): void {
  if (playing && playing !== media) playing.pause()
  playing = media
}
