import { useEffect, useSyncExternalStore } from 'react'

let shown = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  shown += by
  for (const listener of listeners) listener()
}

/** Says, while `failed`, that the page shows a form with errors: the title of the page then begins with "Error:". */
export function useReportFailedForm(failed: boolean): void {
  useEffect(() => {
    if (!failed) return
    change(1)
    return () => change(-1)
  }, [failed])
}

/** Whether a form with errors is on the page; the server says so by the status of its answer instead. */
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
