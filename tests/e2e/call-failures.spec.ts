import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page, type WebSocketRoute } from '@playwright/test'
import { setChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { coturnIsMissing } from '#scripts/steps/coturn.mjs'
import { temporaryFolder } from '#tests/setup/built-server.ts'
import { fakeMedia, received } from '#tests/setup/call-pages.ts'
import { call, control, expectFlow, ringOf, screenOf } from './call-parts.ts'
import { callServer, startRelay } from './call-server.ts'
import { expect, test } from './fixtures.ts'

const executablePath = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? ''
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', ...fakeMedia]
test.use({ launchOptions: { executablePath, args } })
test.setTimeout(180_000)

const answer = (page: Page) => ringOf(page).getByRole('button', { name: 'Answer', exact: true }).click()

async function talking([a, ...others]: Page[]): Promise<void> {
  if (!a) throw new TypeError('talking: nobody calls')
  await call(a, 'Video call')
  for (const page of others) await answer(page)
  for (const page of [a, ...others]) await expect(screenOf(page).locator('time')).toHaveText(/^00:\d\d$/)
  for (const page of [a, ...others]) await expectFlow(page)
}

test('the server is killed: people go on talking, and the call is theirs again when it is back', {
  tag: '@scripts',
}, async ({ browser }) => {
  const server = await callServer(2)
  try {
    const [a, b] = (await server.pages(browser)) as [Page, Page]
    await talking([a, b])
    await server.kill()
    for (const page of [a, b]) await expectFlow(page)
    // What is told to the other goes by the server, once the call is this tab's again.
    await control(a, 'Mute').click()
    await server.startAgain()
    await expect(screenOf(b).locator('[data-participant]').first()).toContainText('Muted', { timeout: 60_000 })
    for (const page of [a, b]) await expectFlow(page)
    await control(b, 'End Call').click()
    for (const page of [a, b]) await expect(screenOf(page)).toBeHidden()
    expect(server.endings()).toEqual(['hung_up', 'hung_up'])
  } finally {
    await server.close()
  }
})

test('the sockets to the broker die: media goes on, and whoever joins later reaches everybody', {
  tag: '@scripts',
}, async ({ browser }) => {
  const server = await callServer(3)
  try {
    const brokers: WebSocketRoute[] = []
    const pages = (await server.pages(browser)) as [Page, Page, Page]
    const [a, b, c] = pages
    for (const page of [a, b]) {
      await page.routeWebSocket(/\/peerjs/, (socket) => {
        socket.connectToServer()
        brokers.push(socket)
      })
    }
    await call(a, 'Video call')
    await answer(b)
    for (const page of [a, b]) await expectFlow(page)
    expect(brokers).toHaveLength(2)
    await Promise.all(brokers.map((socket) => socket.close()))
    await answer(c)
    for (const page of pages) await expect.poll(async () => (await received(page)).videos, { timeout: 30_000 }).toBe(2)
    for (const page of pages) await expectFlow(page)
    expect(brokers.length).toBeGreaterThanOrEqual(4)
  } finally {
    await server.close()
  }
})

/** The kinds of candidates by which the media of a page's connections go. */
function candidatesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kinds: string[] = []
    for (const connection of (window as unknown as { connections: RTCPeerConnection[] }).connections) {
      const report = await connection.getStats()
      report.forEach((pair) => {
        if (pair.type !== 'candidate-pair' || !pair.nominated || pair.state !== 'succeeded') return
        for (const id of [pair.localCandidateId, pair.remoteCandidateId])
          kinds.push((report as unknown as Map<string, { candidateType: string }>).get(id)?.candidateType ?? '')
      })
    }
    return kinds
  })
}

test('a call goes through the relay alone when both want to hide their addresses', { tag: '@scripts' }, async ({
  browser,
}) => {
  const missing = await coturnIsMissing()
  test.skip(missing !== null, missing ?? '')
  const secret = 'a secret of the relay that only tests know'
  const relay = await startRelay(secret)
  const server = await callServer(2, { env: { TURN_URLS: relay.url, TURN_SECRET: secret } })
  try {
    const choice = { shortcuts: true, linkPreviews: true, relayCalls: true, groupLevel: 'all' } as const
    for (const member of server.members) setChatPreferences({ ...member, now: Date.now() }, choice)
    const pages = await server.pages(browser)
    await talking(pages)
    for (const page of pages) expect(await candidatesOf(page)).toEqual(['relay', 'relay'])
  } finally {
    await server.close()
    relay.stop()
  }
})

