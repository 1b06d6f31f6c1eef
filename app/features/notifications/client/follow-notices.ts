import type { Socket } from 'socket.io-client'
import { setUnreadNotices } from '#app/features/notifications/ui/unread-notices.ts'
import type { ClientEvents, ServerEvents } from '#app/realtime/protocol/socket-events.ts'

/** Keeps the count of unread notifications current by a tab's socket, and has new ones shown. Returns a function that stops it. */
export function followNotices(socket: Socket<ServerEvents, ClientEvents>, showNew: () => void): () => void {
  const told: ServerEvents['notifications'] = ({ unread, isNew }) => {
    setUnreadNotices(unread)
    if (isNew) showNew()
  }
  const gone = () => setUnreadNotices(null)
  socket.on('notifications', told)
  socket.on('disconnect', gone)
  return () => {
    socket.off('notifications', told)
    socket.off('disconnect', gone)
    gone()
  }
}
