import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { startHost } from '#app/features/calls/broadcasts/client/host.ts'
import type { AskedCall } from '#app/features/calls/client/call-clicks.ts'
import type { CallSocket } from '#app/features/calls/client/call-socket.ts'
import type { LiveSocket } from '#app/features/messages/client/connection.ts'
import { HostNotice } from './host-notice.tsx'
import { HostCard, HostScreen } from './host-screen.tsx'
import { StartDialog } from './start-dialog.tsx'

/** The broadcast of this tab. It stays while its host navigates, and loads when one is asked for. */
export function HostRoot({
  socket,
  asked,
  onTaken,
}: {
  socket: LiveSocket
  asked: AskedCall | null
  onTaken: () => void
}) {
  const [host] = useState(() => startHost(socket as unknown as CallSocket))
  const state = useSyncExternalStore(host.store.subscribe, host.store.get)
  const taken = useRef(onTaken)
  taken.current = onTaken
  useEffect(() => {
    if (!asked) return
    taken.current()
    host.ask({ conversationId: asked.conversationId, name: asked.name })
  }, [host, asked])
  const { hosting } = state
  return (
    <>
      {hosting && hosting.phase !== 'live' && <StartDialog host={host} state={state} hosting={hosting} />}
      {hosting?.phase === 'live' &&
        (hosting.minimized ? (
          <HostCard host={host} hosting={hosting} />
        ) : (
          <HostScreen host={host} state={state} hosting={hosting} />
        ))}
      {!hosting && (state.failure || state.ended) && (
        <div
          role="status"
          className="pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-center *:pointer-events-auto print:hidden"
        >
          <HostNotice host={host} state={state} />
        </div>
      )}
    </>
  )
}
