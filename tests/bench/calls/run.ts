// `npm run bench:calls` measures calls in a real headless browser with fake devices: the time from the last answer until everybody is
// connected and sees everybody, for 2 and 4 pages (`-- 2 3 4 8` for others), beside a bare pair of RTCPeerConnections in the same browser.
import { onStage, type Stage, until } from './stage.ts'

const { moments, received } = await import('#tests/setup/call-pages.ts')
const { startReport } = await import('../report.ts')
type Page = import('@playwright/test').Page

const report = startReport('bench-calls')
const sizes = process.argv.slice(2).map(Number).filter(Boolean)
/** The goal for the time until everybody is connected (s). */
const goals: Record<number, number> = { 2: 0.5, 3: 1.5, 4: 2, 8: 6 }

/** More pages than this share two cores among themselves: their cameras are as small as the goal for eight says. */
const few = 4

for (const people of sizes.length > 0 ? sizes : [2, 4]) await onStage(people, (stage) => measure(people, stage))
report.print()

async function measure(people: number, { conversationId, visit }: Stage): Promise<void> {
  const pages: Page[] = []
  while (pages.length < people) {
    const page = await visit(pages.length, pages.length ? '/dashboard' : `/messages/${conversationId}`)
    if (people > few) await page.evaluate(smallCamera)
    pages.push(page)
  }
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
}

/** A camera without any larger picture than 160 × 90, whatever it is asked for. */
function smallCamera(): void {
  const size = { width: 160, height: 90 }
  const [devices, tracks] = [MediaDevices.prototype, MediaStreamTrack.prototype]
  const { getUserMedia } = devices
  const { applyConstraints } = tracks
  devices.getUserMedia = function (wanted) {
    return getUserMedia.call(this, { ...wanted, video: wanted?.video ? size : false })
  }
  tracks.applyConstraints = function (wanted) {
    return applyConstraints.call(this, this.kind === 'video' ? size : wanted)
  }
}

function answer(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Answer', exact: true }).click()
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
