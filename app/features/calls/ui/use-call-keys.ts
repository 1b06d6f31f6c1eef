import { useEffect } from 'react'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import { keyAction } from '#app/features/calls/client/call-keys.ts'
import { phaseOf } from '#app/features/calls/client/call-view.ts'
import { shareScreen, toggleRecording } from './call-controls.tsx'

/** The keys of a call, everywhere but where somebody types, and only if they are switched on. */
export function useCallKeys(calls: Calls, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    function press(event: KeyboardEvent) {
      const { current } = calls.store.get()
      if (!current || event.defaultPrevented) return
      const action = keyAction(event, current.minimized)
      if (action === null) return
      event.preventDefault()
      if (action === 'mute') calls.setMuted(!current.own.muted)
      else if (action === 'camera' && current.callType === 'video') void calls.setCamera(current.own.cameraOff)
      else if (action === 'share' && current.own.screen) calls.stopScreen()
      else if (action === 'share' && phaseOf(current) === 'connected') void shareScreen(calls)
      else if (action === 'record') toggleRecording(calls, current)
      else if (action === 'minimize') calls.show({ minimized: !current.minimized })
      else if (action === 'end') calls.hangUp()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [calls, wanted])
}
