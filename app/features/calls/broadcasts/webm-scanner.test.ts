import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joined, type WebmMark, WebmScanner } from './webm-scanner.ts'

/** Three seconds that Chromium has recorded, of its fake devices. */
const recorded = new Uint8Array(readFileSync('tests/fixtures/recording.webm'))

const scan = (bytes: Uint8Array, cuts: readonly number[]) => {
  const scanner = new WebmScanner()
  const marks: WebmMark[] = []
  let from = 0
  for (const to of [...cuts, bytes.length]) {
    marks.push(...scanner.scan(bytes.subarray(from, to)))
    from = to
  }
  return marks
}

const size = (length: number) => [0x10, 0, 0, length]
const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
/** A stream of two tracks, sound first, with a cluster for each list of blocks (track and whether it is a keyframe). */
function stream(...clusters: (readonly [track: 1 | 2, key: boolean])[][]): Uint8Array {
  const entry = (number: number, type: number) => [0xae, ...size(6), 0xd7, 0x81, number, 0x83, 0x81, type]
  const tracks = [...entry(1, 2), ...entry(2, 1)]
  return new Uint8Array([
    ...[0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, ...unknown],
    ...[0x16, 0x54, 0xae, 0x6b, ...size(tracks.length), ...tracks],
    ...clusters.flatMap((blocks) => [
      ...[0x1f, 0x43, 0xb6, 0x75, ...unknown, 0xe7, 0x81, 0],
      ...blocks.flatMap(([track, key]) => [0xa3, ...size(6), 0x80 | track, 0, 0, key ? 0x80 : 0, 9, 9]),
    ]),
  ])
}

it('finds the header and the keyframes of what Chromium records, wherever it is cut', () => {
  const whole = scan(recorded, [])
  expect(whole[0]?.kind).toBe('header')
  expect(whole.filter(({ kind }) => kind === 'key').length).toBeGreaterThan(0)
  for (const { at } of whole) expect([...recorded.subarray(at, at + 4)]).toEqual([0x1f, 0x43, 0xb6, 0x75])
  const cuts = fc.uniqueArray(fc.nat(recorded.length), { maxLength: 200 })
  fc.assert(
    fc.property(cuts, (at) => {
      expect(
        scan(
          recorded,
          at.sort((a, b) => a - b),
        ),
      ).toEqual(whole)
    }),
    { numRuns: 30 },
  )
})

it('marks a cluster only if its first picture is a keyframe, whatever sound comes before it', () => {
  const bytes = stream(
    [[2, true]],
    [
      [2, false],
      [2, true],
    ],
    [[1, true]],
    [
      [1, true],
      [2, true],
    ],
  )
  const clusters = [...bytes.keys()].filter((at) => bytes[at] === 0x1f && bytes[at + 1] === 0x43)
  const bytewise = scan(bytes, [...bytes.keys()])
  expect(bytewise).toEqual([
    { kind: 'header', at: clusters[0] },
    { kind: 'key', at: clusters[0] },
    { kind: 'key', at: clusters[3] },
  ])
})

it('refuses what is no WebM, and keeps nothing of what it passes over', () => {
  expect(() => scan(new Uint8Array([0, 1, 2, 3]), [])).toThrow(RangeError)
  // An element of a quarter of a gigabyte.
  const scanner = new WebmScanner()
  scanner.scan(new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x1f, 0xff, 0xff, 0xfe]))
  for (let round = 0; round < 100; round += 1) expect(scanner.scan(new Uint8Array(100_000))).toEqual([])
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
      try {
        scan(joined(bytes), [Math.min(cut, bytes.length)])
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})
