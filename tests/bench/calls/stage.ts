import '#tests/setup/environment.ts'
import type { Browser, Page } from '@playwright/test'

const { join, resolve } = await import('node:path')
const { setTimeout: delay } = await import('node:timers/promises')
const { chromium } = await import('@playwright/test')
const { closeDatabase, migrateDatabase, openDatabase } = await import('#db/client.server.ts')
const { createConversation } = await import('#tests/factories/chat.ts')
const { createPerson } = await import('#tests/factories/people.ts')
const { startBuilt, temporaryFolder } = await import('#tests/setup/built-server.ts')
const { fakeMedia, watchConnections } = await import('#tests/setup/call-pages.ts')
const { signedIn } = await import('#tests/setup/sign-in.ts')
const { freePort } = await import('../inspector.ts')
const { benchEnvironment, ended } = await import('../processes.ts')

export type Stage = { conversationId: string; visit(person: number, path: string): Promise<Page> }

/** A built server, people who share a conversation, and a headless browser with fake devices, for as long as `use` takes. */
export async function onStage(people: number, use: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = temporaryFolder()
  const { conversationId, cookies } = await seed(folder.path, people)
  const port = await freePort()
  const address = `http://localhost:${port}`
  const server = await startBuilt({
    dataDir: folder.path,
    env: { ...benchEnvironment, PORT: String(port), PUBLIC_URL: address },
  })
  // Many pages on two cores: the fake camera gives fewer frames.
  const devices =
    people > 4 ? fakeMedia.map((flag) => flag.replace(/device-for-media-stream$/, '$&=fps=10')) : fakeMedia
  const browser = await chromium.launch({
    executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required', ...devices],
  })
  try {
    await use({ conversationId, visit: (person, path) => visit(browser, address, cookies[person] ?? '', path) })
  } finally {
    await browser.close()
    await ended(server.process)
    folder.remove()
  }
}

/** Between two looks at the pages (ms): each costs all of them something. */
const pause = 250

export async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error('It did not happen within a minute')
    await delay(pause)
  }
}

async function visit(browser: Browser, address: string, cookie: string, path: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url: address }])
  const page = await context.newPage()
  await watchConnections(page)
  await page.goto(address + path)
  await page.locator('[data-calls-ready]').waitFor({ state: 'attached' })
  return page
}

async function seed(dataDir: string, count: number): Promise<{ conversationId: string; cookies: string[] }> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  migrateDatabase(db, resolve('db/migrations'))
  const people = Array.from({ length: count }, () => createPerson(db, { now: Date.now() }))
  const { id: conversationId } = createConversation(db, { members: people })
  const cookies = await Promise.all(people.map(async (person) => (await signedIn(person)).cookie))
  closeDatabase(db)
  return { conversationId, cookies }
}
