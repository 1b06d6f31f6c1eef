import type { Page } from '@playwright/test'
import { fakeMedia } from '#tests/setup/call-pages.ts'
import { listening } from './call-parts.ts'
import { colleagues } from './chat-parts.ts'
import { expectAccessible } from './checks.ts'
import { expect, type PersonPage, test } from './fixtures.ts'

test.use({
  launchOptions: {
    executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', ...fakeMedia],
  },
})

const hostScreen = (page: Page) => page.getByRole('dialog', { name: /^Broadcast: / })

/** Begins a broadcast from the conversation's menu. */
async function broadcast(page: PersonPage, conversationId: string, title: string): Promise<void> {
  await page.goto(`/messages/${conversationId}`)
  await listening(page)
  await page.locator('summary', { hasText: 'More' }).first().click()
  await page.getByRole('link', { name: 'Start Broadcast' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Broadcast' })
  await dialog.getByLabel('Title').fill(title)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start Broadcast' }).click()
  await expect(hostScreen(page)).toBeVisible({ timeout: 30_000 })
}

/** How a viewer's picture does: frames decoded since it began, and how far it is behind the newest that has arrived (s). */
const picture = (page: Page) =>
  page.locator('[data-live-picture]').evaluate((video: HTMLVideoElement) => {
    const { totalVideoFrames } = video.getVideoPlaybackQuality()
    const { buffered, currentTime } = video
    return {
      frames: totalVideoFrames,
      behind: buffered.length ? buffered.end(buffered.length - 1) - currentTime : null,
    }
  })

/**
 * Expects a picture that runs, close to the newest that has arrived. How long a picture takes to arrive says more of the two cores that encode
 * it and run other tests meanwhile: `npm run bench:broadcasts` measures that.
 */
async function expectPicture(page: Page): Promise<void> {
  const { frames } = await picture(page)
  await expect.poll(async () => (await picture(page)).frames, { timeout: 30_000 }).toBeGreaterThan(frames + 15)
  await expect.poll(async () => (await picture(page)).behind, { timeout: 20_000 }).toBeLessThan(2.5)
}

test('a broadcast is seen at once and by who comes late, with questions, and ends for all', {
  tag: '@scripts',
}, async ({ insertPerson, logIn }) => {
  test.setTimeout(240_000)
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const host = await logIn(anna.actor)
  const viewer = await logIn(bo.actor)
  await broadcast(host, conversationId, 'Roof, week 40')
  await viewer.goto('/calls')
  await viewer.getByRole('link', { name: 'Watch', exact: true }).click()
  await expectPicture(viewer)
  await expect(hostScreen(host)).toContainText('1 viewer')
  await expectAccessible(viewer)
  await viewer.getByLabel('Your question').fill('When is the crane here?')
  await viewer.getByRole('button', { name: 'Send' }).click()
  await expect(hostScreen(host)).toContainText('When is the crane here?')
  await expectAccessible(host)
  // Somebody comes late, in another tab.
  const late = await viewer.context().newPage()
  await late.goto(viewer.url())
  await expectPicture(late)
  // The broadcast goes on while its host navigates.
  await host.keyboard.press('Escape')
  await host.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(host.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expectPicture(late)
  await host
    .getByRole('region', { name: /^Broadcast: / })
    .getByRole('button', { name: 'End Broadcast' })
    .click()
  for (const page of [viewer, late]) await expect(page.getByText('The broadcast has ended').first()).toBeVisible()
  // Its recording appears by itself.
  await expect(viewer.locator('video[src^="/files/"]')).toBeVisible({ timeout: 60_000 })
})

test('without scripts a page says that a broadcast is live, and has its recording afterwards', {
  tag: '@plain',
}, async ({ insertPerson, logIn, db }) => {
  test.setTimeout(90_000)
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const host = { ...anna, db, now: Date.now() }
  const { startBroadcast } = await import('#app/features/calls/broadcasts/start-broadcast.server.ts')
  const { takePiece } = await import('#app/features/calls/broadcasts/take-piece.server.ts')
  const { readFileSync } = await import('node:fs')
  const input = { conversationId, title: 'Roof', format: 'vp9' as const, clientBroadcastId: crypto.randomUUID() }
  const { id: broadcastId } = startBroadcast(host, input)
  const bytes = readFileSync('tests/fixtures/recording.webm')
  await takePiece(host, { broadcastId, index: 0, bytes, last: true })
  const viewer = await logIn(bo.actor)
  await viewer.goto(`/broadcasts/${broadcastId}`)
  // Playwright's own engines read no text in noscript.
  await expect(viewer.locator('noscript p')).toHaveText('This broadcast is live now')
  await viewer.getByLabel('Your question').fill('When?')
  await viewer.getByRole('button', { name: 'Send' }).click()
  await expect(viewer.getByText('When?')).toBeVisible()
  const page = await logIn(anna.actor)
  await page.goto(`/broadcasts/new?conversation=${conversationId}`)
  await expect(page.locator('noscript p').first()).toHaveText('Broadcasting needs JavaScript')
  await page.goto(`/broadcasts/${broadcastId}`)
  await page.getByRole('button', { name: 'End Broadcast' }).click()
  await expect(async () => {
    await viewer.goto(`/broadcasts/${broadcastId}`)
    await expect(viewer.locator('video[src^="/files/"]')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
})
