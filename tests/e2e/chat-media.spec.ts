import { picture } from '#tests/factories/media.ts'
import { colleagues, composerOf, messageIn, openConversation, sendButton } from './chat-parts.ts'
import { wholeChromium } from './desktop.ts'
import { expect, test } from './fixtures.ts'

test('images open in the viewer, one by one, and can be zoomed', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
}) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const page = await logIn(anna.actor)
  await openConversation(page, conversationId, true)
  await composerOf(page).fill('The stairs')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'before.png', mimeType: 'image/png', buffer: await picture('png') },
    { name: 'after.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg') },
  ])
  await sendButton(page).click()
  const opener = messageIn(page, 'The stairs', true).getByRole('link', { name: /before\.png/ })
  await opener.click()
  const viewer = page.getByRole('dialog', { name: 'Image: before.png' })
  const size = page.getByRole('status', { name: 'Size' })
  await expect(viewer.getByRole('img', { name: 'before.png' })).toBeVisible()
  await expect(viewer).toContainText('1 of 2')
  await expect(size).toHaveText('100%')
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(size).toHaveText('150%')
  await viewer.getByRole('group').focus()
  for (const [key, text] of [
    ['+', '200%'],
    ['0', '100%'],
    ['-', '50%'],
    ['-', '50%'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(size).toHaveText(text)
  }
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('+')
  await expect(size).toHaveText('400%')
  await expect(viewer.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('ArrowRight')
  const next = page.getByRole('dialog', { name: 'Image: after.jpg' })
  await expect(next).toContainText('2 of 2')
  await expect(size).toHaveText('100%')
  await page.keyboard.press('Escape')
  await expect(next).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(composerOf(page)).toBeVisible()

  const address = page.url()
  const reopened = async () => {
    await expect(viewer).toBeHidden()
    await opener.click()
    await expect(size).toHaveText('100%')
  }
  await test.step('an enlarged image leaves the toolbar free, also on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await reopened()
    for (let step = 0; step < 6; step += 1) await viewer.getByRole('button', { name: 'Zoom in' }).click()
    await expect(size).toHaveText('400%')
    await viewer.getByRole('button', { name: 'Close' }).click()
  })
  await test.step('Back and a click beside the image close it, a drag does not', async () => {
    await reopened()
    await page.goBack()
    await reopened()
    await page.mouse.move(10, 600)
    await page.mouse.down()
    await page.mouse.move(60, 600, { steps: 3 })
    await page.mouse.up()
    await expect(viewer).toBeVisible()
    await page.mouse.click(10, 600)
    await expect(viewer).toBeHidden()
    expect(page.url()).toBe(address)
  })
})

test('a voice note is recorded, paused, previewed, sent and played', { tag: '@scripts' }, async ({
  insertPerson,
  playwright,
  launchOptions,
  baseURL,
  addSession,
}) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  const [page, other] = [await browser.newPage({ baseURL }), await browser.newPage({ baseURL })]
  await addSession(page.context(), anna.actor)
  await addSession(other.context(), bo.actor)
  await openConversation(page, conversationId, true)
  await openConversation(other, conversationId, true)
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  const recorder = page.getByRole('group', { name: 'Voice recorder' })
  const time = recorder.getByRole('timer')
  await expect(recorder.getByRole('status')).toHaveText('Recording')
  await expect(time).toHaveText(/^0:0[1-9]$/)
  await recorder.getByRole('button', { name: 'Pause recording' }).click()
  await expect(recorder.getByRole('status')).toHaveText('Paused')
  const paused = await time.textContent()
  await recorder.getByRole('button', { name: 'Resume recording' }).click()
  await expect(time).not.toHaveText(paused ?? '')
  await recorder.getByRole('button', { name: 'Stop and listen first' }).click()
  const preview = recorder.getByRole('group', { name: 'Voice note' })
  await expect(preview.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(preview).toContainText(/0:00 \/ 0:0[2-9]/)
  const [length = ''] = /0:00 \/ 0:0\d/.exec((await preview.textContent()) ?? '') ?? []
  await recorder.getByRole('button', { name: 'Send voice note' }).click()
  await expect(recorder).toBeHidden()
  await expect(composerOf(page)).toBeVisible()

  const player = other
    .getByRole('log')
    .getByRole('group')
    .filter({ has: other.locator('audio') })
  await expect(player).toContainText(length)
  const rate = player.getByRole('button', { name: /^Playback speed/ })
  await expect(rate).toHaveAccessibleName('Playback speed: 1×')
  await rate.click()
  await expect(rate).toHaveAccessibleName('Playback speed: 1.5×')
  await player.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect.poll(() => other.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
  // It plays to its end and rewinds.
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(player).toContainText(length)

  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(recorder.getByRole('status')).toHaveText('Recording')
  await page.keyboard.press('Escape')
  await expect(recorder).toBeHidden()
  await browser.close()
})

test('a user who denies the microphone is told what to do', { tag: '@scripts' }, async ({
  insertPerson,
  playwright,
  launchOptions,
  baseURL,
  addSession,
}) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const args = [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream']
  const browser = await playwright.chromium.launch({ ...launchOptions, args, executablePath: wholeChromium() })
  const page = await browser.newPage({ baseURL })
  await addSession(page.context(), anna.actor)
  await page.context().grantPermissions([])
  await openConversation(page, conversationId, true)
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  const denied = 'Microphone permission denied. Please enable microphone access in your browser settings.'
  await expect(page.getByRole('alert').filter({ hasText: denied })).toBeVisible()
  await expect(composerOf(page)).toBeFocused()
  await page.keyboard.type('In writing, then')
  await page.keyboard.press('Enter')
  await expect(messageIn(page, 'In writing, then', true)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: denied })).toBeHidden()
  await expect(composerOf(page)).toBeFocused()
  await browser.close()
})
