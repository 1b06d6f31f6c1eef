// Shows desktop notifications of chat for app/features/conversations/client/notifications.ts, and opens what they are about.
addEventListener('install', () => self.skipWaiting())
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** The messages told of lately: tabs that ask at the same moment may not see each other's claim yet. */
const told = []

addEventListener('message', (event) => {
  if (event.data?.type !== 'notify') return
  const { title, options } = event.data
  const { messageId } = options.data
  if (told.includes(messageId)) return
  told.push(messageId)
  if (told.length > 50) told.shift()
  event.waitUntil(
    windows().then((open) => {
      if (open.some((each) => each.focused)) return
      return self.registration.showNotification(title, options)
    }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { groupId } = event.notification.data ?? {}
  const url = groupId ? `/messages/${encodeURIComponent(groupId)}` : '/messages'
  event.waitUntil(
    windows()
      .then((open) => firstThatShows(open, groupId))
      .then((there) => (there ? there.focus() : self.clients.openWindow(url))),
  )
})

/** How long windows may take to say what they show (ms): Firefox lets a window be opened for a second; other pages never answer. */
const patience = 900

/** A window's address is the one it was loaded with, so each is asked which conversation it shows by now. */
function firstThatShows(open, groupId) {
  return new Promise((found) => {
    const answers = open.map(
      (each) =>
        new Promise((answered) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => {
            if (data === groupId) found(each)
            answered()
          }
          each.postMessage({ type: 'which' }, [port2])
        }),
    )
    Promise.all(answers).then(() => found(null))
    setTimeout(found, patience, null)
  })
}
