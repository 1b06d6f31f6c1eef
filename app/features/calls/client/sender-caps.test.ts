import { expect, it } from 'vitest'
import { cappedEncoding, screenCaps, senderCaps } from './sender-caps.ts'

it.each([
  [1, 720, 1_700_000],
  [2, 720, 1_700_000],
  [3, 360, 400_000],
  [4, 360, 400_000],
  [5, 180, 150_000],
  [8, 180, 150_000],
])('%i people send %ip with at most %i bit/s', (people, height, bitrate) => {
  expect(senderCaps(people)).toMatchObject({ height, bitrate })
})

it('scales down what is larger, and never up', () => {
  expect(cappedEncoding(senderCaps(3), 720)).toEqual({
    maxBitrate: 400_000,
    maxFramerate: 24,
    scaleResolutionDownBy: 2,
  })
  expect(cappedEncoding(senderCaps(2), 480).scaleResolutionDownBy).toBe(1)
  expect(cappedEncoding(senderCaps(2), null).scaleResolutionDownBy).toBe(1)
})

it('sends less of a screen to more people', () => {
  expect([2, 4, 8].map((people) => screenCaps(people).bitrate)).toEqual([2_500_000, 1_000_000, 400_000])
})
