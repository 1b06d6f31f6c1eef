import { expect, it } from 'vitest'
import { towardsLive } from './live-edge.ts'

it.each([
  ['plays on where it is close', { from: 10, to: 20, at: 19.5 }, 1, { jump: null, rate: 1 }],
  ['plays faster when it falls behind', { from: 10, to: 20, at: 18.8 }, 1, { jump: null, rate: 1.15 }],
  ['goes on faster until it is close', { from: 10, to: 20, at: 19.2 }, 1.15, { jump: null, rate: 1.15 }],
  ['is not made faster by what is just behind', { from: 10, to: 20, at: 19.2 }, 1, { jump: null, rate: 1 }],
  ['jumps when it is far behind', { from: 10, to: 20, at: 17 }, 1, { jump: 19.4, rate: 1 }],
  [
    'jumps over a gap, and to where somebody who joined begins',
    { from: 10, to: 20, at: 0 },
    1,
    { jump: 19.4, rate: 1 },
  ],
  ['does not jump before what it has', { from: 19.8, to: 20, at: 3 }, 1.15, { jump: 19.8, rate: 1 }],
  ['jumps back where it ran ahead of what there is', { from: 10, to: 20, at: 20.5 }, 1, { jump: 19.4, rate: 1 }],
] as const)('%s', (_name, playing, rate, expected) => {
  expect(towardsLive(playing, rate)).toEqual(expected)
})
