export type FileSize = { unit: 'b' | 'kb' | 'mb'; value: number }

/** A size as people say it: whole bytes, then KB and MB with one decimal below ten. */
export function fileSizeOf(bytes: number): FileSize {
  if (bytes < 1024) return { unit: 'b', value: bytes }
  // What would round up to 1024 KB is said as 1 MB.
  const kilobytes = short(bytes / 1024)
  if (kilobytes < 1024) return { unit: 'kb', value: kilobytes }
  return { unit: 'mb', value: short(bytes / 1024 ** 2) }
}

const short = (value: number) => (value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value))
