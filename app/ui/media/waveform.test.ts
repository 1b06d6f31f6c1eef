import { describe, expect, it } from 'vitest'
import { latestOf, levelOf, toWaveform } from './waveform.ts'

describe('a waveform', () => {
  it('is silent for silence and full for the loudest sound', () => {
    expect(levelOf(new Uint8Array(64).fill(128))).toBe(0)
    expect(levelOf(Uint8Array.from({ length: 64 }, (_, index) => (index % 2 ? 255 : 0)))).toBe(100)
    expect(levelOf(new Uint8Array())).toBe(0)
    // Whole numbers, as the server requires.
    expect(levelOf(Uint8Array.from({ length: 64 }, (_, index) => (index % 2 ? 131 : 125)))).toBe(22)
  })

  it('keeps the peak of each stretch, so that a single clap is not averaged away', () => {
    const levels = Array.from({ length: 6000 }, () => 10)
    levels[3001] = 90
    const samples = toWaveform(levels)
    expect(samples).toHaveLength(50)
    expect(samples.filter((sample) => sample === 90)).toHaveLength(1)
    expect(samples.indexOf(90)).toBe(25)
  })

  it('stretches short input, and returns silence for none', () => {
    expect(toWaveform([20, 80], 4)).toEqual([20, 20, 80, 80])
    expect(toWaveform([], 3)).toEqual([0, 0, 0])
  })

  it('shows the latest levels while recording, padded with silence', () => {
    expect(latestOf([10, 20], 4)).toEqual([0, 0, 10, 20])
    expect(latestOf([10, 20, 30, 40, 50], 4)).toEqual([20, 30, 40, 50])
  })
})
