import { fakeMedia, received } from '#tests/setup/call-pages.ts'
import { call, control, expectFlow, ringOf, screenOf, visit } from './call-parts.ts'
import { closePanel, colleagues } from './chat-parts.ts'
import { expectAccessible } from './checks.ts'
import { expect, test } from './fixtures.ts'

const executablePath = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? ''
test.use({
  launchOptions: {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', ...fakeMedia],
  },
})

/** A browser that hears one sentence, whoever speaks: the real one of a test has no maker to ask. */
function hearing(): void {
  class Recognition {
    onresult: ((event: object) => void) | null = null
    start() {
      setTimeout(() => this.onresult?.({ resultIndex: 0, results: [[{ transcript: 'The slab is poured' }]] }), 50)
    }
    abort() {}
  }
  Object.assign(window, { SpeechRecognition: Recognition })
}

test('a voice call: captions, a camera that makes it a video call, messages beside it, and a card that moves', {
  tag: '@scripts',
}, async ({ insertPerson, logIn }) => {
  const { anna, bo, conversationId } = await colleagues(insertPerson)
  const [first, b] = [await logIn(anna.actor), await visit(await logIn(bo.actor))]
  await first.addInitScript(hearing)
  const a = await visit(first, `/messages/${conversationId}`)
  await call(a, 'Voice call')
  await ringOf(b).getByRole('button', { name: 'Answer', exact: true }).click()
  for (const page of [a, b]) await expectFlow(page, { video: false })

  await test.step('what somebody says stands under the pictures of the others, once they want it, while they are not muted', async () => {
    const captions = screenOf(b).getByRole('region', { name: 'Captions' })
    await control(a, 'Audio settings').click()
    await screenOf(a).getByRole('checkbox', { name: 'Captions of what I say' }).check()
    await expect(captions).toContainText('Anna Ahlgren The slab is poured')
    await expect(captions).toContainText('Written by the speaker’s browser.')
    await expectAccessible(b)
    await a.keyboard.press('Escape')
    await control(a, 'Mute').click()
    await expect(captions).toBeHidden()
    await control(a, 'Unmute').click()
  })

  await test.step('the initials of the small tile on a phone stand over its label', async () => {
    await b.setViewportSize({ width: 360, height: 740 })
    const tile = screenOf(b).locator('[data-participant=self]')
    const [initials, label] = [tile.locator('.avatar'), tile.getByText('You', { exact: true })]
    await expect(initials).toHaveText('BB')
    const [above, below] = [await initials.boundingBox(), await label.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1)
    await b.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('the camera of the one who was called is seen by the other, and it is a video call for both', async () => {
    await control(b, 'Turn camera on').click()
    await expect.poll(async () => (await received(a)).videos).toBe(1)
    await expectFlow(a)
    await control(a, 'Turn camera on').click()
    await expectFlow(b)
  })

  await test.step('the messages open beside the call, and both can be used', async () => {
    await screenOf(b).getByRole('link', { name: 'Messages', exact: true }).click()
    const panel = b.getByRole('dialog', { name: 'Messages' })
    await panel.getByLabel('Message to Anna Ahlgren').fill('The plans are in the folder')
    await panel.getByLabel('Message to Anna Ahlgren').press('Enter')
    await expect(panel.getByText('The plans are in the folder').first()).toBeVisible()
    await control(b, 'Mute').click()
    await expect(control(b, 'Unmute')).toBeVisible()
    await expectAccessible(b)
    await closePanel(panel)
    await expect(screenOf(b)).toBeVisible()
  })

  await test.step('on the messages page they are on the page, beside the card, which keys move inside the window', async () => {
    await screenOf(a)
      .getByRole('link', { name: /messages$/i })
      .click()
    await expect(a.getByText('The plans are in the folder').first()).toBeVisible()
    const card = a.getByRole('region', { name: /^Call: / })
    const before = await card.boundingBox()
    await card.getByRole('button', { name: /^Move the call/ }).focus()
    await a.keyboard.press('ArrowUp')
    const after = await card.boundingBox()
    expect(after?.y).toBe((before?.y ?? 0) - 24)
    for (let press = 0; press < 60; press += 1) await a.keyboard.press('ArrowLeft')
    expect((await card.boundingBox())?.x).toBe(8)
    await card.getByRole('button', { name: 'End Call' }).click()
  })

  for (const page of [a, b]) {
    await page.goto('/calls')
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Video call')
  }
})
