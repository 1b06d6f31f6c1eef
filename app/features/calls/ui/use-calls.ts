import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import type { CallState } from '#app/features/calls/client/call-state.ts'
import { secondsOf, speakerOf } from '#app/features/calls/client/call-view.ts'
import { type DeviceList, followDevices, noDevices } from '#app/features/calls/client/devices.ts'
import { loadChoices, type MediaChoices, saveChoices } from '#app/features/calls/client/media-choices.ts'
import { levelPeriod, soundMeter } from '#app/features/calls/client/sound-level.ts'
import type { CallView } from '#app/realtime/protocol/call-events.ts'

export const useCallState = (calls: Calls): CallState => useSyncExternalStore(calls.store.subscribe, calls.store.get)

/** The seconds since the call is connected, counted each second; null before. */
export function useSeconds(call: CallView | null, state: CallState): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return call && secondsOf(call, state, now)
}

/** The participant who speaks. */
export function useSpeaker(calls: Calls, wanted: boolean): string | null {
  const [speaker, setSpeaker] = useState<string | null>(null)
  useEffect(() => {
    if (!wanted) return
    const timer = setInterval(() => setSpeaker((before) => speakerOf(calls.levels(), before)), 300)
    return () => clearInterval(timer)
  }, [calls, wanted])
  return speaker
}

/** The loudness of a stream's sound (0–100), read ten times a second. */
export function useLevel(stream: MediaStream | null, track: string | undefined): number {
  const [level, setLevel] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another track of the same stream is another source
  useEffect(() => {
    if (!stream) return
    const meter = soundMeter(stream)
    const timer = setInterval(() => setLevel(meter.level()), levelPeriod)
    return () => {
      clearInterval(timer)
      meter.close()
    }
  }, [stream, track])
  return level
}

export function useDevices(): DeviceList {
  const [devices, setDevices] = useState(noDevices)
  useEffect(() => followDevices(setDevices), [])
  return devices
}

const listeners = new Set<() => void>()
let shown: MediaChoices | null = null

function changeChoices(changes: Partial<MediaChoices>): void {
  shown = saveChoices(changes)
  for (const listener of [...listeners]) listener()
}

/** What the person has chosen in this browser, and how to change it. Only where scripts run. */
export function useChoices(): [MediaChoices, typeof changeChoices] {
  const choices = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => {
      shown ??= loadChoices()
      return shown
    },
  )
  return [choices, changeChoices]
}
