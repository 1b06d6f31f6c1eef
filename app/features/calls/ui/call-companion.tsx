import { useEffect, useState, useSyncExternalStore } from 'react'
import { askedCall, subscribeToAsked, takeAsked } from '#app/features/calls/client/call-clicks.ts'
import { askCall, type CallSocket } from '#app/features/calls/client/call-socket.ts'
import { readResumable } from '#app/features/calls/client/resumable-call.ts'
import { liveChat, retainLiveChat } from '#app/features/messages/client/live-chat.ts'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'

const importRoot = loaderOf(
  () => import('./call-root.tsx'),
  ({ CallRoot }) => CallRoot,
)

const importBroadcast = loaderOf(
  () => import('#app/features/calls/broadcasts/ui/host-root.tsx'),
  ({ HostRoot }) => HostRoot,
)

/** Waits beside every page for a call to ring or to be asked for, and loads what a call needs only then. */
export function CallCompanion() {
  const asked = useSyncExternalStore(subscribeToAsked, askedCall, () => null)
  const [wanted, setWanted] = useState(false)
  const live = liveChat()
  const viewerId = useSyncExternalStore(
    live.store.subscribe,
    () => live.store.get().viewer?.id ?? null,
    () => null,
  )
  const online = useSyncExternalStore(
    live.store.subscribe,
    () => live.store.get().connection === 'online',
    () => false,
  )
  useEffect(retainLiveChat, [])
  useEffect(() => {
    if (wanted) return
    const socket = live.connection.socket as unknown as CallSocket
    const begin = () => setWanted(true)
    if (readResumable()) return begin()
    const look = async () => {
      const answer = await askCall(socket, 'call:state', {})
      if (answer?.ok && answer.calls.length > 0) begin()
    }
    socket.on('call:incoming', begin)
    socket.on('connect', look)
    if (socket.connected) void look()
    return () => {
      socket.off('call:incoming', begin)
      socket.off('connect', look)
    }
  }, [live, wanted])
  const isBroadcast = asked?.kind === 'broadcast'
  const CallRoot = useLoaded(importRoot, wanted || (asked !== null && !isBroadcast))
  const HostRoot = useLoaded(importBroadcast, isBroadcast)
  const { socket } = live.connection
  return (
    <>
      {CallRoot && viewerId !== null ? (
        <CallRoot socket={socket} viewerId={viewerId} asked={isBroadcast ? null : asked} onTaken={takeAsked} />
      ) : (
        // What drives the product waits for this before it calls somebody.
        <span hidden data-calls-ready={online || undefined} />
      )}
      {HostRoot && <HostRoot socket={socket} asked={isBroadcast ? asked : null} onTaken={takeAsked} />}
    </>
  )
}
