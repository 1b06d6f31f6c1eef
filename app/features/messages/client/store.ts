export type Store<State> = {
  get(): State
  update(change: (state: State) => State): void
  subscribe(listener: () => void): () => void
}

/** A value with subscribers. `later` may put their call off: several changes until then are one call. */
export function createStore<State>(
  initial: State,
  later: (notify: () => void) => void = (notify) => notify(),
): Store<State> {
  let state = initial
  let waiting = false
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    update(change) {
      const next = change(state)
      if (next === state) return
      state = next
      if (waiting) return
      waiting = true
      later(() => {
        waiting = false
        for (const listener of [...listeners]) listener()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
