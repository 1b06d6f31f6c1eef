import { useEffect, useRef } from 'react'
import { classes } from '#app/ui/classes.ts'

/** The picture of a stream, without its sound. One's own is mirrored, as people expect. */
export function StreamVideo({
  stream,
  label,
  mirrored,
  whole,
  main,
}: {
  stream: MediaStream
  label: string
  mirrored?: boolean
  /** All of it, for a screen; otherwise it fills its place. */
  whole?: boolean
  /** The one that picture-in-picture shows. */
  main?: boolean
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [track] = stream.getVideoTracks()
  useEffect(() => {
    const element = video.current
    if (!element || !track) return
    // Alone: beside a picture the browser would play the sound too, which being muted only makes silent.
    element.srcObject = new MediaStream([track])
    // A tab in the background does not play by itself.
    void element.play().catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [track])
  return (
    <video
      ref={video}
      muted
      autoPlay
      playsInline
      aria-label={label}
      data-main-video={main || undefined}
      className={classes(
        'absolute inset-0 size-full',
        whole ? 'object-contain' : 'object-cover',
        mirrored && '-scale-x-100',
      )}
    />
  )
}

/** The sound of a stream. `volume` is 0–100. */
export function StreamSound({ stream, volume }: { stream: MediaStream; volume: number }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [track] = stream.getAudioTracks()
  useEffect(() => {
    const element = audio.current
    if (!element || !track) return
    element.srcObject = new MediaStream([track])
    void element.play().catch(() => {})
    return () => {
      element.srcObject = null
    }
  }, [track])
  useEffect(() => {
    if (audio.current) audio.current.volume = volume / 100
  }, [volume])
  // biome-ignore lint/a11y/useMediaCaption: a conversation between people has no captions
  return <audio ref={audio} autoPlay />
}
