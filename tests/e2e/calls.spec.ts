import type { Page } from '@playwright/test'
import { createConversation } from '#tests/factories/chat.ts'
import { fakeMedia, received, watchConnections } from '#tests/setup/call-pages.ts'
import { call, control, expectFlow, listening, ringOf, screenOf, two, visit } from './call-parts.ts'
import { colleagues } from './chat-parts.ts'
import { expectAccessible } from './checks.ts'
import { expect, test } from './fixtures.ts'

const headless = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? ''
test.use({
  launchOptions: {
    executablePath: headless,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', ...fakeMedia],
  },
})

/** What a browser does when a device is pulled out. */
function unplug(page: Page, kind: 'audio' | 'video'): Promise<void> {
  return page.evaluate((wanted) => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const [sender] =
      connections
        .at(-1)
        ?.getSenders()
        .filter(({ track }) => track?.kind === wanted) ?? []
    sender?.track?.stop()
    sender?.track?.dispatchEvent(new Event('ended'))
  }, kind)
}

test('a video call: media both ways, the screen, a reload, the minimised card, and its end', {
  tag: '@scripts',
}, async ({ insertPerson, logIn }) => {
  const { a, b } = await two(insertPerson, logIn)
  await call(a, 'Video call')
  await expect(ringOf(b)).toContainText('Anna')
  await ringOf(b).getByRole('button', { name: 'Answer', exact: true }).click()
  for (const page of [a, b]) {
    await expect(screenOf(page).locator('time')).toHaveText(/^00:\d\d$/)
    await expectFlow(page)
  }
  await expectAccessible(a)

  await test.step('a shared screen is a second picture beside the camera', async () => {
    // The end that was called shares, so the other one has to make room for it.
    for (const page of [a, b]) {
      await control(page, 'Share screen').click()
      // The fake screen is as large as the window.
      await control(page, 'Share anyway').click()
      const other = page === a ? b : a
      await expect(screenOf(page)).toContainText('Screen Sharing Active')
      for (const one of [page, other]) await expect(screenOf(one).locator('[data-participant] video')).toHaveCount(2)
      await expect(screenOf(other).locator('[data-screen] video')).toBeVisible()
      await expect.poll(async () => (await received(other)).videos).toBe(2)
      await screenOf(page).getByRole('button', { name: 'Stop Sharing' }).first().click()
      await expect(screenOf(other).locator('[data-screen]')).toBeHidden()
    }
  })

  await test.step('muting is told, and the camera goes off and on', async () => {
    await a.keyboard.press('m')
    await expect(screenOf(b).locator('[data-participant]').first()).toContainText('Muted')
    await control(a, 'Turn camera off').click()
    await expect(screenOf(b).locator('[data-participant]').first()).toContainText('Camera off')
    await control(a, 'Turn camera on').click()
    await expectFlow(b)
  })

  await test.step('a camera that is unplugged is off for both, and a microphone is replaced', async () => {
    await unplug(a, 'video')
    await expect(a.getByText('The camera is not available')).toBeVisible()
    await expect(screenOf(b).locator('[data-participant]').first()).toContainText('Camera off')
    await screenOf(a).getByRole('button', { name: 'Close' }).click()
    await control(a, 'Turn camera on').click()
    await unplug(a, 'audio')
    await expectFlow(b)
  })

  await test.step('it goes on beside other pages', async () => {
    await control(a, 'Minimize').click()
    await a.getByRole('link', { name: 'Projects' }).first().click()
    await expect(a).toHaveURL(/\/projects/)
    await expectFlow(a)
    await expect(a.getByRole('region', { name: /^Call: / }).locator('video')).toHaveAccessibleName('Bo Berg')
    await a.getByRole('button', { name: 'Show the call' }).first().click()
  })

  await test.step('it goes on after a reload', async () => {
    await b.reload()
    await expect(screenOf(b).locator('time')).toHaveText(/^00:\d\d$/)
    for (const page of [a, b]) await expectFlow(page)
  })

  await control(a, 'End Call').click()
  await expect(screenOf(a)).toBeHidden()
  await expect(screenOf(b)).toBeHidden()
  await expect(b.getByRole('status').filter({ hasText: 'the call has ended after' })).toBeVisible()
})

