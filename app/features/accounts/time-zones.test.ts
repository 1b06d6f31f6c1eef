import { expect, it } from 'vitest'
import { currentZone, isTimeZone, timeZones } from './time-zones.ts'

it.each([
  ['Europe/Kyiv', 'Europe/Kiev'],
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
  ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
])('takes %s, the current name, and the former %s for it', (current, former) => {
  expect([isTimeZone(current), isTimeZone(former)]).toEqual([true, true])
  expect([currentZone(current), currentZone(former)]).toEqual([current, current])
  expect([timeZones.includes(current), timeZones.includes(former)]).toEqual([true, false])
})

it.each(['Europe/Helsinki', 'America/New_York', 'Etc/UTC', 'UTC', 'America/Ciudad_Juarez'])(
  'takes %s as it is',
  (name) => {
    expect([isTimeZone(name), currentZone(name)]).toEqual([true, name])
  },
)

it.each(['', 'Helsinki', '+03:00', 'Europe/Atlantis', 'europe/helsinki', 'EST5EDT', '../etc'])('refuses %j', (name) => {
  expect(isTimeZone(name)).toBe(false)
})

it('offers every zone once, and all of them work', () => {
  expect(new Set(timeZones).size).toBe(timeZones.length)
  expect(timeZones.filter((name) => !isTimeZone(name) || currentZone(name) !== name)).toEqual([])
})
