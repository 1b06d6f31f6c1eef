import { describe, expect, it } from 'vitest'
import { isReply, swipeIntent, swipeOffset } from './follow-swipes.ts'

describe('a swipe on a message', () => {
  it('scrolls as soon as it moves up or down', () => {
    expect(swipeIntent(40, 11, 1)).toBe('scroll')
    expect(swipeIntent(0, -30, 1)).toBe('scroll')
  })

  it('replies only when it moves clearly sideways and forward', () => {
    expect(swipeIntent(5, 0, 1)).toBe('undecided')
    expect(swipeIntent(11, 8, 1)).toBe('undecided')
    expect(swipeIntent(24, 8, 1)).toBe('swipe')
    expect(swipeIntent(-24, 0, 1)).toBe('scroll')
  })

  it('goes the other way in right-to-left text', () => {
    expect(swipeIntent(-24, 0, -1)).toBe('swipe')
    expect(swipeOffset(-90, -1)).toBe(90)
    expect(isReply(-80, -1)).toBe(true)
    expect(isReply(80, -1)).toBe(false)
  })

  it('replies from 80 px on, and moves the message by 120 px at most', () => {
    expect([isReply(79, 1), isReply(80, 1)]).toEqual([false, true])
    expect([swipeOffset(-10, 1), swipeOffset(50, 1), swipeOffset(500, 1)]).toEqual([0, 50, 120])
  })
})
