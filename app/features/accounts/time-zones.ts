/** IANA names of the selectable time zones. */
export const timeZones: readonly string[] = [
  ...new Set(['Europe/Helsinki', ...Intl.supportedValuesOf('timeZone'), 'UTC']),
].sort()

export const isTimeZone = (name: string): boolean => timeZones.includes(name)
