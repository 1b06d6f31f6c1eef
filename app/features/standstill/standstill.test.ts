import { expect, test } from 'vitest'
import { standstillEnd } from './standstill.ts'

test.each([
  // Monday 1 June 2026 is not counted; ten days later is a Thursday.
  ['2026-06-01T09:00:00+03:00', 10, 'Europe/Helsinki', '2026-06-12T00:00:00+03:00'],
  ['2026-06-01T00:00:00+03:00', 10, 'Europe/Helsinki', '2026-06-12T00:00:00+03:00'],
  ['2026-06-01T23:59:59+03:00', 10, 'Europe/Helsinki', '2026-06-12T00:00:00+03:00'],
  // The same moment is the day before in another zone.
  ['2026-06-02T00:30:00+03:00', 10, 'Europe/Stockholm', '2026-06-12T00:00:00+02:00'],
  ['2026-06-02T00:30:00+03:00', 10, 'Europe/Helsinki', '2026-06-13T00:00:00+03:00'],
  // The last day a Friday, a Saturday, a Sunday, a Monday.
  ['2026-06-02T12:00:00+03:00', 10, 'Europe/Helsinki', '2026-06-13T00:00:00+03:00'],
  ['2026-06-03T12:00:00+03:00', 10, 'Europe/Helsinki', '2026-06-16T00:00:00+03:00'],
  ['2026-06-04T12:00:00+03:00', 10, 'Europe/Helsinki', '2026-06-16T00:00:00+03:00'],
  ['2026-06-05T12:00:00+03:00', 10, 'Europe/Helsinki', '2026-06-16T00:00:00+03:00'],
  // Sent on a Sunday; over the end of a year.
  ['2026-12-20T12:00:00+02:00', 15, 'Europe/Helsinki', '2027-01-05T00:00:00+02:00'],
  // Over both changes of the clocks (29 March and 25 October 2026), and with the change on the last night.
  ['2026-03-20T12:00:00+02:00', 14, 'Europe/Helsinki', '2026-04-04T00:00:00+03:00'],
  ['2026-10-16T12:00:00+03:00', 14, 'Europe/Helsinki', '2026-10-31T00:00:00+02:00'],
  ['2026-03-17T12:00:00+02:00', 10, 'Europe/Helsinki', '2026-03-28T00:00:00+02:00'],
  ['2026-03-18T12:00:00+02:00', 10, 'Europe/Helsinki', '2026-03-31T00:00:00+03:00'],
  ['2026-06-01T12:00:00Z', 30, 'America/New_York', '2026-07-02T00:00:00-04:00'],
  ['2026-06-01T12:00:00Z', 30, 'Pacific/Auckland', '2026-07-03T00:00:00+12:00'],
])('a decision sent at %s, %i days, %s', (sentAt, days, timeZone, endsAt) => {
  expect(new Date(standstillEnd(Date.parse(sentAt), days, timeZone)).toISOString()).toBe(new Date(endsAt).toISOString())
})
