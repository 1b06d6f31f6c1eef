import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { closeDatabase, migrateDatabase, openDatabase, transact } from '#db/client.server.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { freePort } from '../inspector.ts'
import { benchEnvironment, ended } from '../processes.ts'
import type { startReport } from '../report.ts'

const sentEach = 20
/** Messages per page of a conversation (MSG-7). */
const perPage = 50

/**
 * What a sent message costs the browser of its author while another person reads along: the work of the page's main thread, with 50
 * messages shown and with 400.
 */
export async function measureBrowser({ compare, note }: ReturnType<typeof startReport>): Promise<void> {
  const folder = temporaryFolder()
  const { conversationId, cookies } = await seed(folder.path)
  const port = await freePort()
  const address = `http://localhost:${port}`
  const env = { ...benchEnvironment, PORT: String(port), PUBLIC_URL: address }
  const server = await startBuilt({ dataDir: folder.path, env })
  const browser = await chromium.launch({
    executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const visit = async (cookie: string): Promise<Page> => {
    const context: BrowserContext = await browser.newContext()
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: address }])
    const page = await context.newPage()
    await page.goto(`${address}/messages/${conversationId}`)
    await page.locator('[data-chat-search][aria-expanded]').waitFor()
    return page
  }
  try {
    const [author = '', reader = ''] = cookies
    const page = await visit(author)
    await visit(reader)
    await page.bringToFront()
    note('a sent message, 50 shown', await costOfSending(page), 'ms')
    for (let loaded = perPage; loaded < 400; loaded += perPage) {
      const before = await page.locator('[data-message]').count()
      await page.getByRole('log').evaluate((log) => log.scrollTo(0, -log.scrollHeight))
      await page.waitForFunction((count) => document.querySelectorAll('[data-message]').length > count, before)
    }
    await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
    compare('a sent message, 400 shown', await costOfSending(page), 20, 'less', ' ms')
  } finally {
    await browser.close()
    await ended(server.process)
    folder.remove()
  }
}

async function costOfSending(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  // Of the processor, not of the clock, which other programs slow down.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    await page.waitForTimeout(1_500)
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  await page.locator('textarea[name=text]').focus()
  const before = await spent()
  for (let sent = 0; sent < sentEach; sent += 1) {
    // By the keyboard: finding the field is work of Playwright's in the page, which nobody's browser has.
    await page.keyboard.insertText('On Tuesday')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
  }
  return ((await spent()) - before) / sentEach
}

async function seed(dataDir: string): Promise<{ conversationId: string; cookies: string[] }> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  migrateDatabase(db, resolve('db/migrations'))
  const people = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })] as const
  const { id: conversationId } = createConversation(db, { members: [...people] })
  transact(db, () => {
    for (let count = 0; count < 500; count += 1) say(people[count % 2 ? 0 : 1], conversationId, `Line ${count}.`)
  })
  const cookies = [(await signedIn(people[0])).cookie, (await signedIn(people[1])).cookie]
  closeDatabase(db)
  return { conversationId, cookies }
}
