import type { Page } from '@playwright/test'

/** Fake devices that make a picture and a tone, permission without a question, and media over the loopback interface. */
export const fakeMedia = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
]

type Watched = Window & { connections: RTCPeerConnection[]; pressedAt: number; connectedAt: number }

/** Keeps the page's connections where `received` and `moments` find them. Call it before the page is opened. */
export async function watchConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const scope = window as unknown as Watched & { RTCPeerConnection: typeof RTCPeerConnection }
    const Native = scope.RTCPeerConnection
    scope.connections = []
    document.addEventListener('click', () => (scope.pressedAt = Date.now()), true)
    scope.RTCPeerConnection = class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        scope.connections.push(this)
        this.addEventListener('connectionstatechange', () => {
          if (this.connectionState === 'connected') scope.connectedAt = Date.now()
        })
      }
    }
  })
}

export type Received = { connected: number; frames: number; audioBytes: number; videos: number }

/** What the page's open connections have received: how many are connected, frames decoded, bytes of sound, and pictures that arrive. */
export function received(page: Page): Promise<Received> {
  return page.evaluate(async () => {
    const total = { connected: 0, frames: 0, audioBytes: 0, videos: 0 }
    for (const connection of (window as unknown as Watched).connections) {
      if (connection.connectionState !== 'connected') continue
      total.connected += 1
      const report = await connection.getStats()
      report.forEach((stats) => {
        if (stats.type !== 'inbound-rtp') return
        if (stats.kind === 'audio') total.audioBytes += stats.bytesReceived
        if (stats.kind === 'video' && stats.framesDecoded > 0) total.videos += 1
        if (stats.kind === 'video') total.frames += stats.framesDecoded
      })
    }
    return total
  })
}

/** When the page was last pressed, when a connection of it was last connected (UTC ms), and how many are connected now. */
export function moments(page: Page): Promise<{ pressedAt: number; connectedAt: number; connected: number }> {
  return page.evaluate(() => {
    const { pressedAt, connectedAt, connections } = window as unknown as Watched
    const connected = connections.filter(({ connectionState }) => connectionState === 'connected').length
    return { pressedAt, connectedAt, connected }
  })
}
