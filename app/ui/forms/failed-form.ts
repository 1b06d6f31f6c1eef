import { useEffect, useSyncExternalStore } from 'react'

let shown = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  shown += by
  for (const listener of listeners) listener()
}

/** While `failed`, prefixes the page's title with "Error:". */
export function useReportFailedForm(failed: boolean): void {
  useEffect(() => {
    if (!failed) return
    change(1)
    return () => change(-1)
  }, [failed])
}

/** Whether the page shows a form with errors. On the server the response status says so instead. */
export function useFailedForm(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown > 0,
    () => false,
  )
}
