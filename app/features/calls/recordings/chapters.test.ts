import { expect, it } from 'vitest'
import { chaptersVtt, shownChapters } from './chapters.ts'

const start = { at: 0, kind: 'start', name: 'Anna' } as const

it('shows chapters in order, within the recording, and one of those at the same moment', () => {
  const screen = { at: 9_000, kind: 'screen', name: 'Ben' } as const
  const join = { at: 5_000, kind: 'join', name: 'Carl' } as const
  const late = { at: 60_000, kind: 'join', name: 'Dora' } as const
  expect(shownChapters([start, screen, join, late], 20_000)).toEqual([start, join, screen])
  expect(shownChapters([start, { ...join, at: 1_500 }], 20_000)).toEqual([{ ...join, at: 0 }])
})

it('writes WebVTT whose cues end where the next begins', () => {
  const chapters = [start, { at: 3_725_500, kind: 'join', name: 'A --> <b>\nB & C' } as const]
  expect(chaptersVtt(chapters, 3_800_000, ({ name }) => name)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 01:02:05.500\nAnna\n\n01:02:05.500 --> 01:03:20.000\nA --&gt; &lt;b&gt; B &amp; C\n',
  )
})

it('writes hours beyond a day', () => {
  const written = (durationMs: number) => chaptersVtt([start], durationMs, ({ name }) => name).split('\n')[2]
  expect(written(90_061_001)).toBe('00:00:00.000 --> 25:01:01.001')
  expect(written(2 ** 53 - 1)).toMatch(/^00:00:00.000 --> \d{2,}:\d\d:\d\d\.\d{3}$/)
})
