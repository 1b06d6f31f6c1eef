import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type LaunchOptions, type Worker } from '@playwright/test'

export type Desktop = { context: BrowserContext; close: () => Promise<void> }

/**
 * A user's browser as on a desktop, with one window. Browsers started by Playwright make every page believe that it has the
 * focus, and notifications depend on the focus. Here only the front tab of the last used window has it.
 */
export async function openDesktop({ args = [] }: LaunchOptions, headless: boolean): Promise<Desktop> {
  const profile = mkdtempSync(join(tmpdir(), 'groundwork-desktop-'))
  const head = headless ? ['--headless=new'] : []
  // Do not throttle background tabs, as in every browser that Playwright starts.
  const quick = ['--disable-renderer-backgrounding', '--disable-background-timer-throttling']
  const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', ...quick]
  const browser = spawn(wholeChromium(), [...args, ...head, ...own, 'about:blank'], { stdio: 'ignore' })
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

/** The program of a whole Chromium: the headless shell has no notifications, no permissions and no tabs in one window. */
export function wholeChromium(): string {
  const program = process.env.CHROMIUM_PATH
  if (!program) throw new Error('playwright.config.ts names the browser')
  return program
}

function endpoint(profile: string): string {
  try {
    const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
    return path ? `ws://127.0.0.1:${port}${path}` : ''
  } catch {
    return ''
  }
}

/** What the notification worker did, in order; `checkedFocus` once it has determined which window has the focus. */
export type WorkerAction = { checkedFocus?: string; shown?: string; body?: string; focused?: string; opened?: string }

type WorkerScope = {
  actions: WorkerAction[]
  registration: ServiceWorkerRegistration
  clients: { openWindow(url: string): Promise<unknown>; matchAll(what: object): Promise<unknown> }
  WindowClient: { prototype: { focus(): Promise<unknown> } }
}

/**
 * Records what the worker shows, focuses and opens, without preventing it. A script cannot click a notification, so focusing
 * and opening windows, which a click permits, are only recorded.
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
    scope.actions = []
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.registration.showNotification = async (title, options) => {
      await show(title, options)
      scope.actions.push({ shown: title, body: options?.body })
    }
    scope.WindowClient.prototype.focus = function (this: { url: string }) {
      scope.actions.push({ focused: this.url })
      return Promise.resolve(this)
    }
    self.addEventListener('message', async ({ data }: MessageEvent) => {
      await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
      scope.actions.push({ checkedFocus: data.options?.body })
    })
    scope.clients.openWindow = (url) => Promise.resolve(scope.actions.push({ opened: url }))
  })
  return worker
}

export const workerActions = (worker: Worker): Promise<WorkerAction[]> =>
  worker.evaluate(() => (self as unknown as WorkerScope).actions)

/** Clicks the displayed notification. */
export async function clickNotification(worker: Worker): Promise<void> {
  await worker.evaluate(async () => {
    const [notification] = await (self as unknown as WorkerScope).registration.getNotifications()
    if (!notification) throw new Error('nothing is displayed')
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })
}