/** A network of its own, in which UDP can be cut while everything else goes on; null where that is not allowed. */
function ownNetwork() {
  const name = `groundwork-${process.pid}`
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })
  const remove = () => ip('netns', 'del', name)
  const inside = ['ip', 'netns', 'exec', name]
  const within = (...words: string[]) => execFileSync('ip', [...inside.slice(1), 'ip', ...words], { stdio: 'pipe' })
  try {
    ip('netns', 'add', name)
  } catch {
    return null
  }
  try {
    within('link', 'set', 'lo', 'up')
    // Browsers offer only addresses of interfaces that lead somewhere.
    within('link', 'add', 'near', 'type', 'veth', 'peer', 'name', 'far')
    within('address', 'add', '10.93.0.1/24', 'dev', 'near')
    for (const end of ['near', 'far']) within('link', 'set', end, 'up')
    within('route', 'add', 'default', 'via', '10.93.0.2', 'dev', 'near')
    // The rule for local addresses comes first otherwise, and nothing can be put before it.
    within('rule', 'add', 'pref', '100', 'lookup', 'local')
    within('rule', 'del', 'pref', '0')
    within('rule', 'add', 'pref', '10', 'ipproto', 'udp', 'prohibit')
    within('rule', 'del', 'pref', '10')
  } catch {
    remove()
    return null
  }
  return {
    inside,
    cutUdp: () => within('rule', 'add', 'pref', '10', 'ipproto', 'udp', 'prohibit'),
    mendUdp: () => within('rule', 'del', 'pref', '10'),
    remove,
  }
}

test('UDP is cut: after 9 seconds the call recovers, after 20 it recovers or is over for both', {
  tag: '@scripts',
}, async () => {
  const network = ownNetwork()
  test.skip(network === null, 'This machine allows no network namespaces: they need root, iproute2 and CAP_NET_ADMIN')
  if (!network) return
  const folder = temporaryFolder()
  const program = join(folder.path, 'browser')
  writeFileSync(program, `#!/bin/sh\nexec ${network.inside.join(' ')} "${executablePath}" "$@"\n`)
  chmodSync(program, 0o755)
  const server = await callServer(2, { within: network.inside })
  let browser: Browser | undefined
  try {
    // Names of addresses are told by multicast, which does not get through here.
    const flags = [...args, '--disable-features=WebRtcHideLocalIpsWithMdns']
    browser = await chromium.launch({ executablePath: program, args: flags })
    const pages = await server.pages(browser)
    await talking(pages)

    await test.step('9 seconds', async () => {
      network.cutUdp()
      const mended = new Promise((done) => setTimeout(() => done(network.mendUdp()), 9_000))
      for (const page of pages) await expect(screenOf(page).locator('header')).toContainText('Reconnecting')
      await mended
      for (const page of pages)
        await expect(screenOf(page).locator('time')).toHaveText(/^00:\d\d$/, { timeout: 20_000 })
      for (const page of pages) await expectFlow(page)
    })

    await test.step('20 seconds', async () => {
      network.cutUdp()
      await new Promise((done) => setTimeout(() => done(network.mendUdp()), 20_000))
      const isOver = async () => (await Promise.all(pages.map((page) => screenOf(page).isHidden()))).every(Boolean)
      const flows = async () => {
        const before = await Promise.all(pages.map(received))
        await pages[0]?.waitForTimeout(500)
        const after = await Promise.all(pages.map(received))
        return after.every(({ frames }, index) => frames > (before[index]?.frames ?? 0))
      }
      await expect.poll(async () => (await isOver()) || (await flows()), { timeout: 40_000 }).toBe(true)
      if (await isOver()) expect(server.endings()).toEqual(['connection_lost', 'connection_lost'])
      else expect(server.endings()).toEqual([null, null])
    })
  } finally {
    await browser?.close()
    await server.close()
    network.remove()
    folder.remove()
  }
})
