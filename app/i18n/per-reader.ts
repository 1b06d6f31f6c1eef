import type { Reader } from './reader.server.ts'

/** What is made of how a reader writes (the schema of a form), made once for all who write alike. */
export function perReader<Made>(make: (reader: Reader) => Made): (reader: Reader) => Made {
  const known = new Map<string, Made>()
  return (reader) => {
    const name = `${reader.locale} ${reader.timeZone} ${reader.decimalMark}`
    let made = known.get(name)
    if (!made) {
      made = make(reader)
      if (known.size >= 500) known.clear()
      known.set(name, made)
    }
    return made
  }
}
