import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { onTheWay, Relay } from './relay.ts'
import { joined, WebmScanner } from './webm-scanner.ts'

/** Three seconds that Chromium has recorded, of its fake devices, as a host would send them. */
const recorded = new Uint8Array(readFileSync('tests/fixtures/recording.webm'))
const marks = new WebmScanner().scan(recorded)
const header = recorded.subarray(0, marks[0]?.at)
const pieceSize = 1_500
const pieces = Array.from({ length: Math.ceil(recorded.length / pieceSize) }, (_, index) =>
  recorded.subarray(index * pieceSize, (index + 1) * pieceSize),
)

/** Somebody who watches; `isQuick` takes everything at once. */
function viewer(relay: Relay, id: string, isQuick = true, userId = id) {
  const load = { pieces: 0, bytes: 0 }
  const got: Array<{ isStart: boolean; bytes: Uint8Array }> = []
  const untaken: Array<() => void> = []
  const watch = () =>
    relay.follow({
      ...{ id, userId, load },
      send(piece, taken) {
        got.push(piece)
        if (isQuick) taken()
        else untaken.push(taken)
      },
    })
  watch()
  return {
    watch,
    got,
    bytes: () => joined(...got.map(({ bytes }) => bytes)),
    takeAll: () => {
      for (const taken of untaken.splice(0)) taken()
    },
  }
}

it('gives whoever is there from the beginning all of it, and whoever comes later the header and all since the last keyframe', () => {
  const relay = new Relay()
  const first = viewer(relay, 'first')
  const late: ReturnType<typeof viewer>[] = []
  for (const [index, piece] of pieces.entries()) {
    relay.push(piece)
    if (index % 5 === 4) late.push(viewer(relay, `late-${index}`))
  }
  expect(Buffer.compare(first.bytes(), recorded)).toBe(0)
  expect(first.got.map(({ isStart }) => isStart).indexOf(true)).toBe(0)
  expect(late.length).toBeGreaterThan(3)
  const keys = marks.filter(({ kind }) => kind === 'key').map(({ at }) => at)
  for (const { got, bytes } of late) {
    expect(got.map(({ isStart }) => isStart)).toEqual([true, ...got.slice(1).map(() => false)])
    const whole = bytes()
    expect(Buffer.compare(whole.subarray(0, header.length), header)).toBe(0)
    const rest = whole.subarray(header.length)
    expect(keys.some((at) => Buffer.compare(rest, recorded.subarray(at)) === 0)).toBe(true)
  }
})

it('leaves out whoever takes nothing, without holding anybody up, and lets them go on at a keyframe', () => {
  const relay = new Relay()
  const quick = viewer(relay, 'quick')
  const slow = viewer(relay, 'slow', false)
  for (let round = 0; round < 3; round += 1) {
    // A host sends one header; its clusters may repeat for this.
    for (const piece of round === 0 ? pieces : [recorded.subarray(header.length)]) relay.push(piece)
  }
  expect(quick.bytes().length).toBe(recorded.length + 2 * (recorded.length - header.length))
  expect(slow.got.length).toBeLessThanOrEqual(onTheWay.pieces)
  expect(slow.got.filter(({ isStart }) => isStart)).toHaveLength(1)
  slow.takeAll()
  relay.push(new Uint8Array([0xec, 0x80]))
  const again = slow.got.at(-1)
  expect(again?.isStart).toBe(true)
  expect(Buffer.compare(again?.bytes.subarray(0, header.length) ?? header, header)).toBe(0)
})

it('counts people, not tabs, and forgets whoever leaves', () => {
  const relay = new Relay()
  viewer(relay, 'a', true, 'anna')
  viewer(relay, 'b', true, 'anna')
  viewer(relay, 'c', true, 'ben')
  expect(relay.people).toBe(2)
  expect([relay.leave('c'), relay.leave('c'), relay.people]).toEqual([true, false, 1])
})

it('keeps no more than since the last keyframe, and little of a stream without any', () => {
  const relay = new Relay()
  for (const piece of pieces) relay.push(piece)
  const before = relay.keptBytes
  expect(before).toBeLessThan(recorded.length)
  // Void elements (RFC 8794, section 11.3.3) of 100 KB each, as somebody might send them.
  const empty = joined(new Uint8Array([0xec, 0x10, 0x01, 0x86, 0xa0]), new Uint8Array(100_000))
  let most = 0
  for (let round = 0; round < 200; round += 1) {
    relay.push(empty)
    most = Math.max(most, relay.keptBytes)
  }
  expect(most).toBeLessThan(4_300_000)
})

it('sends nobody the beginning again who leaves and watches again before it has arrived', () => {
  const relay = new Relay()
  for (const piece of pieces) relay.push(piece)
  const slow = viewer(relay, 'slow', false)
  for (let times = 0; times < 3; times += 1) {
    relay.leave('slow')
    slow.watch()
  }
  expect(slow.got).toHaveLength(1)
  slow.takeAll()
  relay.leave('slow')
  slow.watch()
  expect(slow.got.map(({ isStart }) => isStart)).toEqual([true, true])
})

it('passes on nothing that is no WebM', () => {
  const relay = new Relay()
  const { got } = viewer(relay, 'a')
  relay.push(new Uint8Array([0, 0, 0, 0]))
  for (const piece of pieces) relay.push(piece)
  expect([got, relay.keptBytes]).toEqual([[], 0])
})

/** The header of a stream whose track 1 is a picture, and a cluster of one block: a keyframe without a picture. */
const crafted = {
  header: [
    ...[0x1a, 0x45, 0xdf, 0xa3, 0x80],
    ...[0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ...[0x16, 0x54, 0xae, 0x6b, 0x88, 0xae, 0x86, 0xd7, 0x81, 0x01, 0x83, 0x81, 0x01],
  ],
  cluster: [0x1f, 0x43, 0xb6, 0x75, 0x86, 0xa3, 0x84, 0x81, 0, 0, 0x80],
}

it('copies what it keeps no more often for a piece with many keyframes than for one with a few', () => {
  const relay = new Relay()
  relay.push(Uint8Array.from(crafted.header))
  const copy = vi.spyOn(Uint8Array.prototype, 'set')
  const copies = [3, 2_000].map((length) => {
    copy.mockClear()
    relay.push(Uint8Array.from(Array.from({ length }, () => crafted.cluster).flat()))
    return copy.mock.calls.length
  })
  copy.mockRestore()
  expect(relay.keptBytes).toBe(crafted.cluster.length)
  expect(copies[1]).toBeLessThanOrEqual((copies[0] ?? 0) + 1)
})
