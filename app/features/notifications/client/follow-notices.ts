import type { Socket } from 'socket.io-client'
import { setMissedCalls } from '#app/features/notifications/ui/missed-calls.ts'
import { setUnreadNotices } from '#app/features/notifications/ui/unread-notices.ts'
import type { ClientEvents, ServerEvents } from '#app/realtime/protocol/socket-events.ts'

/** Keeps the counts of unread notifications and missed calls current by a tab's socket, and has new ones shown. Returns a function that stops it. */
export function followNotices(socket: Socket<ServerEvents, ClientEvents>, showNew: () => void): () => void {
  const told: ServerEvents['notifications'] = ({ unread, missedCalls, isNew }) => {
    setUnreadNotices(unread)
    setMissedCalls(missedCalls)
    if (isNew) showNew()
  }
  const gone = () => {
    setUnreadNotices(null)
    setMissedCalls(null)
  }
  socket.on('notifications', told)
  socket.on('disconnect', gone)
  return () => {
    socket.off('notifications', told)
    socket.off('disconnect', gone)
    gone()
  }
}
