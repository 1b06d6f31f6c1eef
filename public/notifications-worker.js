// Shows desktop notifications of chat for app/features/chat/client/notifications.ts, and opens what they are about.
addEventListener('install', () => self.skipWaiting())
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

addEventListener('message', (event) => {
  if (event.data?.type !== 'notify') return
  const { title, options } = event.data
  event.waitUntil(
    windows().then((open) => {
      if (open.some((each) => each.focused)) return
      return self.registration.showNotification(title, options)
    }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.url ?? '/messages', self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(
    windows().then(async (open) => {
      const there = open.find((each) => new URL(each.url).pathname === url.pathname)
      if (there) return there.focus()
      return self.clients.openWindow(url.href)
    }),
  )
})
