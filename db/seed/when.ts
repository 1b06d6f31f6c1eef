/** A time of the demo's past: `6d 08:12` is six days ago at that time in Helsinki, `35m` is thirty-five minutes ago. */
export type When = `${number}m` | `${number}d ${number}:${number}`

const minute = 60_000
const day = 86_400_000

/** The UTC ms of a time. Helsinki is two hours ahead of UTC, three in summer; the demo ignores summer time. */
export function whenOf(when: When, now: number): number {
  const minutes = /^(\d+)m$/.exec(when)?.[1]
  if (minutes !== undefined) return now - Number(minutes) * minute
  const [, days = '0', hours = '0', past = '0'] = /^(\d+)d (\d+):(\d+)$/.exec(when) ?? []
  const midnight = Math.floor(now / day) * day
  return midnight - Number(days) * day + ((Number(hours) - 2) * 60 + Number(past)) * minute
}
