import type { RecordedPerson } from './call-recorder.ts'
import { type Box, fitted, layoutOf } from './layout.ts'

const [width, height] = [960, 540]
/** Frames a second: enough for faces and slides, and half the work of what cameras send. */
export const frameRate = 15

/** Draws everybody who is recorded into one picture. */
export function composedPicture(people: () => readonly RecordedPerson[]) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new DOMException('no canvas', 'NotSupportedError')
  const players = new Map<MediaStream, HTMLVideoElement>()

  function playerOf(stream: MediaStream): HTMLVideoElement {
    const known = players.get(stream)
    if (known) return known
    const player = document.createElement('video')
    player.muted = true
    player.playsInline = true
    player.srcObject = stream
    void player.play().catch(() => {})
    players.set(stream, player)
    return player
  }
  function release(stream: MediaStream, player: HTMLVideoElement) {
    player.srcObject = null
    players.delete(stream)
  }
  function put(pen: CanvasRenderingContext2D, stream: MediaStream, box: Box, how: 'cover' | 'contain'): void {
    const player = playerOf(stream)
    if (player.videoWidth === 0) return
    const { from, to } = fitted({ width: player.videoWidth, height: player.videoHeight }, box, how)
    pen.drawImage(player, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height)
  }
  function tile(pen: CanvasRenderingContext2D, { name, camera }: RecordedPerson, box: Box): void {
    pen.save()
    pen.beginPath()
    pen.rect(box.x, box.y, box.width, box.height)
    pen.clip()
    if (camera && camera.getVideoTracks().length > 0) put(pen, camera, box, 'cover')
    else {
      pen.fillStyle = '#2b2f36'
      pen.fillRect(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
    }
    const size = Math.max(12, Math.round(box.height / 18))
    pen.font = `${size}px sans-serif`
    const wide = Math.min(pen.measureText(name).width + size, box.width)
    pen.fillStyle = 'rgb(0 0 0 / 60%)'
    pen.fillRect(box.x, box.y + box.height - size * 1.8, wide, size * 1.8)
    pen.fillStyle = '#fff'
    pen.fillText(name, box.x + size / 2, box.y + box.height - size * 0.6, box.width - size)
    pen.restore()
  }
  function draw() {
    const pen = context as CanvasRenderingContext2D
    const shown = people()
    const screen = shown.find((person) => person.screen !== null)?.screen ?? null
    const boxes = layoutOf(shown.length, screen !== null, width, height)
    pen.fillStyle = '#111'
    pen.fillRect(0, 0, width, height)
    if (screen && boxes.screen) put(pen, screen, boxes.screen, 'contain')
    shown.forEach((person, index) => {
      const box = boxes.tiles[index]
      if (box) tile(pen, person, box)
    })
    const used = new Set(shown.flatMap(({ camera }) => (camera ? [camera] : [])))
    if (screen) used.add(screen)
    for (const [stream, player] of players) if (!used.has(stream)) release(stream, player)
  }
  draw()
  return {
    track: canvas.captureStream(frameRate).getVideoTracks()[0] as MediaStreamTrack,
    draw,
    close() {
      for (const [stream, player] of players) release(stream, player)
    },
  }
}
