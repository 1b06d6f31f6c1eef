// Shows desktop notifications for app/features/notifications/client/desktop.ts and opens what they are about on click, and shows kept pages where
// there is no connection.
addEventListener('install', () => self.skipWaiting())
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Recently notified messages and notices, because tabs may not see each other's claims yet when they ask at the same moment. */
const notified = []

addEventListener('message', (event) => {
  if (event.data?.type !== 'notify') return
  const { title, options } = event.data
  const { messageId } = options.data
  if (notified.includes(messageId)) return
  notified.push(messageId)
  if (notified.length > 50) notified.shift()
  event.waitUntil(
    windows().then((open) => {
      if (open.some((each) => each.focused)) return
      return self.registration.showNotification(title, options)
    }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { groupId, messageId, url: notice } = event.notification.data ?? {}
  if (notice) return event.waitUntil(Promise.all([markRead(messageId), self.clients.openWindow(notice)]))
  const url = groupId ? `/messages/${encodeURIComponent(groupId)}` : '/messages'
  event.waitUntil(
    windows()
      .then((open) => findWindowShowing(open, groupId))
      .then((found) => (found ? found.focus() : self.clients.openWindow(url))),
  )
})

/** A push message says what kind of news there is, and where it leads; the rest is read on the page. */
addEventListener('push', (event) => {
  const { id, title, body, url, silent } = event.data?.json() ?? {}
  if (!id) return
  const icons = { icon: '/icons/icon-192x192.png', badge: '/icons/badge-72x72.png' }
  // A tab that has shown the same notice already used the same tag.
  const options = { body, tag: `notice-${id}`, silent, data: { messageId: id, url }, ...icons }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** A click follows the notice and reads it, as in the list. */
const markRead = (id) =>
  fetch('/api/notifications/mark-read', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ notification_ids: [id] }),
  }).catch(() => {})

/** Time-out for the windows' answers (ms). Firefox allows opening a window for a second; other pages never answer. */
const answerTimeout = 900

/** Asks each window which conversation it shows, because a client's URL is the one it was loaded with. */
function findWindowShowing(open, groupId) {
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
    setTimeout(found, answerTimeout, null)
  })
}

/** Begins the name of the cache of pages that app/features/site/shell/keep-pages.ts keeps for one person. */
const keptPages = 'kept-pages:'
/** How long a kept page can be read without a connection (ms). */
const keptFor = 7 * 86_400_000

const keptCaches = async () => (await caches.keys()).filter((name) => name.startsWith(keptPages))
const forgetPages = async () => Promise.all((await keptCaches()).map((name) => caches.delete(name)))

/** The kept copy of a page, or the page that says there is none; what is too old is deleted. */
async function keptPage({ url }) {
  for (const name of await keptCaches()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const at = Number((await cache.match(request)).headers.get('X-Kept-At'))
      if (at < Date.now() - keptFor) await cache.delete(request)
    }
    const found = (await cache.match(url)) ?? (await cache.match('/offline'))
    if (found) return found
  }
  return Response.error()
}

/** Where sessions begin, or an ended one leads. */
const guestPages = /^\/(login|signup|set-password|reset-password|verify-email)(\/|$)/

/** Pages come from the network; without one, as they were kept. Whoever logs out, or is led to the login, leaves none behind. */
addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  const endsSession = request.method === 'POST' && pathname.startsWith('/logout')
  if (endsSession || (request.mode === 'navigate' && guestPages.test(pathname))) event.waitUntil(forgetPages())
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  event.respondWith(fetch(request).catch(() => keptPage(request)))
})
