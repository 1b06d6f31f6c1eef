/** An in-memory localStorage that tabs of one browser can share. */
export function memoryStorage(stored = new Map<string, string>()) {
  return {
    get length() {
      return stored.size
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string): void {
      stored.set(key, value)
    },
    removeItem: (key: string) => void stored.delete(key),
  }
}
