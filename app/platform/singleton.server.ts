/** Creates one value per process and `name`, even when the development server evaluates the module again. */
export function singleton<T>(name: string, make: () => T): T {
  const store = globalThis as { groundworkSingletons?: Map<string, unknown> }
  store.groundworkSingletons ??= new Map()
  if (!store.groundworkSingletons.has(name)) store.groundworkSingletons.set(name, make())
  return store.groundworkSingletons.get(name) as T
}
