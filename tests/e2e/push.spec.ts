import { createNotice } from '#tests/factories/notice.ts'
import { clickNotification, openDesktop, watchWorker, workerActions } from './desktop.ts'
import { expect, test } from './fixtures.ts'

// The browser's push service is out of reach here, so its message is delivered to the worker by the developer tools; what the server
// encrypts and sends is tested against a receiver of our own (app/features/notifications/push/push.test.ts).
test('a push message is shown, and a click follows it and reads its notice', { tag: ['@scripts', '@once'] }, async ({
  db,
  insertPerson,
  addSession,
  launchOptions,
  headless,
  baseURL,
}) => {
  const { actor } = await insertPerson({ name: 'Anna Aho' })
  const about = { category: 'project', text: 'projectAddendum', params: { title: 'Roof', version: 2 } } as const
  createNotice(db, Date.now(), [actor.id], { ...about, actionUrl: '/projects' })
  const unread = () =>
    db.$client.prepare('SELECT count(*) FROM notifications WHERE user_id = ? AND read_at IS NULL').pluck().get(actor.id)
  const id = db.$client.prepare('SELECT id FROM notifications WHERE user_id = ?').pluck().get(actor.id)
  const { context, close } = await openDesktop(launchOptions, headless)
  try {
    const origin = baseURL ?? ''
    const page = context.pages()[0] ?? (await context.newPage())
    const session = await context.newCDPSession(page)
    const permission = { name: 'notifications' }
    await session.send('Browser.setPermission', { permission, setting: 'granted', origin })
    await addSession(context, actor)
    await page.goto(`${origin}/notifications`)
    const registered = new Promise<string>((known) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) known(first.registrationId)
      }),
    )
    await session.send('ServiceWorker.enable')
    const worker = await watchWorker(context)
    const message = { id, title: 'Groundwork', body: 'There is news about a project.', url: '/projects', silent: true }
    const push = { origin, registrationId: await registered, data: JSON.stringify(message) }
    await session.send('ServiceWorker.deliverPushMessage', push)
    await expect
      .poll(() => workerActions(worker))
      .toContainEqual({ shown: 'Groundwork', body: 'There is news about a project.' })
    expect(unread()).toBe(1)
    await clickNotification(worker)
    await expect.poll(() => workerActions(worker)).toContainEqual({ opened: '/projects' })
    await expect.poll(unread).toBe(0)
  } finally {
    await close()
  }
})
