import type { Page } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { callRecordings } from '#db/schema/calls/calls.ts'
import { files } from '#db/schema/files.ts'
import { fakeMedia } from '#tests/setup/call-pages.ts'
import { call, control, ringOf, screenOf, two } from './call-parts.ts'
import { expectAccessible } from './checks.ts'
import { expect, test } from './fixtures.ts'

test.use({
  launchOptions: {
    executablePath: process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', ...fakeMedia],
  },
})

async function record(a: Page, b: Page): Promise<void> {
  await call(a, 'Video call')
  await ringOf(b).getByRole('button', { name: 'Answer', exact: true }).click()
  for (const page of [a, b]) await expect(screenOf(page).locator('time')).toHaveText(/^00:\d\d$/)
  await control(a, 'Record').click()
  await screenOf(a).getByRole('button', { name: 'Start recording' }).click()
  for (const page of [a, b]) await expect(control(page, 'REC')).toBeVisible()
}

/** The recording of the newest call, once it is finished. */
async function openRecording(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: /^Play the recording/ }).first()
  await expect(async () => {
    await page.goto('/calls')
    await expect(link).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await link.click()
  await expect(page.locator('video')).toBeVisible()
}

/** Seeks in the player, and plays from there. */
function seek(page: Page, seconds: number) {
  return page.locator('video').evaluate(async (video: HTMLVideoElement, to) => {
    if (video.readyState < 1) await new Promise((loaded) => video.addEventListener('loadedmetadata', loaded))
    const { duration, videoWidth } = video
    const seeked = new Promise((done) => video.addEventListener('seeked', done, { once: true }))
    video.currentTime = to
    await seeked
    const at = video.currentTime
    video.muted = true
    await video.play()
    await new Promise((moved) => video.addEventListener('timeupdate', () => video.currentTime > to && moved(null)))
    video.pause()
    const { cues } = video.textTracks[0] ?? {}
    const chapters = [...(cues ?? [])].map((cue) => (cue as VTTCue).text)
    return { duration, videoWidth, at, chapters }
  }, seconds)
}

test('a recorded call: everybody is asked, and it plays and seeks', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
}) => {
  test.setTimeout(180_000)
  const { a, b } = await two(insertPerson, logIn)
  const begun = performance.now()
  await record(a, b)
  await expect(screenOf(b)).toContainText('Anna Ahlgren is recording this call')
  await expectAccessible(b)
  await screenOf(b).getByRole('button', { name: 'Agree', exact: true }).click()
  await control(a, 'REC').click()
  await expect(a.locator('[data-recording]')).toContainText('Being recorded: Anna Ahlgren and Bo Berg')
  await a.keyboard.press('Escape')
  await control(b, 'Share screen').click()
  await control(b, 'Share anyway').click()
  await expect(screenOf(a).locator('time').first()).toHaveText(/^00:(1[2-9]|[2-5]\d)$/, { timeout: 30_000 })
  await control(a, 'Stop recording').first().click()
  for (const page of [a, b]) await expect(control(page, 'REC')).toBeHidden()
  const seconds = (performance.now() - begun) / 1000
  await control(a, 'End Call').click()
  await expect(screenOf(b)).toBeHidden()
  // Whoever was recorded plays it.
  await openRecording(b)
  const played = await seek(b, 5)
  expect(played.duration).toBeGreaterThan(8)
  expect(played.duration).toBeLessThan(seconds)
  expect(played).toMatchObject({ at: 5, videoWidth: 960 })
  expect(played.chapters.at(-1)).toBe('Bo Berg shared a screen')
  await expectAccessible(b)
})

test('a page that is killed while it records leaves what has come', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
  db,
}) => {
  test.setTimeout(180_000)
  const { a, b } = await two(insertPerson, logIn)
  await record(a, b)
  const had = () =>
    db
      .select({ pieces: callRecordings.nextPiece, bytes: callRecordings.bytes })
      .from(callRecordings)
      // Other tests have made some in the same database.
      .orderBy(desc(callRecordings.startedAt))
      .get()
  await expect.poll(() => had()?.pieces, { timeout: 20_000 }).toBeGreaterThan(4)
  await a.close({ runBeforeUnload: false })
  await control(b, 'End Call').click()
  await openRecording(b)
  // On a busy machine what the browser has encoded is seconds behind, so that the bytes are compared.
  const { duration } = await seek(b, 1)
  expect(duration).toBeGreaterThan(1)
  const ofCalls = eq(files.subjectType, 'call_recording')
  const file = db.select({ size: files.size }).from(files).where(ofCalls).orderBy(desc(files.createdAt)).get()
  expect(file?.size).toBeGreaterThan(0.95 * (had()?.bytes ?? Number.POSITIVE_INFINITY))
})
