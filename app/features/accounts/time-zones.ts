/** IANA names of the time zones that can be chosen. */
export const timeZones: readonly string[] = [
  ...new Set(['Europe/Helsinki', ...Intl.supportedValuesOf('timeZone'), 'UTC']),
].sort()

export const isTimeZone = (name: string): boolean => timeZones.includes(name)