test('it is declined, cancelled, busy, and answered elsewhere', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
  db,
}) => {
  const { anna, a, b } = await two(insertPerson, logIn)
  await test.step('declined, and the second of two clicks reaches nothing under the card', async () => {
    const reached = await b.evaluateHandle(() => {
      const tags: string[] = []
      document.addEventListener('click', ({ target }) => {
        if (target instanceof Element && target.closest('header, main')) tags.push(target.tagName)
      })
      return tags
    })
    await call(a, 'Voice call')
    await ringOf(b).getByRole('button', { name: 'Decline' }).dblclick()
    await expect(screenOf(a)).toBeHidden()
    await expect(a.getByText('Bo Berg declined the call.')).toBeVisible()
    await expect(ringOf(b)).toBeHidden()
    expect(await reached.jsonValue()).toEqual([])
  })
  await test.step('cancelled, which the other one has missed', async () => {
    await call(a, 'Voice call')
    await expect(ringOf(b)).toBeVisible()
    await control(a, 'End Call').click()
    await expect(ringOf(b)).toBeHidden()
    const calls = b.getByRole('link', { name: /^Calls/ })
    await expect(calls.locator('.unread-count')).toHaveText('1')
    await calls.click()
    await expect(b.getByText(/Cancelled before/)).toBeVisible()
    await expect(calls.locator('.unread-count')).toBeHidden()
  })
  await test.step('answered elsewhere, and busy', async () => {
    const second = await b.context().newPage()
    await watchConnections(second)
    await second.goto('/dashboard')
    await listening(second)
    await call(a, 'Voice call')
    for (const page of [b, second]) await expect(ringOf(page)).toBeVisible()
    await ringOf(second).getByRole('button', { name: 'Answer', exact: true }).click()
    await expect(ringOf(b)).toBeHidden()
    for (const page of [a, second]) await expectFlow(page, { video: false })

    const third = await insertPerson({ name: 'Cleo Carlsson' })
    const { id } = createConversation(db, { type: 'direct', members: [third, anna], createdAt: Date.now() })
    const c = await visit(await logIn(third.actor), `/messages/${id}`)
    await call(c, 'Voice call')
    await expect(c.getByText(/is in another call/)).toBeVisible()
    await expect(screenOf(c)).toBeHidden()
    await expect(screenOf(a)).toBeVisible()
  })
})

test('three people: the moderator mutes all and removes somebody', { tag: '@scripts' }, async ({
  insertPerson,
  logIn,
  db,
}) => {
  const people = [
    await insertPerson({ name: 'Anna Aho' }),
    await insertPerson({ name: 'Bo Berg' }),
    await insertPerson({ name: 'Cleo Carlsson' }),
  ] as const
  const { id } = createConversation(db, { members: [...people], createdAt: Date.now() })
  const [a, b, c] = [
    await visit(await logIn(people[0].actor), `/messages/${id}`),
    await visit(await logIn(people[1].actor)),
    await visit(await logIn(people[2].actor)),
  ]
  await call(a, 'Video call')
  for (const page of [b, c]) await ringOf(page).getByRole('button', { name: 'Answer', exact: true }).click()
  for (const page of [a, b, c]) {
    await expect.poll(async () => (await received(page)).videos).toBe(2)
    await expect(screenOf(page).locator('header')).toContainText('3 participants')
  }
  await control(b, 'Raise hand').click()
  await expect(screenOf(a)).toContainText('Hand raised')
  await expect(control(b, 'Mute all')).toBeHidden()
  await control(a, 'Mute all').click()
  await expect(screenOf(b)).toContainText('The moderator has muted everyone.')
  await control(a, 'Remove Cleo Carlsson from the call').click()
  await expect(c.getByText('The moderator removed you from the call.')).toBeVisible()
  await expect(screenOf(b).locator('header')).toContainText('2 participants')
  await expectFlow(b)
})

test('without scripts a call is a link to the page that explains', { tag: '@plain' }, async ({
  insertPerson,
  logIn,
}) => {
  const { anna, conversationId } = await colleagues(insertPerson)
  const a = await logIn(anna.actor)
  await a.goto(`/messages/${conversationId}`)
  await call(a, 'Voice call')
  await expect(a).toHaveURL(`/calls?conversation=${conversationId}&type=voice`)
})
