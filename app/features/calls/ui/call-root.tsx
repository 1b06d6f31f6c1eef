import { useEffect, useRef, useState } from 'react'
import type { AskedCall } from '#app/features/calls/client/call-clicks.ts'
import { startCalls } from '#app/features/calls/client/call-client.ts'
import { phaseOf } from '#app/features/calls/client/call-view.ts'
import { playTone } from '#app/features/calls/client/tones.ts'
import type { LiveSocket } from '#app/features/messages/client/connection.ts'
import { CallCard } from './call-card.tsx'
import { CallNotices } from './call-notices.tsx'
import { CallScreen } from './call-screen.tsx'
import { RingDialog } from './ring-dialog.tsx'
import { StreamSound } from './stream-video.tsx'
import { useCallKeys } from './use-call-keys.ts'
import { useCallState, useChoices } from './use-calls.ts'

/** The calls of this tab. It stays while the person navigates, and loads when a call begins or rings. */
export function CallRoot({
  socket,
  viewerId,
  asked,
  onTaken,
}: {
  socket: LiveSocket
  viewerId: string
  asked: AskedCall | null
  onTaken: () => void
}) {
  const [calls] = useState(() => startCalls(socket, viewerId))
  const state = useCallState(calls)
  const [choices] = useChoices()
  const taken = useRef(onTaken)
  taken.current = onTaken
  useEffect(() => calls.listen(), [calls])
  useEffect(() => {
    if (!asked) return
    const { kind, callType, conversationId, userId, name } = asked
    taken.current()
    if (kind === 'join' && conversationId) void calls.join(conversationId, callType, name)
    else void calls.call({ callType, name, ...(conversationId ? { conversationId } : userId && { userId }) })
  }, [calls, asked])
  const { current, ringing } = state
  useCallKeys(calls, current !== null && choices.shortcuts)
  const calling = current !== null && phaseOf(current) === 'calling'
  useEffect(() => (calling ? playTone('calling') : undefined), [calling])
  const [first] = ringing
  return (
    <>
      {current && !current.minimized && <CallScreen calls={calls} state={state} current={current} />}
      {current?.minimized && <CallCard calls={calls} state={state} current={current} />}
      {[...(current?.remote.values() ?? [])].map(
        ({ id, camera }) => camera && <StreamSound key={id} stream={camera} volume={choices.volume} />,
      )}
      {first && !current && <RingDialog key={first.id} calls={calls} call={first} />}
      {/* The call's own screen is over everything else of the page. */}
      {(!current || current.minimized) && <CallNotices calls={calls} state={state} />}
    </>
  )
}
