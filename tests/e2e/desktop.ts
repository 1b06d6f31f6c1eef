import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type LaunchOptions, type Worker } from '@playwright/test'

export type Desktop = { context: BrowserContext; close: () => Promise<void> }

/**
 * Somebody's browser as it is on their desktop, with one window: what Playwright starts by itself makes every page believe that it
 * has the focus, and notifications depend on it. Here only the tab in front of the last used window has it.
 */
export async function openDesktop({ executablePath, args = [] }: LaunchOptions, headless: boolean): Promise<Desktop> {
  if (!executablePath) throw new Error('no browser is named')
  const profile = mkdtempSync(join(tmpdir(), 'groundwork-desktop-'))
  const head = headless ? ['--headless=new'] : []
  // A tab that is not in front is as quick as the others, as in every browser that Playwright starts.
  const quick = ['--disable-renderer-backgrounding', '--disable-background-timer-throttling']
  const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', ...quick]
  const browser = spawn(executablePath, [...args, ...head, ...own, 'about:blank'], { stdio: 'ignore' })
  const gone = once(browser, 'exit')
  await expect.poll(() => endpoint(profile), { message: 'the browser has started' }).not.toBe('')
  const connection = await chromium.connectOverCDP(endpoint(profile), { noDefaults: true })
  const [context] = connection.contexts()
  if (!context) throw new Error('the browser has no window')
  return {
    context,
    async close() {
      const session = await connection.newBrowserCDPSession()
      await session.send('Browser.close')
      await gone
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function endpoint(profile: string): string {
  try {
    const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
    return path ? `ws://127.0.0.1:${port}${path}` : ''
  } catch {
    return ''
  }
}

/** What the worker of notifications did, in its order; `weighed` once it has seen which window has the focus. */
export type Deed = { weighed?: string; shown?: string; body?: string; focused?: string; opened?: string }

type WorkerScope = {
  deeds: Deed[]
  registration: ServiceWorkerRegistration
  clients: { openWindow(url: string): Promise<unknown>; matchAll(what: object): Promise<unknown> }
  WindowClient: { prototype: { focus(): Promise<unknown> } }
}

/**
 * Writes down what the worker shows, focuses and opens, and lets it. A script may not press a notification, so that what pressing
 * one allows, to take the focus and to open a window, is only written down.
 */
export async function watchWorker(context: BrowserContext): Promise<Worker> {
  const [page] = context.pages()
  const registered = context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
  await page?.evaluate(async () => {
    await navigator.serviceWorker.register('/notifications-worker.js')
    await navigator.serviceWorker.ready
  })
  const worker = await registered
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    scope.deeds = []
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.registration.showNotification = async (title, options) => {
      await show(title, options)
      scope.deeds.push({ shown: title, body: options?.body })
    }
    scope.WindowClient.prototype.focus = function (this: { url: string }) {
      scope.deeds.push({ focused: this.url })
      return Promise.resolve(this)
    }
    self.addEventListener('message', async ({ data }: MessageEvent) => {
      await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
      scope.deeds.push({ weighed: data.options?.body })
    })
    scope.clients.openWindow = (url) => Promise.resolve(scope.deeds.push({ opened: url }))
  })
  return worker
}

export const deedsOf = (worker: Worker): Promise<Deed[]> =>
  worker.evaluate(() => (self as unknown as WorkerScope).deeds)

/** Presses the notification that is displayed. */
export async function pressNotification(worker: Worker): Promise<void> {
  await worker.evaluate(async () => {
    const [notification] = await (self as unknown as WorkerScope).registration.getNotifications()
    if (!notification) throw new Error('nothing is displayed')
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })
}
