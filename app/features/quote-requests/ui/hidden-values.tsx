/** The values of a form's other steps, which its step takes along: without scripts nothing else keeps them. */
export function HiddenValues({ values, except }: { values: Record<string, unknown>; except: readonly string[] }) {
  return Object.entries(values)
    .filter(([name]) => !except.includes(name))
    .flatMap(([name, value]) => fieldsOf(name, value))
    .map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and nothing is added or moved
      <input key={index} type="hidden" name={name} value={value} />
    ))
}

function fieldsOf(name: string, value: unknown): [name: string, value: string][] {
  if (typeof value === 'string') return value === '' ? [] : [[name, value]]
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown, index): [string, string][] => {
    if (typeof item === 'string') return [[name, item]]
    if (typeof item !== 'object' || item === null) return []
    return Object.entries(item).flatMap(([field, text]): [string, string][] =>
      typeof text === 'string' && text !== '' ? [[`${name}[${index}].${field}`, text]] : [],
    )
  })
}
