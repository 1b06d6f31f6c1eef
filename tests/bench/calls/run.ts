// `npm run bench:calls` measures calls in a real headless browser with fake devices: the time from the last answer until everybody is
// connected and sees everybody, for 2 and 4 pages (`-- 2 3 4 8` for others), beside a bare pair of RTCPeerConnections in the same browser.
import '#tests/setup/environment.ts'

const { join, resolve } = await import('node:path')
const { setTimeout: delay } = await import('node:timers/promises')
const { chromium } = await import('@playwright/test')
const { closeDatabase, migrateDatabase, openDatabase } = await import('#db/client.server.ts')
const { createConversation } = await import('#tests/factories/chat.ts')
const { createPerson } = await import('#tests/factories/people.ts')
const { startBuilt, temporaryFolder } = await import('#tests/setup/built-server.ts')
const { fakeMedia, moments, received, watchConnections } = await import('#tests/setup/call-pages.ts')
const { signedIn } = await import('#tests/setup/sign-in.ts')
const { freePort } = await import('../inspector.ts')
const { benchEnvironment, ended } = await import('../processes.ts')
const { startReport } = await import('../report.ts')
type Browser = import('@playwright/test').Browser
type Page = import('@playwright/test').Page

const report = startReport('bench-calls')
const sizes = process.argv.slice(2).map(Number).filter(Boolean)
/** The goal for the time until everybody is connected (s). */
const goals: Record<number, number> = { 2: 0.5, 3: 1.5, 4: 2, 8: 6 }

for (const people of sizes.length > 0 ? sizes : [2, 4]) await measure(people)
report.print()

async function measure(people: number): Promise<void> {
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
    args: ['--no-sandbox', '--disable-gpu', ...devices],
  })
  try {
    const pages: Page[] = []
    for (const cookie of cookies)
      pages.push(await visit(browser, address, cookie, pages.length ? '/dashboard' : `/messages/${conversationId}`))
    const [caller, ...others] = pages as [Page, ...Page[]]
    report.note(`${people} pages: a bare pair connected`, await barePair(caller), 's')
    await caller.getByRole('link', { name: 'Video call', exact: true }).click()
    for (const page of others) await page.getByRole('alertdialog').waitFor()
    for (const page of others.slice(0, -1)) await answer(page)
    const last = others.at(-1) as Page
    await answer(last)
    const all = people - 1
    // The pages take the times themselves: asking them all the time would slow down what is measured.
    await until(async () => (await Promise.all(pages.map(moments))).every(({ connected }) => connected === all))
    const { pressedAt } = await moments(last)
    const connectedAt = Math.max(...(await Promise.all(pages.map(moments))).map((page) => page.connectedAt))
    const connected = (connectedAt - pressedAt) / 1_000
    report.compare(`${people} pages: connected after the last answer`, connected, goals[people] ?? 6, 'less', ' s')
    await until(async () => (await Promise.all(pages.map(received))).every(({ videos }) => videos === all))
    report.note(`${people} pages: everybody sees everybody`, (Date.now() - pressedAt) / 1_000, 's')
    const before = await Promise.all(pages.map(received))
    await caller.waitForTimeout(5_000)
    const after = await Promise.all(pages.map(received))
    const frames = after.map(({ frames }, index) => (frames - (before[index]?.frames ?? 0)) / 5 / all)
    report.note(`${people} pages: frames decoded of each person`, Math.min(...frames), '/s', 'the fewest of all pages')
  } finally {
    await browser.close()
    await ended(server.process)
    folder.remove()
  }
}

function answer(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Answer', exact: true }).click()
}

/** Between two looks at the pages (ms). */
const pause = 100

async function until(holds: () => Promise<boolean>): Promise<void> {
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

/** Two connections in one page that hand each other everything at once: what the browser alone needs (s). */
function barePair(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 1280, height: 720 } })
    const began = performance.now()
    const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()]
    one.onicecandidate = ({ candidate }) => candidate && other.addIceCandidate(candidate)
    other.onicecandidate = ({ candidate }) => candidate && one.addIceCandidate(candidate)
    for (const end of [one, other]) for (const track of stream.getTracks()) end.addTrack(track, stream)
    await one.setLocalDescription()
    await other.setRemoteDescription(one.localDescription as RTCSessionDescription)
    await other.setLocalDescription()
    await one.setRemoteDescription(other.localDescription as RTCSessionDescription)
    // Named functions would need esbuild's helper, which the page does not have.
    while (one.connectionState !== 'connected' || other.connectionState !== 'connected')
      await new Promise((resolve) => setTimeout(resolve, 5))
    const seconds = (performance.now() - began) / 1_000
    one.close()
    other.close()
    for (const track of stream.getTracks()) track.stop()
    return seconds
  })
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
