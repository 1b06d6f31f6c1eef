/** Zones that the IANA database has renamed (its file `backward`), which engines still list under the former name. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The current name of a time zone. */
export const currentZone = (name: string): string => renamed[name] ?? name

/** The zone in which a user types and reads times: their own, else that of the default. */
export const timeZoneOf = (actor: { timeZone: string | null }): string =>
  currentZone(actor.timeZone ?? 'Europe/Helsinki')

/** Whether a text is the current or a former IANA name of a time zone that this engine knows. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z]\w*(?:[/+-]\w+)*\/[\w+-]+$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Current IANA names of the selectable time zones. */
export const timeZones: readonly string[] = [
  ...new Set(['Europe/Helsinki', ...Intl.supportedValuesOf('timeZone').map(currentZone), 'Etc/UTC', 'UTC']),
]
  .filter(isTimeZone)
  .sort()
