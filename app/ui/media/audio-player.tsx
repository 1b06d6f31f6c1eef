import { useLoaded } from '#app/ui/use-loaded.ts'
import type { AudioPlayerProps } from './scripted-player.tsx'

const loadPlayer = () => import('./scripted-player.tsx').then((loaded) => loaded.ScriptedPlayer)

/** Sound in the thread: the browser's own player, and ours with waveform and speed where scripts run. */
export function AudioPlayer(props: AudioPlayerProps) {
  const ScriptedPlayer = useLoaded(loadPlayer)
  if (ScriptedPlayer) return <ScriptedPlayer {...props} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people say to each other has no captions to show
    <audio controls preload="metadata" src={props.src} aria-label={props.name} className="w-72 max-w-full" />
  )
}
